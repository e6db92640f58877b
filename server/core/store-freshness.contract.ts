import * as assert from 'uvu/assert'
import type { Repositories, Selection, StoredBooking } from './store.js'
import {
  booking,
  errorOf,
  guest,
  halfHour,
  later,
  noon,
  resource,
  type Tried,
  user,
} from './store-samples.contract.js'

/** Reads everything that a store may cache: accounts by address, memberships, resources and bookings. */
async function seen(rows: Repositories): Promise<unknown> {
  const { users, schedules } = rows
  const emails = ['ada', 'bo', 'cy', 'guest'].map(name => `${name}@example.test`)
  const accounts = []
  for (const email of emails) accounts.push(await users.findByEmail(email))
  const memberships = []
  for (const schedule of ['one', 'two', 'three']) {
    for (const name of ['ada', 'bo', 'cy', 'guest']) {
      memberships.push(await schedules.membershipOf(schedule, name))
    }
  }
  const resources = []
  for (const schedule of ['one', 'two']) {
    for (const id of someIds) resources.push(await rows.resources.find(schedule, id))
  }
  return { accounts, memberships, resources, bookings: await bookingsBy(rows, rows.bookings) }
}

/** Computes the same from data that is never cached. */
async function stored(rows: Repositories): Promise<unknown> {
  const all = await rows.users.list()
  const accounts = ['ada', 'bo', 'cy', 'guest'].map(name =>
    all.find(({ email }) => email.toLowerCase() === `${name}@example.test`),
  )
  const memberships = []
  for (const schedule_id of ['one', 'two', 'three']) {
    const schedule = await rows.schedules.find(schedule_id)
    const listed = await rows.collaborators.list({ schedule_id }, { offset: 0, limit: 0 })
    const people = listed.map(({ json }) => JSON.parse(json))
    for (const id of ['ada', 'bo', 'cy', 'guest']) {
      const email = all.find(account => account.id === id)?.email
      const found = people.find(each => each.user?.email === email && email !== undefined)
      if (schedule?.owner_id === id) memberships.push({ role: 'owner' })
      else memberships.push(found && { role: found.user_role, collaborator_id: found.id })
    }
  }
  const resources = []
  for (const schedule_id of ['one', 'two']) {
    const listed = await rows.resources.list({ schedule_id }, { offset: 0, limit: 0 })
    for (const id of someIds) resources.push(listed.find(each => each.id === id))
  }
  return { accounts, memberships, resources, bookings: await bookingsBy(rows, await bookingsOneByOne(rows)) }
}

const someIds = Array.from({ length: 14 }, (_, index) => index + 1)

/** Single bookings, pages and totals of several selections. */
async function bookingsBy(
  { resources }: Repositories,
  { find, list, count }: Pick<Repositories['bookings'], 'find' | 'list' | 'count'>,
): Promise<unknown> {
  const found = []
  for (const schedule_id of ['one', 'two']) {
    for (const id of someIds) found.push(await find(schedule_id, id))
    const ofResources = (await resources.ids({ schedule_id })).map(resource_id => ({ resource_id }))
    const windows = [{ time_min: noon + halfHour }, { time_max: noon + 2 * halfHour }]
    for (const part of [{}, ...ofResources, ...windows]) {
      const selection = { schedule_id, ...part }
      found.push(await count(selection))
      for (const offset of [0, 2]) found.push(await list(selection, { offset, limit: 3 }))
    }
  }
  return found
}

