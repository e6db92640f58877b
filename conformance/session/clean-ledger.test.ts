import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type FakeOptions, startFake } from '../testing/fake.js'
import { refusal } from '../testing/fake-service.js'
import { openRuntime } from '../testing/session.js'
import { endAll, folder, thrownBy } from '../testing/stage.js'
import { settingsOf } from './accounts.js'
import { cleanLedger } from './clean-ledger.js'
import { cleanUp, forgetDeleted, sweep } from './cleanup.js'
import { settingsToKeep } from './ledger-entry.js'

process.env.XDG_STATE_HOME = folder()
test.after(endAll)

/** A run that was killed: its objects exist, settings are changed, and only the ledger lists them. */
async function crash(options: FakeOptions = {}) {
  const fake = await startFake(options)
  const runtime = openRuntime(fake.target)
  const { given, session, first, second, owner, token } = runtime
  const red = await given.resource()
  await given.booking(red)
  await given.resource({}, { in: second })
  await given.collaborator()
  const ended = await given.resource()
  await owner.delete(ended.path)
  // A create that was never answered.
  fake.objects.set(`${first.resources}/900`, { id: 900, name: `x ${token} x` })
  fake.objects.set(`${first.resources}/901`, { id: 901, name: 'of somebody else' })
  const before = await settingsOf(owner)
  session.ledger.write({ type: 'settings', account: owner.email, before: settingsToKeep(before) })
  Object.assign(fake.accounts.get(owner.email)?.settings ?? {}, { timezone: 'Asia/Tokyo', firstname: 'Bob' })
  return { fake, ledger: session.ledger.file, owner, before }
}

const left = ['/v1/schedules/first/resources/901']

test('given a run that was killed, when its ledger is cleaned, then objects are gone, settings are restored, and the file is gone', async () => {
  const { fake, ledger, owner, before } = await crash()

  const cleaned = await cleanLedger({ ledger, target: fake.target })

  assert.equal(cleaned, { deleted: 4, restored: [owner.email], remains: [] })
  assert.equal(fake.left(), left)
  assert.equal(await settingsOf(owner), before)
  assert.not(existsSync(ledger))
})

test('given a ledger of another owner of the target, when it is cleaned, then what that owner created is gone', async () => {
  const fake = await startFake({ additionalOwners: 1 })
  const [further] = fake.target.owners ?? []
  assert.ok(further)
  const { schedules, ...owner } = further
  const runtime = openRuntime({ ...fake.target, owner, schedules, owners: [] })
  await runtime.given.resource()

  const cleaned = await cleanLedger({ ledger: runtime.session.ledger.file, target: fake.target })

  assert.equal([cleaned.deleted, cleaned.remains, fake.left()], [1, [], []])
})

test('given a ledger whose last line is truncated, when it is cleaned, then everything known is cleaned', async () => {
  const { fake, ledger } = await crash()
  appendFileSync(ledger, '{"type":"created","li')

  const cleaned = await cleanLedger({ ledger, target: fake.target })

  assert.equal(cleaned.remains, [])
  assert.equal(fake.left(), left)
})

test('given a target that deletes nothing, when a ledger is cleaned, then it is kept and can be cleaned again', async () => {
  let refuses = true
  const { fake, ledger } = await crash({
    odd: call => (refuses && call.method === 'DELETE' ? refusal('no') : undefined),
  })
  appendFileSync(ledger, '{"type":"created","li')

  const first = await cleanLedger({ ledger, target: fake.target })
  refuses = false
  const second = await cleanLedger({ ledger, target: fake.target })

  assert.ok(first.remains.every(what => what.endsWith('could not be deleted')))
  assert.ok(first.remains.length >= 5)
  assert.equal(second.remains, [])
  assert.equal(second.restored, [])
  assert.equal(fake.left(), left)
})

test('given connections that break now and then, when a ledger is cleaned, then everything is cleaned all the same', async () => {
  const { fake, ledger } = await crash({
    odd: call => (call.number > 20 && call.number % 3 === 0 ? 'hang up' : undefined),
  })

  const { remains } = await cleanLedger({ ledger, target: fake.target })

  assert.equal(remains, [])
  assert.equal(fake.left(), left)
})

test('given settings that cannot be restored, when a ledger is cleaned, then it says which and is kept', async () => {
  const { fake, ledger } = await crash({
    odd: call => (call.method === 'PUT' && call.text.includes('timezone') ? refusal('no') : undefined),
  })

  const { remains, restored } = await cleanLedger({ ledger, target: fake.target })

  assert.equal(remains, ['owner@example.test: timezone could not be put back'])
  assert.equal(restored, [])
  assert.is(fake.accounts.get('owner@example.test')?.settings.firstname, 'Ada')
  assert.ok(existsSync(ledger))
})

