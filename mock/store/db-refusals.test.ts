import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { UniqueViolation } from '../../server/core/index.js'
import { furnish, later, resource } from '../../server/core/store-samples.contract.js'
import { createMockStore, type MockStore } from './mock-store.js'

async function furnished(): Promise<MockStore> {
  const store = createMockStore({ now: () => later })
  await furnish(store)
  return store
}

/** Returns what a piece of work throws. */
function thrown(work: () => unknown): Error {
  try {
    work()
  } catch (error) {
    return error as Error
  }
  throw new Error('Nothing was thrown')
}

test('given a value in use, a write through the library is refused, and has no effect', async () => {
  const store = await furnished()
  const before = JSON.stringify(store.snapshot())
  const { db } = store

  for (const [what, work] of [
    ['resource name', () => db.resource.create({ schedule_id: 'one', name: 'Red' })],
    ['resource name', () => db.resource.updateMany({ where: { id: { gte: 1 } }, data: { name: 'Same' } })],
    ['user email', () => db.user.create({ email: 'ADA@example.test' })],
    ['collaborator email', () => db.collaborator.create({ schedule_id: 'one', email: 'Guest@example.test' })],
    [
      'collaborator account',
      () => db.collaborator.update({ where: { id: { equals: 2 } }, data: { user_id: 'bo' } }),
    ],
  ] as const) {
    const error = thrown(work)

    assert.instance(error, UniqueViolation)
    assert.is((error as UniqueViolation).what, what)
    assert.is(JSON.stringify(store.snapshot()), before)
  }
})

test('given an impossible row, a write through the library says why, and has no effect', async () => {
  const store = await furnished()
  const before = JSON.stringify(store.snapshot())
  const { db } = store
  const times = { start: '2023-07-20 08:00', end: '2023-07-20 09:00' }
  const first = { where: { id: { equals: 1 } } }

  for (const [message, work] of [
    [/no resource 99/, () => db.booking.create({ ...times, resource_id: 99 })],
    [/another schedule/, () => db.booking.create({ ...times, resource_id: 3, schedule_id: 'one' })],
    [/another schedule/, () => db.booking.update({ ...first, data: { resource_id: 3 } })],
    [/its schedule/, () => db.resource.update({ ...first, data: { schedule_id: 'two' } })],
    [/start must be a time/, () => db.booking.create({ ...times, start: 'soon', resource_id: 1 })],
    [/end must be a time/, () => db.booking.create({ start: times.start, resource_id: 1 })],
    [/before it starts/, () => db.booking.update({ ...first, data: { end: '2000-01-01 00:00' } })],
    [/no schedule "nowhere"/, () => db.resource.create({ schedule_id: 'nowhere', name: 'Grey' })],
    [/schedule_id is missing/, () => db.resource.create({ name: 'Grey' })],
    [/no user "nobody"/, () => db.schedule.create({ owner_id: 'nobody' })],
    [/id can't change/, () => db.booking.update({ ...first, data: { id: 50 } })],
    [/already exists/, () => db.booking.create({ ...times, id: 1, resource_id: 1 })],
  ] as const) {
    assert.match(thrown(work).message, message)
    assert.is(JSON.stringify(store.snapshot()), before)
  }
})

test('given an unknown field, the library names it and the nearest one, and the write has no effect', async () => {
  const store = await furnished()
  const before = JSON.stringify(store.snapshot())
  const { db } = store
  const first = { where: { id: { equals: 1 } } }
  const typo: object = { nmae: 'Attic' }

  for (const [message, work] of [
    [
      'Failed to create a resource: "nmae" is not a known field; did you mean name?',
      () => db.resource.create({ schedule_id: 'one', ...typo }),
    ],
    [
      'Failed to create a user: "pasword_hash" is not a known field; did you mean password_hash?',
      () => db.user.create({ email: 'new@example.test', ...({ pasword_hash: '' } as object) }),
    ],
    [
      'Failed to update a resource: "nmae" is not a known field; did you mean name?',
      () => db.resource.update({ ...first, data: typo }),
    ],
    [
      'Failed to find a resource: "nmae" is not a known field; did you mean name?',
      () => db.resource.findFirst({ where: typo }),
    ],
    [
      'Failed to delete a resource: "nmae" is not a known field; did you mean name?',
      () => db.resource.deleteMany({ where: typo }),
    ],
  ] as const) {
    assert.is(thrown(work).message, message)
    assert.is(JSON.stringify(store.snapshot()), before)
  }
})

test('given an id chosen through the library, later ids are higher, and none is reused', async () => {
  const store = await furnished()
  const { db } = store

  db.resource.create({ id: 40, schedule_id: 'one', name: 'Forty' })
  db.resource.delete({ where: { id: { equals: 40 } } })
  const { id } = db.resource.create({ schedule_id: 'one', name: 'Grey' })

  assert.is(id, 41)
  assert.is(await store.write(({ resources }) => resources.insert(resource('Brown'), later)), 42)
})

test('given an invalid query, then nothing is found, changed or deleted, and the message says what to write', async () => {
  const store = await furnished()
  const before = JSON.stringify(store.snapshot())
  const { resource } = store.db as never as Record<
    'resource',
    Record<string, (...values: unknown[]) => unknown>
  >

  for (const [method, query, message] of [
    [
      'findFirst',
      { name: { equals: 'Red' } },
      '"name" is not part of a query; write { where: { name: { equals',
    ],
    ['findFirst', undefined, 'write findFirst({ where: { id: { equals: 1 } } }), not undefined'],
    ['findFirst', 1, 'write findFirst({ where: { id: { equals: 1 } } }), not 1'],
    ['findFirst', { where: { name: 'Red' } }, 'where.name must be a condition such as { equals: "Red" }'],
    ['count', { where: { name: 'Red' } }, 'where.name must be a condition such as { equals: "Red" }'],
    ['count', { name: 'Red' }, '"name" is not part of a query'],
    ['findMany', { wher: {} }, '"wher" is not part of a query; did you mean where?'],
    ['findMany', { where: () => true }, 'where must be an object such as'],
    [
      'findMany',
      { where: { name: { contain: 'R' } } },
      'the unknown condition "contain"; did you mean contains?',
    ],
    [
      'findMany',
      { where: { id: { contains: '1' } } },
      'where.id has the unknown condition "contains"; known: equals,',
    ],
    ['deleteMany', {}, 'the query has no where; write { where: {} } for all rows'],
    ['delete', { id: 1 }, '"id" is not part of a query'],
    ['update', { where: { id: { equals: 1 } } }, 'data must be an object with the new values, not undefined'],
  ] as const) {
    const error = thrown(() => resource[method]?.(query))

    assert.ok(error.message.startsWith(`Failed to use mock.db.resource.${method}: `), error.message)
    assert.ok(error.message.includes(message), error.message)
  }
  assert.is(JSON.stringify(store.snapshot()), before)
  assert.is(resource.count?.(), store.db.resource.findMany({ where: {} }).length)
})

test('given the name of a model in the plural, then the message has the right one', async () => {
  const { db } = await furnished()

  for (const name of ['users', 'schedules', 'resources', 'bookings', 'collaborators'] as const)
    assert.match(
      thrown(() => (db as never as Record<string, unknown>)[name]).message,
      `Failed to use mock.db.${name}: the name of the model is ${name.slice(0, -1)}.`,
    )
})

test.run()
