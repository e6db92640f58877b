/*
 * The schedule that benchmarks of stores fill: each resource in turn has the next booking.
 */
import type { Repositories, Store } from '../../server/core/index.js'
import { booking, made, resource, user } from '../../server/core/store-samples.contract.js'
import { note } from './measure.js'

export const one = { schedule_id: 'one' }

/** In seconds: when the first booking begins, and how long it is from each to the next. */
export const first = Math.floor(made / 1000)
export const step = 600

/** Adds the schedule with some resources, and its owner. */
export async function addSchedule({ users, schedules, resources }: Repositories, count = 1): Promise<void> {
  await users.insert(user('ada', { timezone: 'Europe/Lisbon' }), made)
  await schedules.insert({ id: 'one', owner_id: 'ada' }, made)
  for (let index = 0; index < count; index++) await resources.insert(resource(`R${index}`), made)
}

/** Adds the booking with this index. */
export function addBooking({ bookings }: Repositories, index: number, resources: number) {
  const start = first + index * step
  const resource_id = 1 + (index % resources)
  const row = booking({ resource_id, title: `Booking ${index}`, note, start, end: start + 1_800 })
  return bookings.insert(row, made)
}

/** Fills an empty store, in transactions of 10,000 bookings. */
export async function fill(store: Store, bookings: number, resources: number): Promise<void> {
  await store.write(rows => addSchedule(rows, resources))
  for (let done = 0; done < bookings; done += 10_000) {
    await store.write(async rows => {
      for (let index = done; index < Math.min(bookings, done + 10_000); index++) {
        await addBooking(rows, index, resources)
      }
    })
  }
}