test('given an account that can no longer log in, when a ledger is cleaned, then it says so, and others are restored', async () => {
  const { fake, ledger, owner } = await crash()
  const [member] = fake.target.members ?? []
  assert.ok(member)
  const kept = readFileSync(ledger, 'utf8')
  const entry = { type: 'settings', account: member.email, before: { firstname: 'Bo' } }
  writeFileSync(ledger, kept.replace(/^(?=.*"settings")/m, `${JSON.stringify(entry)}\n`))
  const target = { ...fake.target, members: [{ ...member, password: 'another one' }] }

  const { remains, restored } = await cleanLedger({ ledger, target, trustLedger: true })

  assert.equal(restored, [owner.email])
  assert.is(remains.length, 1)
  assert.match(remains[0] ?? '', new RegExp(`^the settings of ${member.email} were not put back: `))
})

test('given settings of somebody who is not in the target, when a ledger is cleaned, then it says so', async () => {
  const { fake, ledger } = await crash()
  appendFileSync(ledger, `${JSON.stringify({ type: 'settings', account: 'eve@example.test', before: {} })}\n`)

  const { remains } = await cleanLedger({ ledger, target: fake.target, trustLedger: true })

  assert.equal(remains, ['the settings of eve@example.test, who is not in the target, were not put back'])
  assert.ok(existsSync(ledger))
})

const strangers: readonly (readonly [string, object, string, RegExp])[] = [
  [
    'another owner',
    { email: 'editor@example.test' },
    'TargetError',
    /for the owner owner@example\.test, but the target has editor@/,
  ],
  [
    'a wrong password',
    { password: 'wrong' },
    'UnreachableError',
    /The owner, owner@example\.test, can't log in: GET .* answered 401/,
  ],
]
for (const [what, change, name, message] of strangers) {
  test(`given ${what}, when a ledger is cleaned, then nothing counts as deleted`, async () => {
    const { fake, ledger } = await crash()
    const before = readFileSync(ledger, 'utf8')

    const error = await thrownBy(() =>
      cleanLedger({
        ledger,
        target: { ...fake.target, owner: { ...fake.target.owner, ...change }, members: [] },
      }),
    )

    assert.is(error?.name, name)
    assert.match(error?.message ?? '', message)
    assert.is(readFileSync(ledger, 'utf8'), before)
  })
}

test('given a target that is unreachable, when a ledger is cleaned, then that is reported and the ledger is kept', async () => {
  const { fake, ledger } = await crash({ odd: call => (call.number > 16 ? 'hang up' : undefined) })

  const error = await thrownBy(() => cleanLedger({ ledger, target: fake.target }))

  assert.is(error?.name, 'UnreachableError')
  assert.ok(existsSync(ledger))
})

test('given a ledger of another target, when it is cleaned, then nothing is touched', async () => {
  const { fake, ledger } = await crash()
  writeFileSync(ledger, readFileSync(ledger, 'utf8').replace(fake.url, 'https://service.example.test'))
  const calls = fake.calls.length

  const error = await thrownBy(() => cleanLedger({ ledger, target: fake.target, trustLedger: true }))

  assert.is(error?.name, 'TargetError')
  assert.match(
    error?.message ?? '',
    `The ledger is for https://service.example.test, but the target is ${fake.url}`,
  )
  assert.is(fake.calls.length, calls)
  assert.ok(existsSync(ledger))
})

