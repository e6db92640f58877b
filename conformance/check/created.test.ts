import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createCheckRuntime } from '../run/runtime.js'
import { startFake } from '../testing/fake.js'
import { refusal } from '../testing/fake-service.js'
import { openRuntime, openTestSession } from '../testing/session.js'
import { endAll, thrownBy } from '../testing/stage.js'

test.after(endAll)

const target = {
  baseUrl: 'http://127.0.0.1:9',
  owner: { email: 'owner@example.test', password: 'secret' },
  schedules: ['first', 'second', 'spare'],
}

test('given many names and addresses, when they are generated, then each is different and contains the token', () => {
  const { name, address, token, session } = openRuntime(target)

  const all = Array.from({ length: 300 }, () => [name(), name(60), address(), address(60)]).flat()

  assert.is(new Set(all).size, all.length)
  assert.ok(all.every(text => text.includes(token) && text.includes(session.nonce)))
})

for (const length of [30, 100, 101, 200, 255]) {
  test(`given ${length} characters, when a name or an address is generated, then it has exactly as many`, () => {
    const { name, address } = openRuntime(target)

    assert.equal([name(length).length, address(length).length], [length, length])
    assert.match(address(length), /^[^@ ]+@example\.test$/)
    assert.is(name(length).trim().length, length)
  })
}

test('given too few characters, when a name is generated, then that is an error', async () => {
  const { name, address } = openRuntime(target)

  assert.is((await thrownBy(() => name(10)))?.name, 'RangeError')
  assert.is((await thrownBy(() => address(20)))?.name, 'RangeError')
})

test('given two checks and two attempts, when they generate names, then each has its own token', () => {
  const session = openTestSession(target)

  const tokens = [1, 2, 3].flatMap(attempt =>
    ['RES-05', 'RES-05.put', 'BKG-01'].map(id => createCheckRuntime(session, { id }, attempt).token),
  )

  assert.is(new Set(tokens).size, 9)
  assert.is(new Set(tokens.map(({ length }) => length)).size, 1)
})

test('given two runs with the same seed and two attempts, when a check generates passwords, then it repeats none', () => {
  const passwords = ['ska1b2c3', 'skd4e5f6'].flatMap(nonce => {
    const session = { ...openTestSession(target, { seed: 7 }), nonce }
    return [1, 2].map(attempt => createCheckRuntime(session, { id: 'USER-37' }, attempt).fresh.text(6))
  })

  assert.is(new Set(passwords).size, 4)
})

test('given the same seed, when a check is run again, then its random values are the same', () => {
  const draw = (seed: number) =>
    createCheckRuntime(openTestSession(target, { seed }), { id: 'RES-05' }, 1).random.text(20)

  assert.is(draw(7), draw(7))
  assert.is.not(draw(7), draw(8))
})

test('given a thousand slots, when they are compared, then none overlaps or touches another, and all are in 2023', () => {
  const { slot } = openRuntime(target)

  const slots = Array.from({ length: 1000 }, slot)

  for (const [index, { start, end }] of slots.entries()) {
    assert.match(start, /^2023-\d\d-\d\dT\d\d:00:00Z$/)
    assert.is(Date.parse(end) - Date.parse(start), 1_800_000)
    const next = slots[index + 1]
    if (next) assert.ok(Date.parse(next.start) > Date.parse(end))
  }
})

test('given resources, bookings and collaborators, when they are created, then what was sent and read is remembered', async () => {
  const fake = await startFake()
  const { given, second, owner } = openRuntime(fake.target)

  const [red, blue] = await given.resources(2, index => ({ note: `n${index}` }), { in: second })
  const [early, late] = await given.bookings(red, 2, index => ({ title: `t${index}` }))
  const ada = await given.collaborator({ user_role: 'editor' })

  assert.equal([red.was.note, blue.was.note, red.schedule.id], ['n0', 'n1', 'second'])
  assert.equal([red.bookings, red.path], [`${red.path}/bookings`, `${second.resources}/${red.id}`])
  assert.equal([early.was.title, late.was.title], ['t0', 't1'])
  assert.equal([early.was.resource_id, early.schedule.id], [red.id, 'second'])
  assert.is.not(early.sent.start, late.sent.start)
  assert.equal([ada.was.user_role, ada.was.email], ['editor', ada.email])
  assert.not('invite' in ada.sent)
  const other = await owner.create(second.resources, { name: 'Green' })
  assert.equal((await given.adopt(String(other), { name: 'Green' }, { in: second })).id, other)
})

