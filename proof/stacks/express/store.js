import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { makes } from './mistake.js'

const derive = promisify(scrypt)

/** Users and schedules by id; a schedule holds its resources, bookings and collaborators. */
export const users = new Map()
export const schedules = new Map()

export const now = () => new Date().toISOString()

let lastId = 1000

export function create(items, values) {
  const id = makes('id-from-length') ? items.length + 1 : ++lastId
  const time = now()
  const item = { id, ...values, updated_at: time, created_at: time }
  items.push(item)
  return item
}

/** Removes items from one of the arrays of a schedule. */
export function removeAll(schedule, collection, items) {
  const removed = new Set(items)
  if (makes('splice-in-loop')) {
    schedule[collection].forEach((item, index, all) => {
      if (removed.has(item)) all.splice(index, 1)
    })
  } else schedule[collection] = schedule[collection].filter(item => !removed.has(item))
}

export async function hashPassword(password) {
  const salt = randomBytes(16)
  return { salt, key: await derive(password, salt, 32) }
}

export async function verifyPassword(password, { salt, key }) {
  return timingSafeEqual(await derive(password, salt, 32), key)
}

export const findUser = email =>
  [...users.values()].find(user => user.email.toLowerCase() === email.toLowerCase())

export const collaborationsOf = user =>
  [...schedules.values()].flatMap(({ collaborators }) =>
    collaborators.filter(({ userId }) => userId === user.id),
  )

export function deleteUser(user) {
  users.delete(user.id)
  for (const schedule of schedules.values()) {
    if (schedule.ownerId === user.id) schedules.delete(schedule.id)
    schedule.collaborators = schedule.collaborators.filter(({ userId }) => userId !== user.id)
  }
}

const userDefaults = {
  firstname: '',
  lastname: '',
  language_tag: 'en',
  date_format: 'd.m.Y',
  time_format: 'H:i',
  timezone: 'Europe/Berlin',
  first_day_of_week: 'monday',
  allow_collaboration: true,
  profile_completed: false,
  collaboration_limit: 50,
  request_rate_limit: 1000,
  schedules_limit: 10,
}

/** Loads the users and their empty schedules. */
export async function load(seed) {
  const time = now()
  const loaded = seed.users.map(async ({ password, ...user }) => ({
    ...userDefaults,
    ...user,
    ...{ passwordHash: await hashPassword(password), updated_at: time, created_at: time },
  }))
  for (const user of await Promise.all(loaded)) users.set(user.id, user)
  for (const { id, owner } of seed.schedules) {
    const ownerId = findUser(owner).id
    schedules.set(id, { id, ownerId, resources: [], bookings: [], collaborators: [] })
  }
}
