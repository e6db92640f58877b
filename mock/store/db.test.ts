import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  errorOf,
  furnish,
  later,
  made,
  noon,
  read,
  resource,
  user,
} from '../../server/core/store-samples.contract.js'
import { drop } from '../vendor/data.js'
import { createMockStore, type MockStore } from './mock-store.js'

const one = { schedule_id: 'one' }
const all = { offset: 0, limit: 0 }
const text = (milliseconds: number) => new Date(milliseconds).toISOString()

async function furnished(): Promise<MockStore> {
  const store = createMockStore({ now: () => later })
  await furnish(store)
  return store
}

const bookingOf = async (store: MockStore, id: number, schedule_id = 'one') =>
  read(await store.read(rows => rows.bookings.find(schedule_id, id)))

test('given a booking created through the library, the service finds it like any other', async () => {
  const store = await furnished()

  const created = store.db.booking.create({
    resource_id: 2,
    title: 'by hand',
    start: '2023-07-20T08:00:00Z',
    end: '2023-07-20 09:00',
  })

  const { start, end, ...shown } = created
  assert.equal([start, end], ['2023-07-20 08:00', '2023-07-20 09:00'])
  assert.equal(await bookingOf(store, 13), { ...shown, start: null, end: null })
  assert.is(created.id, 13)
  assert.is(created.schedule_id, 'one')
  assert.is(created.color_bk, '#FFFFFF')
  assert.equal([created.created_at, created.updated_at], [text(later), text(later)])
  assert.equal(await store.read(({ bookings }) => bookings.ids({ ...one, resource_id: 2 })), [2, 4, 6, 8, 13])
  assert.is(await store.read(({ bookings }) => bookings.count(one)), 9)
})

test('given accounts, schedules and the rest created through the library, members have their defaults', async () => {
  const store = createMockStore({ now: () => made })
  const { db } = store

  const ada = db.user.create({ email: 'Ada@example.test' })
  const schedule = db.schedule.create({ owner_id: ada.id })
  const red = db.resource.create({ schedule_id: schedule.id, name: 'Red' })
  const guest = db.collaborator.create({ schedule_id: schedule.id, email: 'guest@example.test' })

  await store.read(async ({ users, schedules, resources, collaborators }) => {
    const found = await users.findByEmail('ada@EXAMPLE.test')
    assert.equal([found?.id, found?.timezone, found?.request_rate_limit], ['user-1', 'UTC', 100_000])
    assert.is(JSON.parse(found?.json ?? '').allow_collaboration, true)
    assert.equal(await schedules.membershipOf(schedule.id, ada.id), { role: 'owner' })
    assert.equal(read(await resources.find(schedule.id, red.id)), { ...red })
    const { user_id, ...shown } = guest
    assert.is(user_id, null)
    assert.equal(read(await collaborators.find(schedule.id, 1)), shown)
    assert.equal([red.text_bold, red.color_fg, red.note], [false, '#000000', ''])
    assert.is(guest.user_role, 'viewer')
  })
})

test('given a collaborator created with the address of an account, it is linked to the account', async () => {
  const store = await furnished()
  store.db.user.create({ id: 'cy', email: 'cy@example.test', firstname: 'Cy' })

  const { id } = store.db.collaborator.create({
    schedule_id: 'one',
    email: 'CY@example.test',
    user_role: 'editor',
  })

  assert.equal(await store.read(({ schedules }) => schedules.membershipOf('one', 'cy')), {
    role: 'editor',
    collaborator_id: id,
  })
  const shown = read(await store.read(({ collaborators }) => collaborators.find('one', id)))
  assert.equal(shown?.user, { email: 'cy@example.test', firstname: 'Cy', lastname: '' })
})

test('given an update through the library, the service sees it, and updated_at changes', async () => {
  const store = await furnished()

  const updated = store.db.booking.update({
    where: { id: { equals: 1 } },
    data: { title: 'moved', resource_id: 2, start: '2023-07-15 12:10' },
  })

  const shown = await bookingOf(store, 1)
  assert.equal([shown?.title, shown?.resource_id], ['moved', 2])
  assert.equal([shown?.start_utc, shown?.end_utc], ['2023-07-15T12:10:00Z', '2023-07-15T12:30:00Z'])
  assert.equal([shown?.created_at, shown?.updated_at], [text(made), text(later)])
  assert.is(updated?.start_utc, '2023-07-15T12:10:00Z')
  await store.read(async ({ bookings }) => {
    assert.equal(await bookings.ids({ ...one, resource_id: 1 }), [3, 5, 7])
    assert.equal(await bookings.ids({ ...one, time_max: noon + 1801 }), [1, 5])
  })
})