/** Bookings by a list of their ids, which is never cached. */
async function bookingsOneByOne({ bookings }: Repositories) {
  const all = { offset: 0, limit: 0 }
  const kept: { schedule_id: string; resource_id: number; booking: StoredBooking }[] = []
  for (const schedule_id of ['one', 'two']) {
    for (const booking of await bookings.list({ schedule_id, ids: someIds }, all)) {
      kept.push({ schedule_id, resource_id: JSON.parse(booking.json).resource_id, booking })
    }
  }
  const select = ({ schedule_id, resource_id, time_min = -Infinity, time_max = Infinity }: Selection) =>
    kept
      .filter(
        each => each.schedule_id === schedule_id && each.resource_id === (resource_id ?? each.resource_id),
      )
      .map(each => each.booking)
      .filter(({ start, end }) => start >= time_min && end < time_max)
  return {
    find: (schedule_id: string, id: number) => select({ schedule_id }).find(each => each.id === id),
    list: (selection: Selection, { offset, limit }: { offset: number; limit: number }) =>
      select(selection).slice(offset, offset + limit),
    count: (selection: Selection) => select(selection).length,
  }
}

/** All ways in which accounts, memberships, resources and bookings change. */
const routes: Record<string, (rows: Repositories) => unknown> = {
  'a new account': ({ users }) => users.insert(user('cy'), later),
  'a changed password': ({ users }) => users.change('bo', { password_hash: 'new' }, later),
  'a changed address': ({ users }) => users.change('bo', { email: 'CY@example.test' }, later),
  'a changed name': ({ users }) => users.change('ada', { firstname: 'Ada' }, later),
  'a removed account': ({ users }) => users.remove('bo'),
  'a removed owner': ({ users }) => users.remove('ada'),
  'an account that comes back': async ({ users, schedules }) => {
    await users.remove('ada')
    await users.insert(user('ada'), later)
    await schedules.insert({ id: 'one', owner_id: 'bo' }, later)
  },
  'a new schedule': ({ schedules }) => schedules.insert({ id: 'three', owner_id: 'bo' }, later),
  'a new collaborator': ({ collaborators }) =>
    collaborators.insert({ ...guest('bo@example.test', 'two'), user_id: 'bo' }, later),
  'a changed role': ({ collaborators }) =>
    collaborators.change({ schedule_id: 'one' }, { user_role: 'viewer' }, later),
  'a removed collaborator': ({ collaborators }) => collaborators.remove({ schedule_id: 'one', ids: [1] }),
  'a linked invitation': async ({ users, collaborators }) => {
    await users.insert(user('guest'), later)
    await collaborators.link(2, 'guest')
  },
  'a new booking': ({ bookings }) => bookings.insert(booking(), later),
  'a changed booking': ({ bookings }) =>
    bookings.change({ schedule_id: 'one', ids: [5] }, { title: 'changed' }, later),
  'a moved booking': ({ bookings }) =>
    bookings.change({ schedule_id: 'one', ids: [1] }, { resource_id: 2, start: noon - 60 }, later),
  'a removed booking': ({ bookings }) => bookings.remove({ schedule_id: 'two', ids: [9] }),
  'removed bookings': ({ bookings }) => bookings.remove({ schedule_id: 'one', time_min: noon + halfHour }),
  'a new resource': ({ resources }) => resources.insert(resource('Yellow'), later),
  'a changed resource': ({ resources }) =>
    resources.change({ schedule_id: 'one', ids: [2] }, { note: 'changed' }, later),
  'a removed resource': ({ resources }) => resources.remove({ schedule_id: 'one', ids: [2] }),
  'an emptied store': rows => rows.clear(),
}

/** Reads are never stale: within a transaction, after it, and after its rollback. */
export function freshnessContract(tried: Tried): void {
  const { furnished } = tried
  const undo = new Error('undo')

  for (const [name, route] of Object.entries(routes)) {
    furnished(`given ${name}, later reads are not stale`, async () => {
      const before = await tried.store.read(seen)
      const write = (fails: boolean) =>
        tried.store.write(async rows => {
          assert.equal(await seen(rows), before)
          await route(rows)
          assert.equal(await seen(rows), await stored(rows))
          assert.not.equal(await seen(rows), before)
          if (fails) throw undo
        })

      assert.is(await errorOf(() => write(true)), undo)
      assert.equal(await tried.store.read(seen), before)

      await write(false)
      assert.equal(await tried.store.read(seen), await tried.store.read(stored))
      assert.not.equal(await tried.store.read(seen), before)
    })
  }
}
