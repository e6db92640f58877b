import { readdirSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { accepted } from '../check/assertions.js'
import { type Check, type CheckOptions, check, invariant } from '../check/check.js'
import { checks } from '../checks/index.js'
import { certifyBy } from '../testing/certifying.js'
import { type FakeOptions, startFake } from '../testing/fake.js'
import { refusal } from '../testing/fake-service.js'
import { endAll, folder, thrownBy } from '../testing/stage.js'
import { shareOut } from './lanes.js'
import { planChecks } from './plan.js'
import type { Progress } from './runner.js'

test.after(endAll)

const account = (name: string) => ({ email: `${name}@example.test`, password: 'secret' })
const makes = (id: string, options: CheckOptions = {}): Check =>
  check(id, id, options, async ({ owner, schedule, name }) => {
    accepted(await owner.post(schedule.resources, { name: name() }))
  })
const fails = (id: string) => check(id, id, {}, async ({ owner }) => accepted(await owner.get('/v1/none')))

/** A service with two additional owners, and the paths that each of them wrote to. */
async function startLanes(options: FakeOptions = {}) {
  const fake = await startFake({ ...options, additionalOwners: 2 })
  const written = (name: string) =>
    fake.calls.filter(
      ({ method, email, headers }) =>
        method === 'POST' &&
        email === `${name}@example.test` &&
        /^[A-Z]+-/.test(`${headers['schedkit-check']}`),
    )
  return { fake, written }
}

test('given more owners, when a target is certified, then each runs checks in schedules of their own, and there is one report', async () => {
  const { fake, written } = await startLanes()
  const all = ['RES-01', 'RES-02', 'RES-03', 'RES-04', 'RES-07', 'RES-08', 'RES-09'].map(id => makes(id))
  const ledgerFolder = folder()
  let last: Progress | undefined

  const report = await certifyBy(fake, [...all, fails('RES-05'), makes('RES-06', { needs: ['editor'] })], {
    ledgerFolder,
    onProgress(progress) {
      last = progress
    },
  })

  const places = ['owner', 'owner-2', 'owner-3'].map(name =>
    written(name).map(({ path }) => path.replace(/^.*schedules.([^/]*).resources$/, '$1')),
  )
  assert.equal(new Set(places[0]), new Set(['first']))
  assert.equal(new Set(places[1]), new Set(['first-2']))
  assert.equal(new Set(places[2]), new Set(['first-3']))
  assert.is(places.flat().length, 8)
  assert.equal(
    report.checks.map(({ id, outcome }) => `${id} ${outcome}`),
    ['RES-01', 'RES-02', 'RES-03', 'RES-04', 'RES-07', 'RES-08', 'RES-09']
      .map(id => `${id} passed`)
      .concat('RES-05 failed', 'RES-06 passed'),
  )
  assert.equal([report.verdict, report.counts.planned, report.counts.ran], ['not conformant', 9, 9])
  assert.equal([report.traffic.owners, report.traffic.requests], [3, fake.calls.length])
  assert.equal([last?.planned, last?.done, last?.failed], [9, 9, 1])
  assert.equal([report.remains, fake.left(), readdirSync(ledgerFolder)], [[], [], []])
})

test('given an invariant that only another owner breaks, when the target is certified, then it fails', async () => {
  const { fake } = await startLanes()
  const watch = invariant('ENV-01', 'nobody writes in the second schedule of another owner', ({ request }) =>
    request.path.includes('/first-2/')
      ? { message: 'it was written' }
      : request.path.includes('/resources') || undefined,
  )

  const report = await certifyBy(
    fake,
    ['RES-01', 'RES-02', 'RES-03', 'RES-04'].map(id => makes(id)),
    {
      invariants: [watch],
    },
  )

  assert.equal(
    report.checks.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id),
    ['ENV-01'],
  )
})

test('given a rule that holds for the first owner, then checks of other owners that rely on it are not blocked', async () => {
  const { fake } = await startLanes()
  const founded = [
    'USER-01',
    'USER-02',
    'USER-03',
    'USER-04',
    'USER-25',
    'USER-26',
    'USER-30',
    'USER-38',
    'USER-48',
  ]
  // Only the first owner has members.
  const kept = makes('USER-40', { needs: ['editor'] })
  const failing = ['USER-28.a', 'USER-28.b', 'USER-28.c'].map(fails)

  const report = await certifyBy(fake, [...founded.map(id => makes(id)), ...failing, kept])

  assert.equal(
    report.checks.filter(({ outcome }) => outcome !== 'passed').map(({ id, outcome }) => `${id} ${outcome}`),
    ['USER-28.a failed', 'USER-28.b failed', 'USER-28.c failed'],
  )
})

