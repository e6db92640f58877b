import type { Caller } from './scene.js'
import { create } from './values.js'

/** One of the lists of the interface, and how tests fill it. */
export interface ListUnderTest {
  name: string
  path: string
  /** A field that tests change in bulk, with two values. */
  member: string
  values: [unknown, unknown]
  /** Creates what must exist first; called once. */
  prepare(owner: Caller): Promise<void>
  /** Returns a body that creates the nth object of this list. */
  body(index: number): object
  /** The path for creating objects of this list. */
  createPath: string
  /** The path for reading and writing one of them. */
  itemPath: string
}

const schedule = '/schedules/first'

async function twoRooms(owner: Caller): Promise<void> {
  for (const name of ['Room 1', 'Room 2']) await create(owner, `${schedule}/resources`, { name })
}

const booking = (index: number) => ({
  resource_id: 1,
  title: `Booking ${index}`,
  start: `2026-01-05T${String(index % 24).padStart(2, '0')}:00:00Z`,
  end: `2026-01-05T${String(index % 24).padStart(2, '0')}:30:00Z`,
})

/** The four lists of sections 2.5 and 4: resources, bookings, bookings of a resource, collaborators. */
export const lists: readonly ListUnderTest[] = [
  {
    name: 'resources',
    path: `${schedule}/resources`,
    createPath: `${schedule}/resources`,
    itemPath: `${schedule}/resources`,
    member: 'note',
    values: ['before', 'after'],
    prepare: async () => {},
    body: index => ({ name: `Room ${index}`, note: 'before' }),
  },
  {
    name: 'bookings',
    path: `${schedule}/bookings`,
    createPath: `${schedule}/bookings`,
    itemPath: `${schedule}/bookings`,
    member: 'note',
    values: ['before', 'after'],
    prepare: twoRooms,
    body: index => ({ ...booking(index), note: 'before' }),
  },
  {
    name: 'bookings of a resource',
    path: `${schedule}/resources/1/bookings`,
    createPath: `${schedule}/bookings`,
    itemPath: `${schedule}/bookings`,
    member: 'note',
    values: ['before', 'after'],
    prepare: twoRooms,
    body: index => ({ ...booking(index), note: 'before' }),
  },
  {
    name: 'collaborators',
    path: '/schedules/second/collaborators',
    createPath: '/schedules/second/collaborators',
    itemPath: '/schedules/second/collaborators',
    member: 'user_role',
    values: ['viewer', 'editor'],
    prepare: async () => {},
    body: index => ({ email: `guest-${index}@example.test` }),
  },
]

/** Creates this many objects in a list and returns their ids. */
export async function fill(owner: Caller, list: ListUnderTest, count: number): Promise<number[]> {
  await list.prepare(owner)
  const ids: number[] = []
  for (let index = 0; index < count; index++) ids.push(await create(owner, list.createPath, list.body(index)))
  return ids
}
