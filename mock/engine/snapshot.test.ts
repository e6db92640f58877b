import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createMock, type MockSnapshotData } from '../index.js'
import {
  baseUrl,
  bookings,
  call,
  collaborators,
  mira,
  now,
  resources,
  seed,
  withMock,
} from '../testing/api.js'

/** Makes changes of every kind, and returns what a client sees. */
async function live(): Promise<unknown[]> {
  const answers = [
    await call(`POST ${resources}`, { body: { name: 'Cávado' } }),
    await call(`DELETE ${resources}/2`),
    await call(`POST ${collaborators}`, { body: { email: 'new@example.test', invite: true } }),
    await call(`PUT ${bookings}?ids=1,3`, { body: { title: 'Ünïcode 🛶' } }),
    await call('PUT /v1/users/me', { body: { email: 'mira@new.example' } }),
    await call(`GET ${bookings}?limit=0`),
  ]
  return answers.map(({ status, body }) => [status, body])
}

const copyOf = (value: unknown): MockSnapshotData => JSON.parse(JSON.stringify(value))

test('given a snapshot as JSON text, then another instance continues from there like the first', async () => {
  let text = ''
  const first = await withMock({}, async mock => {
    await live()
    text = JSON.stringify(mock.snapshot())
    mock.restore(mock.snapshot())
    return [await live(), JSON.stringify(mock.snapshot()), mock.outbox.map(mail => mail.text).slice(3)]
  })

  const second = await withMock({ seed: {} }, async mock => {
    mock.restore(JSON.parse(text))
    return [await live(), JSON.stringify(mock.snapshot()), mock.outbox.map(mail => mail.text)]
  })

  assert.equal(second, first)
})

test('given the snapshot object of another instance, then it is restored, and the two share no state', async () => {
  const other = createMock({ baseUrl, seed, now })
  await other.ready
  const snapshot = other.snapshot()
  await withMock({ seed: {} }, async mock => {
    mock.restore(snapshot)
    await call(`DELETE ${resources}?all=1`)

    assert.equal([mock.db.resource.count(), other.db.resource.count()], [4, 9])
    mock.restore(snapshot)
    assert.is(mock.db.resource.count(), 9)
  })
})

type Place = [path: string, value: unknown]

/** Returns a copy in which one value is replaced. */
function changed(data: MockSnapshotData, [path, value]: Place): MockSnapshotData {
  const copy = copyOf(data)
  const steps = path.split('.')
  const last = steps.pop() ?? ''
  const place = steps.reduce((at, step) => at[step] as never, copy as unknown as Record<string, unknown>)
  if (value === undefined) delete place[last]
  else place[last] = value
  return copy
}

const wrongs: [...Place, message: RegExp][] = [
  ['rows', undefined, /this is not a snapshot\. Pass the result of mock\.snapshot\(\)/],
  ['given', undefined, /this is not a snapshot/],
  ['given.user', 'x', /this is not a snapshot/],
  ['rows', [], /its rows are an empty array/],
  ['rows.booking', undefined, /rows\.booking must have entities, an array, and last, a number/],
  ['rows.booking.last', '9', /rows\.booking must have entities/],
  ['rows.booking.last', 1, /rows\.booking\.last is 1, and rows\.booking\.entities\[1\] has the id 2/],
  ['rows.booking.entities.3', null, /rows\.booking\.entities\[3\] is null/],
  ['rows.booking.entities.3.color_bk', 'red', /in rows\.booking\.entities\[3\] color_bk must be a colour/],
  ['rows.booking.entities.3.start_utc', 'soon', /start_utc must be a time/],
  ['rows.booking.entities.3.colour', 'red', /colour is not a known field/],
  ['rows.booking.entities.3.id', 1, /entities\[3\] has the same id as another one, 1/],
  ['rows.booking.entities.3.resource_id', 99, /resource_id names no resource: 99/],
  ['rows.resource.entities.0.schedule_id', 'x', /schedule_id names no schedule: "x"/],
  ['rows.resource.entities.0.name', undefined, /name is required/],
  ['rows.schedule.entities.0.owner_id', 'x', /owner_id names no user: "x"/],
  ['rows.schedule.entities.0.title', 'x', /title is unknown/],
  ['rows.user.entities.0.password_hash', undefined, /password_hash can't be undefined/],
  ['rows.collaborator.entities.0.user_id', 'x', /user_id names no user: "x"/],
  ['rows.emailChange', { entities: [{ user_id: 'x' }], last: 1 }, /secret can't be undefined/],
]
for (const [path, value, message] of wrongs) {
  const what = value === undefined ? 'missing' : JSON.stringify(value)
  test(`given a snapshot whose ${path} is ${what}, then it is refused, and nothing has changed`, async () => {
    const mock = createMock({ baseUrl, seed, now })
    await mock.ready
    const data = copyOf(mock.snapshot())
    mock.db.resource.delete({ where: { id: { equals: 9 } } })
    const before = JSON.stringify(mock.snapshot())

    assert.throws(() => mock.restore(changed(data, [path, value])), message)
    assert.throws(
      () => mock.restore(changed(data, [path, value])),
      /^Failed to restore: this is not a snapshot/,
    )

    assert.is(JSON.stringify(mock.snapshot()), before)
    mock.restore(data)
    assert.is(JSON.stringify(mock.snapshot()), JSON.stringify(data))
  })
}

test('given something that is not a snapshot, then the message says what to pass', async () => {
  const mock = createMock({ baseUrl, seed })
  await mock.ready

  for (const value of [undefined, null, 5, [], {}, { toJSON: () => ({}) }, new Map()]) {
    assert.throws(() => mock.restore(value as never), /Failed to restore: this is not a snapshot\. Pass/)
  }
  assert.throws(
    () => mock.restore(JSON.stringify(mock.snapshot()) as never),
    /parse it with JSON\.parse first/,
  )
})

test('given a mock whose seed is not loaded yet, then members that need it say what to await', async () => {
  const mock = createMock({ baseUrl, seed })

  for (const work of [() => mock.db, () => mock.snapshot(), () => mock.restore({} as never)]) {
    assert.throws(work, /the seed is still being loaded\. Await mock\.ready first\./)
  }
  await mock.ready
  assert.is(mock.db.user.findFirst({ where: { email: { equals: mira } } })?.firstname, 'Mira')
})

test('given two runs with the same seed and time, then responses, ids, mails and snapshots are the same bytes', async () => {
  const run = () =>
    withMock({}, async mock => {
      const answers = await live()
      await mock.addUser({ email: 'ada@example.test', password: 'secret' })
      await mock.addSchedule({ owner: 'ada@example.test' })
      mock.db.user.create({ email: 'bo@example.test' })
      const requests = mock.requests.map(request => ({ ...request, ms: 0 }))
      return JSON.stringify([answers, requests, mock.outbox, mock.snapshot()])
    })

  assert.is(await run(), await run())
})

test.run()