test('given a bulk update through the library, with functions of previous values, the service sees all changes', async () => {
  const store = await furnished()

  store.db.booking.updateMany({
    where: { schedule_id: { equals: 'two' } },
    data: { title: title => `(${title})`, updated_at: () => '2030-01-01T00:00:00.000Z' },
  })

  assert.equal(
    (await store.read(({ bookings }) => bookings.list({ schedule_id: 'two' }, all))).map(kept => {
      const { title, updated_at } = read(kept) ?? {}
      return [title, updated_at]
    }),
    ['8', '9', '10', '11'].map(title => [`(${title})`, '2030-01-01T00:00:00.000Z']),
  )
})

test('given an update of only start_utc, start follows in the time zone of the owner', async () => {
  const store = await furnished()
  await store.write(({ users }) => users.change('ada', { timezone: 'Asia/Tokyo' }, later))

  const updated = store.db.booking.update({
    where: { id: { equals: 4 } },
    data: { start_utc: '2023-07-15T13:00:00Z', end_utc: '2023-07-15T14:30:00Z' },
  })

  assert.equal([updated?.start, updated?.end], ['2023-07-15 22:00', '2023-07-15 23:30'])
  const kept = await store.read(({ bookings }) => bookings.find('one', 4))
  assert.is(kept?.start, noon + 3600)
})

test('given a time without a zone, it is in the time zone of the owner of the schedule', async () => {
  const store = await furnished()
  await store.write(({ users }) => users.change('ada', { timezone: 'Asia/Tokyo' }, later))

  const { start_utc, end, end_utc } = store.db.booking.create({
    resource_id: 3,
    start: '2023-07-20 08:00',
    end_utc: '2023-07-20T00:00:00Z',
  })

  assert.equal(
    [start_utc, end, end_utc],
    ['2023-07-19T23:00:00Z', '2023-07-20 09:00', '2023-07-20T00:00:00Z'],
  )
})

test('given a write of the service, the library finds it', async () => {
  const store = await furnished()

  await store.write(async ({ bookings, resources }) => {
    await bookings.change({ ...one, ids: [3] }, { title: 'new', start: noon }, later)
    await bookings.remove({ ...one, ids: [4] })
    await resources.insert(resource('Grey'), later)
  })

  const { db } = store
  const found = db.booking.findFirst({ where: { title: { equals: 'new' } } })
  assert.equal([found?.id, found?.start, found?.start_utc], [3, '2023-07-15 12:00', '2023-07-15T12:00:00Z'])
  assert.is(db.booking.count(), 11)
  assert.equal(
    db.resource
      .findMany({ where: { name: { contains: 'e' } }, orderBy: { id: 'desc' } })
      .map(({ name }) => name),
    ['Grey', 'Green', 'Blue', 'Red'],
  )
})

test('given a delete through the library, dependent entities are deleted too', async () => {
  const store = await furnished()

  store.db.resource.delete({ where: { name: { equals: 'Red' } } })
  await store.read(async ({ bookings }) => assert.equal(await bookings.ids(one), [2, 4, 6, 8]))
  assert.is(store.db.booking.count(), 8)

  store.db.user.deleteMany({ where: { id: { in: ['ada'] } } })
  assert.equal(
    [store.db.schedule.getAll(), store.db.booking.getAll(), store.db.collaborator.getAll()],
    [[], [], []],
  )
  await store.read(async ({ schedules }) => assert.equal(await schedules.list(), []))
})

test("given the library's drop, nothing is left", async () => {
  const store = await furnished()

  drop(store.db)

  await store.read(async ({ users, schedules }) => {
    assert.equal([await users.list(), await schedules.list()], [[], []])
  })
  assert.is(store.db.booking.count(), 0)
})

test('given results of the library, they are read-only, so that no row changes unnoticed', async () => {
  const store = await furnished()
  const [booking] = store.db.booking.getAll() as { title: string }[]

  assert.throws(() => {
    if (booking) booking.title = 'changed'
  }, /read only property|no setter/)
  assert.is((await bookingOf(store, 1))?.title, '0')
  assert.is(store.db.booking.getAll()[0]?.title, '0')
})

test('given a write that is undone, the library shows the rows as before, in their order', async () => {
  const store = await furnished()
  const { db } = store
  const shown = () => [db.user, db.schedule, db.resource, db.booking].map(model => model.getAll())
  const before = shown()

  const undone = store.write(async ({ users, bookings }) => {
    await bookings.change(one, { title: 'new' }, later)
    await users.remove('ada')
    await users.insert(user('ada'), later)
    assert.is(db.booking.count(), 0)
    throw new Error('not after all')
  })

  assert.match(String(await errorOf(undone)), /not after all/)
  assert.equal(shown(), before)
})

test.run()