test('given an error of the kit in the checks of another owner, then a failure still decides', async () => {
  const { fake } = await startLanes()
  const wrong = (id: string) =>
    check(id, id, {}, async () => {
      throw new TypeError('not a function')
    })

  const report = await certifyBy(fake, [fails('RES-01'), wrong('RES-02'), wrong('RES-03')])

  assert.equal([report.counts.failed, report.counts.error, report.exitCode], [1, 2, 1])
  assert.equal([report.verdict, fake.left()], ['not conformant', []])
})

test('given another owner with a wrong password, when a run begins, then it is refused before anything is written', async () => {
  const { fake } = await startLanes()
  const [other, ...others] = fake.target.owners ?? []
  assert.ok(other)
  const target = { ...fake.target, owners: [{ ...other, password: 'wrong' }, ...others] }

  const error = await thrownBy(() =>
    certifyBy(
      fake,
      ['RES-01', 'RES-02', 'RES-03'].map(id => makes(id)),
      { target },
    ),
  )

  assert.is(error?.name, 'UnreachableError')
  assert.match(error?.message ?? '', 'owner-2@example.test')
  assert.equal(
    fake.calls.filter(({ headers }) => /^RES-/.test(`${headers['schedkit-check']}`)),
    [],
  )
})

test('given bail, when a check of one owner fails, then all of them stop', async () => {
  const { fake } = await startLanes({ slow: ({ method }) => (method === 'POST' ? 20 : 0) })
  // The first check is also the first of its owner.
  const many = checks.flatMap(({ id }) => (id.startsWith('BKG-') ? [id] : [])).slice(0, 60)

  const report = await certifyBy(
    fake,
    many.map(id => (id === many[0] ? fails(id) : makes(id))),
    {
      bail: true,
      jobs: 1,
    },
  )

  assert.ok(report.counts.notStarted > 30, `${report.counts.notStarted}`)
  assert.is(report.counts.planned, 60)
  assert.equal(fake.left(), [])
})

test('given a signal, when it aborts, then all owners end and clean up', async () => {
  const { fake } = await startLanes({ slow: ({ method }) => (method === 'POST' ? 20 : 0) })
  const controller = new AbortController()
  let last: Progress | undefined

  const report = await certifyBy(
    fake,
    checks.slice(0, 60).map(({ id }) => makes(id)),
    {
      jobs: 1,
      signal: controller.signal,
      onProgress(progress) {
        last = progress
        if (progress.done === 4) controller.abort()
      },
    },
  )

  assert.ok(report.counts.notStarted > 30, `${report.counts.notStarted}`)
  assert.is(last?.ledgers.length, 3)
  assert.equal([report.verdict, report.remains, fake.left()], ['incomplete', [], []])
})

test('given another owner whose objects cannot be deleted, when a run ends, then the report says so', async () => {
  const { fake } = await startLanes({
    odd: ({ method, path }) =>
      method === 'DELETE' && path.includes('/first-2/') ? refusal('no') : undefined,
  })

  const { remains } = await certifyBy(
    fake,
    ['RES-01', 'RES-02', 'RES-03'].map(id => makes(id)),
  )

  assert.match(remains.join('\n'), /first-2\/resources\/\d+ could not be deleted/)
  assert.ok(fake.left().length > 0 && fake.left().every(path => path.includes('/first-2/')))
})

test('given the checks of the kit, when they are distributed, then each runs once, all owners have about as much to do, and chains stay together', () => {
  const owners = [2, 3, 4].map(number => ({
    ...account(`owner-${number}`),
    schedules: ['first', 'second', 'spare'].map(name => `${name}-${number}`),
  }))
  const target = {
    ...{ baseUrl: 'http://127.0.0.1:1', owner: account('owner'), owners, mailDomain: 'example.test' },
    ...{ schedules: ['first', 'second', 'spare'], disposable: [] },
    members: ['editor', 'viewer', 'stranger'].map(account),
  }
  const plans = planChecks(
    checks,
    { only: [], skip: [], level: 'may' },
    { target, allow: ['guard', 'wipe', 'lock', 'mail'], mailbox: true, limited: true, throwaways: 8 },
  )

  const { own, others } = shareOut(plans, owners)

  const asked = own.filter(plan => plan.asked).map(({ check }) => check.id)
  assert.equal([...asked, ...others.flat()].sort(), checks.map(({ id }) => id).sort())
  assert.ok(others.every(ids => ids.length > 150))
  const places = [asked, ...others].map(ids => new Set(ids))
  const torn = checks.filter(({ id, after }) => {
    const first = checks.find(each => each.id === after)
    return first && !first.provesSafe && places.some(ids => ids.has(id) && !ids.has(first.id))
  })
  assert.equal(torn, [])
  const people = new Set(['editor', 'viewer', 'stranger', 'disposable account', 'limited account', 'mailbox'])
  const lost = checks.filter(
    ({ id, needs = [] }) => needs.some(need => people.has(need)) && !places[0]?.has(id),
  )
  assert.equal(lost, [])
})

test.run()
