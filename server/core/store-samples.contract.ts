import { setImmediate } from 'node:timers/promises'
import { accountDefaults } from './contract/user.js'
import type { NewBooking, NewResource, NewUser, Selection, Store, Stored, StoredBooking } from './store.js'

/*
 * The sample data of the store contract: two schedules of ada, with bo as editor of the first, three resources and
 * bookings of half an hour.
 */

/** A store under test, which is opened before all tests and emptied before each test. */
export interface Tried {
  store: Store
  /** Whether writes are serialized or run concurrently. */
  writes: 'one by one' | 'side by side'
  /** The share of the steps that tests of random writes perform. */
  share: number
  /** Registers a test of an empty store, or of one with the sample data. */
  test(rule: string, work: () => Promise<void>): void
  furnished(rule: string, work: () => Promise<void>): void
}

/** Yields to all other ready work. */
export const pause = () => setImmediate()

/** The error of work; undefined if it succeeds. */
export const errorOf = (work: Promise<unknown> | (() => unknown)): Promise<unknown> =>
  (typeof work === 'function' ? Promise.resolve().then(work) : work).then(
    () => undefined,
    error => error,
  )

/** The time when the samples are created, and a later time, in milliseconds. */
export const made = Date.UTC(2023, 0, 15, 11, 0, 0, 7)
export const later = made + 3_600_000

/** The start of the first booking, in seconds. */
export const noon = Date.UTC(2023, 6, 15, 12) / 1000
export const halfHour = 1800

export const user = (id: string, more: Partial<NewUser> = {}): NewUser => ({
  ...accountDefaults,
  id,
  email: `${id}@example.test`,
  request_rate_limit: 1000,
  password_hash: `hash of ${id}`,
  ...more,
})

const look = {
  color_fg: '#000000',
  text_bold: false,
  link: '',
  link_title: '',
  note: '',
  custom_1: '',
  custom_2: '',
}

export const resource = (name: string, more: Partial<NewResource> = {}): NewResource => ({
  ...look,
  schedule_id: 'one',
  name,
  description: '',
  color_bk: '#FFFFFF',
  color_schedule: '#FFFFFF',
  ...more,
})

export const booking = (more: Partial<NewBooking> = {}): NewBooking => ({
  ...look,
  schedule_id: 'one',
  resource_id: 1,
  title: '',
  start: noon,
  end: noon + halfHour,
  all_day_display: false,
  color_bk: '#FFFFFF',
  ...more,
})

export const guest = (email: string, schedule_id = 'one') => ({
  schedule_id,
  email,
  user_id: null,
  user_role: 'viewer' as const,
})

/** Schedule `one` gets resources 1 and 2 and bookings 1 to 8, schedule `two` resource 3 and bookings 9 to 12. */
export async function furnish(store: Store): Promise<void> {
  await store.write(async rows => {
    for (const id of ['ada', 'bo']) await rows.users.insert(user(id), made)
    for (const id of ['one', 'two']) await rows.schedules.insert({ id, owner_id: 'ada' }, made)
    await rows.resources.insert(resource('Red'), made)
    await rows.resources.insert(resource('Blue'), made)
    await rows.resources.insert(resource('Green', { schedule_id: 'two' }), made)
    for (let slot = 0; slot < 12; slot++) {
      const scope = slot < 8 ? { resource_id: (slot % 2) + 1 } : { schedule_id: 'two', resource_id: 3 }
      const start = noon + (slot % 4) * halfHour
      await rows.bookings.insert(booking({ ...scope, start, end: start + halfHour, title: `${slot}` }), made)
    }
    const editor = { ...guest('bo@example.test'), user_id: 'bo', user_role: 'editor' as const }
    await rows.collaborators.insert(editor, made)
    await rows.collaborators.insert(guest('guest@example.test'), made)
    await rows.collaborators.insert(guest('guest@example.test', 'two'), made)
    const secret = 'secret of bo'
    await rows.emailChanges.put({ user_id: 'bo', email: 'new@example.test', secret, expires_at: later })
  })
}

/** Parses the object in a row. */
export const read = (kept: Stored | StoredBooking | undefined) =>
  kept && (JSON.parse(kept.json) as Record<string, unknown>)

/** The entire content of a store, including totals. */
export function everything(store: Store): unknown {
  return store.read(async ({ users, schedules, resources, bookings, collaborators, emailChanges }) => {
    const all = { offset: 0, limit: 0 }
    const content = []
    for (const { id: schedule_id } of await schedules.list()) {
      for (const collection of [resources, bookings, collaborators]) {
        content.push(await collection.list({ schedule_id }, all), await collection.count({ schedule_id }))
      }
      for (const resource_id of await resources.ids({ schedule_id })) {
        content.push(await bookings.count({ schedule_id, resource_id }))
      }
    }
    const change = await emailChanges.find('secret of bo')
    return { users: await users.list(), schedules: await schedules.list(), content, change }
  })
}

/** Changes, removes and inserts rows of every kind. */
export const stir = (store: Pick<Store, 'write'>): Promise<void> =>
  store.write(async rows => {
    const one = { schedule_id: 'one' }
    await rows.resources.change({ ...one, ids: [1] }, { name: 'Crimson' }, later)
    await rows.resources.change({ ...one, ids: [2] }, { name: 'Red' }, later)
    await rows.bookings.change(one, { resource_id: 1, title: 'new' }, later)
    await rows.bookings.remove({ ...one, ids: [2, 8] })
    await rows.resources.remove({ schedule_id: 'two' })
    await rows.users.insert(user('cy'), later)
    await rows.users.remove('bo')
    await rows.bookings.insert(booking(), later)
    await rows.schedules.insert({ id: 'three', owner_id: 'cy' }, later)
    await rows.collaborators.remove({ schedule_id: 'two' })
    await rows.emailChanges.put({ user_id: 'ada', email: 'x@example.test', secret: 's', expires_at: 1 })
  })

const choices = {
  schedule_id: ['one', 'two', 'three'],
  ids: [undefined, [], [1], [8, 2, 5, 2, 9, 99], [9, 10]],
  resource_id: [undefined, 1, 2, 3, 99],
  time_min: [undefined, noon, noon + 1, noon + halfHour, noon + 9 * halfHour],
  time_max: [undefined, noon, noon + halfHour + 1, noon + 2 * halfHour, noon + 9 * halfHour],
}

/** All combinations of selections of bookings, including those that match nothing. */
export function selections(): Selection[] {
  let combined: object[] = [{}]
  for (const [name, values] of Object.entries(choices)) {
    combined = combined.flatMap(each =>
      values.map(value => (value === undefined ? each : { ...each, [name]: value })),
    )
  }
  return combined as Selection[]
}

/** A second, plain implementation of selections. */
export const fits =
  ({ schedule_id, ids, resource_id, time_min = -Infinity, time_max = Infinity }: Selection) =>
  (each: Pick<NewBooking, 'schedule_id' | 'resource_id' | 'start' | 'end'> & { id: number }): boolean =>
    each.schedule_id === schedule_id &&
    (ids?.includes(each.id) ?? true) &&
    (resource_id === undefined || each.resource_id === resource_id) &&
    each.start >= time_min &&
    each.end < time_max
