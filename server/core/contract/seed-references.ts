import { endOf, instantOf, isInRange, readTime, type WrittenTime } from '../times/times.js'
import type { Detail } from '../wire/errors.js'
import { nearest } from '../wire/wording.js'
import type { LoadableSeed, SeedBooking, SeedUser } from './seed.js'
import { emailKey } from './user.js'

/** Where resource names are unique: in the whole service (section 2.1), or within each schedule. */
export type UniqueNames = 'service' | 'schedule'

/** The users of a seed by lower-case address. */
export type SeedUsers = ReadonlyMap<string, Pick<SeedUser, 'email' | 'timezone'>>

export const usersByEmail = (users: LoadableSeed['users']): SeedUsers =>
  new Map(users.map(user => [emailKey(user.email), user]))

/** Finds dangling references and duplicate values, except in bookings. */
export function* wrongReferences(
  { users, schedules }: LoadableSeed,
  uniqueNames: UniqueNames,
): Generator<Detail> {
  const addresses = users.map(user => user.email)
  const known = new Set(addresses.map(emailKey))
  yield* repeated(addresses, index => `users.${index}.email`, emailKey)
  yield* repeated(
    users.map(user => user.id),
    index => `users.${index}.id`,
  )
  yield* repeated(
    schedules.map(schedule => schedule.id),
    index => `schedules.${index}.id`,
  )
  const names = schedules.flatMap((schedule, s) =>
    schedule.resources.map(({ name }, r) => ({ name, path: `schedules.${s}.resources.${r}.name` })),
  )
  if (uniqueNames === 'service')
    yield* repeated(
      names.map(({ name }) => name),
      index => names[index]?.path ?? '',
    )

  for (const [s, schedule] of schedules.entries()) {
    const path = `schedules.${s}`
    if (!known.has(emailKey(schedule.owner)))
      yield unknown(`${path}.owner`, 'user', schedule.owner, addresses)
    if (uniqueNames === 'schedule') {
      const own = schedule.resources.map(({ name }) => name)
      yield* repeated(own, index => `${path}.resources.${index}.name`)
    }
    const invited = schedule.collaborators.map(({ email }) => email)
    yield* repeated(invited, index => `${path}.collaborators.${index}.email`, emailKey)
    const own = invited.map(emailKey).indexOf(emailKey(schedule.owner))
    if (own >= 0) yield { path: `${path}.collaborators.${own}.email`, message: 'is the address of the owner' }
  }
}

const none: readonly Detail[] = []

/** Creates a check for the bookings of a schedule, one by one: their references, and that they end after they start. */
export function createBookingCheck(
  { resources, owner }: Pick<LoadableSeed['schedules'][number], 'resources' | 'owner'>,
  users: SeedUsers,
): (booking: SeedBooking) => readonly Detail[] {
  const names = new Set(resources.map(resource => resource.name))
  const ownZone = users.get(emailKey(owner))?.timezone ?? 'UTC'

  return booking => {
    const user = booking.by === undefined ? undefined : users.get(emailKey(booking.by))
    const isKnown = booking.by === undefined || user !== undefined
    const zone = booking.by === undefined ? ownZone : (user?.timezone ?? 'UTC')
    const times = wrongTimes(booking, zone)
    if (times.length === 0 && isKnown && names.has(booking.resource)) return none
    const details: Detail[] = []
    if (!names.has(booking.resource))
      details.push(unknown('resource', 'resource of this schedule', booking.resource, names))
    if (!isKnown) details.push(unknown('by', 'user', String(booking.by), emailsOf(users)))
    return [...details, ...times]
  }
}

const emailsOf = (users: SeedUsers) => [...users.values()].map(({ email }) => email)

/** Returns the instants of the times of a booking in a valid seed; they stay texts, because each reset parses them again. */
export function instantsIn(zone: string, { start, end }: { start: string; end: string }) {
  const from = instantOf(readTime(start) as WrittenTime, zone)
  return { start: from, end: endOf(readTime(end) as WrittenTime, from, zone) }
}

function wrongTimes({ start, end }: { start: string; end: string }, zone: string): readonly Detail[] {
  const { start: from, end: to } = instantsIn(zone, { start, end })
  if (isInRange(from) && isInRange(to) && from <= to) return none
  const message = 'must be within the years 0001 to 9999 in UTC'
  const details: Detail[] = []
  if (!isInRange(from)) details.push({ path: 'start', message })
  if (!isInRange(to)) details.push({ path: 'end', message })
  if (from > to) details.push({ path: 'end', message: `must not be before start: ${end} is before ${start}` })
  return details
}

/** Finds values that occurred before, compared by `keyOf`. */
function* repeated(
  values: readonly (string | undefined)[],
  pathOf: (index: number) => string,
  keyOf = (value: string) => value,
): Generator<Detail> {
  const seen = new Map<string, number>()
  for (const [index, value] of values.entries()) {
    if (value === undefined) continue
    const first = seen.get(keyOf(value))
    if (first === undefined) seen.set(keyOf(value), index)
    else
      yield {
        path: pathOf(index),
        message: `must be unique: ${JSON.stringify(values[first])} is also at ${pathOf(first)}`,
      }
  }
}

function unknown(path: string, what: string, value: string, known: Iterable<string>): Detail {
  const near = nearest(value, known)
  const hint = near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`
  return { path, message: `does not name a ${what}: ${JSON.stringify(value)}${hint}` }
}