test('given a ledger of another machine, when it is cleaned, then nothing is sent unless it is trusted', async () => {
  const { fake, ledger } = await crash()
  writeFileSync(ledger, readFileSync(ledger, 'utf8').replaceAll(/,"signature":"[^"]*"/g, ''))
  const calls = fake.calls.length

  const error = await thrownBy(() => cleanLedger({ ledger, target: fake.target }))
  const sent = fake.calls.length - calls
  const { remains } = await cleanLedger({ ledger, target: fake.target, trustLedger: true })

  assert.is(error?.name, 'LedgerError')
  assert.match(error?.message ?? '', /is not signed with the key of this machine.*Nothing was sent/)
  assert.is(sent, 0)
  assert.equal([remains, fake.left()], [[], left])
})

test('given a schedule that the target does not name, when a ledger is cleaned, then nothing is sent', async () => {
  const { fake, ledger } = await crash()
  const calls = fake.calls.length

  const error = await thrownBy(() =>
    cleanLedger({ ledger, target: { ...fake.target, schedules: ['first', 'spare'] } }),
  )

  assert.is(error?.message, 'The ledger is for the schedule second, which the target does not name.')
  assert.is(fake.calls.length, calls)
})

test('given a target with ids that are not names, when it is cleaned up, then no request leaves the list', async () => {
  const fake = await startFake()
  const { owner, session, first, token } = openRuntime(fake.target)
  for (const id of ['..', '.', '%2e%2e']) fake.objects.set(`${first.bookings}/${id}`, { id, title: token })

  const swept = await sweep(owner, session.schedules, session)

  assert.equal(swept, { left: [], undone: [] })
  assert.not.ok(fake.calls.some(({ method }) => method === 'DELETE'))
})

test('given an object older than the run that now has a name of the run, then it is reported, and not deleted', async () => {
  const fake = await startFake()
  const { owner, session, first, token } = openRuntime(fake.target)
  const path = `${first.resources}/7`
  fake.objects.set(path, { id: 7, name: `${token} red`, created_at: '2020-02-02T02:02:02Z' })

  const { left, undone } = await sweep(owner, session.schedules, session)

  assert.equal(
    [left, undone],
    [[], [`${path} has a name of this run, but was there before, so it was not deleted`]],
  )
  assert.ok(fake.objects.has(path))
})

test('given objects of every kind, when they are cleaned up, then bookings are deleted before their resource', async () => {
  const fake = await startFake()
  const { given, registry, owner } = openRuntime(fake.target)
  const red = await given.resource()
  await given.bookings(red, 2)
  await given.collaborator()

  const remains = await cleanUp(registry, owner)

  const deleted = fake.calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path.split('/')[4])
  assert.equal(deleted, ['bookings', 'bookings', 'resources', 'collaborators'])
  assert.equal([remains, registry.list(), fake.left()], [[], [], []])
})

test('given objects that a bulk request may have deleted, when the remaining ones have the mark of the run, then one more request deletes them', async () => {
  const fake = await startFake()
  const { given, registry, owner } = openRuntime(fake.target)
  const made = await given.resources<number>(4)
  const [gone, others] = [made[0], made[1]].map(one => one?.path ?? '')
  const { deletions } = registry
  deletions.worked(gone?.replace(/\/\d+$/, '') ?? '')
  deletions.provenSafe('DELETE resources')
  registry.doubt()
  fake.objects.delete(gone ?? '')
  Object.assign(fake.objects.get(others ?? '') ?? {}, { name: 'of somebody else' })
  const before = fake.calls.length

  await forgetDeleted(registry, owner, new Map([['resource', true]]))

  assert.equal(
    fake.calls.slice(before).map(({ method }) => method),
    ['GET', 'DELETE'],
  )
  assert.equal(registry.list().length, 1)
  assert.equal(await cleanUp(registry, owner), [])
  assert.is(fake.left().length, 1)
})

test('given objects that a bulk request has deleted, when lists with ids are known to be correct, then one list shows that they are gone', async () => {
  const fake = await startFake()
  const { given, registry, owner } = openRuntime(fake.target)
  const made = await given.resources<number>(5)
  const { deletions } = registry
  deletions.worked(made[0]?.path.replace(/\/\d+$/, '') ?? '')
  for (const { path } of made.slice(1)) fake.objects.delete(path)
  const asked = async (isTrue: boolean) => {
    const before = fake.calls.length
    await forgetDeleted(registry, owner, new Map([['resource', isTrue]]))
    return [fake.calls.length - before, registry.list().length]
  }

  const untold = await asked(true)
  registry.doubt()
  const unproven = await asked(false)
  const told = await asked(true)

  assert.equal(
    [untold, unproven, told],
    [
      [0, 5],
      [0, 5],
      [1, 1],
    ],
  )
  assert.equal(await cleanUp(registry, owner), [])
  assert.equal(fake.left(), [])
})

test('given an object that is already gone, when it is cleaned up, then nothing is left', async () => {
  const fake = await startFake()
  const { given, registry, owner } = openRuntime(fake.target)
  fake.objects.delete((await given.resource()).path)

  assert.equal(await cleanUp(registry, owner), [])
})

test('given names of a run, when schedules are swept, then only objects with one in a text are deleted, on every page', async () => {
  const fake = await startFake()
  const { owner, session, first, token } = openRuntime(fake.target)
  for (let id = 1; id <= 60; id++) {
    fake.objects.set(`${first.bookings}/${id}`, {
      id,
      title: id % 2 ? `of ${token} x` : `${session.nonce} ${session.nonce}-1`,
    })
  }

  const swept = await sweep(owner, session.schedules, session)

  assert.equal(swept, { left: [], undone: [] })
  assert.is(fake.left().length, 30)
})

test.run()