const reads = ({ calls }: Awaited<ReturnType<typeof startFake>>) =>
  calls.filter(({ method }) => method === 'GET').length

test('given lists that show what single reads do, when several objects are created again, then one request reads them', async () => {
  const fake = await startFake()
  const { given } = openRuntime(fake.target)
  await given.resources(3)
  const before = reads(fake)

  const [red, blue] = await given.resources(2, index => ({ note: `n${index}` }))

  assert.is(reads(fake) - before, 1)
  assert.equal([red.was.note, blue.was.note, red.was.id], ['n0', 'n1', red.id])
})

test('given lists that show something else, when several objects are created, then each is read on its own', async () => {
  const fake = await startFake({
    odd: ({ method, path }) =>
      method === 'GET' && path.endsWith('/resources')
        ? { body: { success: true, data: [], pagination: {} } }
        : undefined,
  })
  const { given } = openRuntime(fake.target)
  await given.resources(2)
  const before = reads(fake)

  const [red, blue] = await given.resources(2, index => ({ note: `n${index}` }))

  assert.is(reads(fake) - before, 2)
  assert.equal([red.was.note, blue.was.note], ['n0', 'n1'])
})

/** Accepts only registered people, and others if they are invited. */
const strict = () =>
  startFake({
    odd(call) {
      if (call.method !== 'POST' || !call.path.endsWith('/collaborators')) return undefined
      const { email, invite } = JSON.parse(call.text)
      return invite === true || email === 'stranger@example.test' ? undefined : refusal('unknown')
    },
  })

test('given a target that accepts strangers only by invitation, when that is allowed, then they are invited from then on', async () => {
  const fake = await strict()
  const { given } = openRuntime(fake.target, { invitations: { needed: false, allowed: true } })

  const [ada, bob] = await given.collaborators(2)

  assert.equal([ada.sent.invite, bob.sent.invite], [true, true])
  assert.is(fake.calls.filter(({ method }) => method === 'POST').length, 3)
})

test('given a target that accepts strangers only by invitation, when that is not allowed, then the check is skipped', async () => {
  const fake = await strict()
  const { given } = openRuntime(fake.target)

  const error = await thrownBy(() => given.collaborator())

  assert.is(error?.name, 'Skipped')
  assert.match(error?.message ?? '', '--allow mail')
  assert.equal(fake.left(), [])
})

test('given a registered collaborator, when the target refuses, then invitations are not the reason', async () => {
  const fake = await startFake({ odd: call => (call.method === 'POST' ? refusal('no') : undefined) })
  const { given } = openRuntime(fake.target, { invitations: { needed: true, allowed: true } })

  const error = await thrownBy(() => given.collaborator({ email: 'stranger@example.test' }))

  assert.is(error?.name, 'Blocked')
  assert.is(fake.calls.length, 1)
})

test('given an invitation that a check sends, when the target refuses it, then others are added without one', async () => {
  const fake = await startFake({
    odd: call =>
      call.method === 'POST' && JSON.parse(call.text).invite !== undefined ? refusal('unknown') : undefined,
  })
  const { given } = openRuntime(fake.target, { invitations: { needed: false, allowed: true } })

  const error = await thrownBy(() => given.collaborator({ invite: true }))

  assert.is(error?.name, 'Blocked')
  assert.not('invite' in (await given.collaborator()).sent)
})

test.run()
