import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { accepted, refused, unchanged } from '../check/assertions.js'
import { type Check, check } from '../check/check.js'
import { createCheckRuntime } from '../run/runtime.js'
import { certifyBy, checkOf } from '../testing/certifying.js'
import { type Fake, startFake } from '../testing/fake.js'
import { openRuntime } from '../testing/session.js'
import { endAll } from '../testing/stage.js'
import { cleanLedger } from './clean-ledger.js'
import { cleanUp } from './cleanup.js'

test.after(endAll)

/** A fake that assigns the id after the highest one in use. */
async function startReusing(): Promise<Fake> {
  const fake: Fake = await startFake({
    odd(call, usual) {
      if (call.method !== 'POST') return undefined
      const before = new Set(fake.objects.keys())
      const answer = usual()
      const [made, object] = [...fake.objects].find(([path]) => !before.has(path)) ?? []
      if (made === undefined || object === undefined) return answer
      const ids = [...before].filter(path => path.startsWith(`${call.path}/`)).map(path => idOf(path))
      const id = Math.max(0, ...ids) + 1
      fake.objects.delete(made)
      fake.objects.set(`${call.path}/${id}`, { ...object, id })
      return { body: { success: true, data: [{ id }] } }
    },
  })
  return fake
}

const idOf = (path: string) => Number(path.split('/').at(-1))

/** An event that happens once, and a way to wait for it. */
function event() {
  let happen = () => {}
  const happened = new Promise<void>(resolve => {
    happen = resolve
  })
  return { happen, happened }
}

test('given a check whose deleted id goes to another check, then both run once more, and no rule is accused', async () => {
  const [deletion, creation, end] = [event(), event(), event()]
  const runs: string[] = []
  const deletes = check('RES-45', 'a PUT of a deleted resource is refused', async ({ owner, given }) => {
    runs.push('deletes')
    const { path } = await given.resource()
    accepted(await owner.delete(path))
    deletion.happen()
    await creation.happened
    const reply = await owner.put(path, { note: 'taken' })
    end.happen()
    refused(reply)
  })
  const creates = check('RES-38', 'a resource stays as it was made', async ({ given }) => {
    runs.push('creates')
    await deletion.happened
    const made = await given.resource()
    creation.happen()
    await end.happened
    await unchanged(made)
  })
  const fake = await startReusing()

  const report = await certifyBy(fake, [deletes, creates], { jobs: 2 })

  assert.equal(
    report.checks.map(({ id, outcome }) => `${id} ${outcome}`),
    ['RES-45 passed', 'RES-38 passed'],
  )
  assert.equal(runs.sort(), ['creates', 'creates', 'deletes', 'deletes'])
  assert.equal([report.remains, fake.left()], [[], []])
})

test('given a fault that no reused id explains, then a check fails at once', async () => {
  let runs = 0
  const fails: Check = check('RES-42', 'fails', async ({ owner, given }) => {
    runs++
    const { path } = await given.resource()
    refused(await owner.delete(path))
  })

  const report = await certifyBy(await startReusing(), [fails])

  assert.equal([checkOf(report).outcome, runs], ['failed', 1])
})

test('given an object that was deleted with another one, when its id belongs to somebody else, then the clean-up does not touch that', async () => {
  const fake = await startFake()
  const { given, registry, owner } = openRuntime(fake.target)
  const [lost, other] = await given.resources(2)
  const room = await given.resource()
  const booking = await given.booking(room, { title: '' })
  accepted(await owner.delete(other.path))
  fake.objects.set(lost.path, { id: lost.id, name: 'of somebody else' })
  fake.objects.set(booking.path, { id: booking.id, title: '', resource_id: lost.id })

  const remains = await cleanUp(registry, owner)

  assert.equal([remains, registry.list()], [[], []])
  assert.equal(fake.left(), [lost.path, booking.path])
})

test('given a target that immediately gives the id of a deleted object to another check, when it is cleaned up, then DELETE works', async () => {
  const fake: Fake = await startFake({
    odd({ method, path, number }, usual) {
      const answer = usual()
      if (method !== 'DELETE' || fake.objects.has(path)) return answer
      const answered = other.registry.intend(first.resources)
      fake.objects.set(path, { id: idOf(path), name: `of another check ${number}` })
      answered([idOf(path)])
      return answer
    },
  })
  const { session, registry, owner, given, first } = openRuntime(fake.target)
  const { deletions } = registry
  const other = createCheckRuntime(session, { id: 'RES-05' }, 1)
  for (let count = 0; count < 6; count++) await given.resource()

  const remains = await cleanUp(registry, owner)

  assert.equal(remains, [])
  deletions.assertWorking(first.resources)
})

test('given a ledger with an id that somebody else has by now, when it is cleaned, then that object is not touched', async () => {
  const fake = await startFake()
  const { given, session } = openRuntime(fake.target)
  const [lost, untitled] = [
    await given.resource(),
    await given.booking(await given.resource(), { title: '' }),
  ]
  const member = await given.collaborator({ email: 'stranger@example.test' })
  fake.objects.set(lost.path, { id: lost.id, name: 'of somebody else' })

  const { remains } = await cleanLedger({ ledger: session.ledger.file, target: fake.target })

  assert.equal(remains, [])
  assert.equal(fake.left(), [lost.path])
  assert.not(fake.left().includes(untitled.path) || fake.left().includes(member.path))
})

test.run()
