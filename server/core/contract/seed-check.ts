import type { Detail } from '../errors.js'
import { instantOf, isInRange, readTime } from '../times.js'
import { nearest } from '../wording.js'
import { explain } from './body.js'
import { type Seed, seed } from './seed.js'

/** Thrown for an invalid seed; each detail has a path such as `schedules.0.owner`. */
export class SeedError extends Error {
  override readonly name = 'SeedError'
  readonly details: readonly Detail[]

  constructor(details: readonly Detail[]) {
    const lines = details
      .slice(0, 20)
      .map(({ path, message }) => `  ${path === '' ? 'the seed' : path} ${message}`)
    const rest = details.length > 20 ? `\n  and ${details.length - 20} more` : ''
    super(
      `Failed to use the seed: ${details.length === 1 ? 'one place is' : `${details.length} places are`} wrong.\n${lines.join('\n')}${rest}`,
    )
    this.details = details
  }
}

const key = (email: string) => email.toLowerCase()

/** Where resource names are unique: in the whole service (section 2.1), or within each schedule. */
export type UniqueNames = 'service' | 'schedule'

/**
 * Validates a seed, including references between its parts.
 *
 * @throws {SeedError} that lists every error
 */
export function parseSeed(value: unknown, uniqueNames: UniqueNames = 'service'): Seed {
  const result = seed.safeParse(value)
  if (!result.success) throw new SeedError(explain(result.error, seed))
  const details = [...wrongReferences(result.data, uniqueNames)]
  if (details.length > 0) throw new SeedError(details)
  return result.data
}

function* wrongReferences({ users, schedules }: Seed, uniqueNames: UniqueNames): Generator<Detail> {
  const zones = new Map(users.map(user => [key(user.email), user.timezone ?? 'UTC']))
  const addresses = users.map(user => user.email)
  yield* repeated(addresses, index => `users.${index}.email`, key)
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
    if (!zones.has(key(schedule.owner))) yield unknown(`${path}.owner`, 'user', schedule.owner, addresses)
    if (uniqueNames === 'schedule') {
      const own = schedule.resources.map(({ name }) => name)
      yield* repeated(own, index => `${path}.resources.${index}.name`)
    }
    const invited = schedule.collaborators.map(({ email }) => email)
    yield* repeated(invited, index => `${path}.collaborators.${index}.email`, key)
    const own = invited.map(key).indexOf(key(schedule.owner))
    if (own >= 0) yield { path: `${path}.collaborators.${own}.email`, message: 'is the address of the owner' }
    yield* wrongBookings(schedule, path, zones, addresses)
  }
}

function* wrongBookings(
  { resources, bookings, owner }: Seed['schedules'][number],
  path: string,
  zones: ReadonlyMap<string, string>,
  addresses: readonly string[],
): Generator<Detail> {
  const names = new Set(resources.map(resource => resource.name))
  for (const [b, booking] of bookings.entries()) {
    const at = `${path}.bookings.${b}`
    if (!names.has(booking.resource)) {
      yield unknown(`${at}.resource`, 'resource of this schedule', booking.resource, [...names])
    }
    const by = booking.by ?? owner
    const zone = zones.get(key(by))
    if (zone === undefined && booking.by !== undefined) yield unknown(`${at}.by`, 'user', by, addresses)
    yield* wrongTimes(booking, at, zone ?? 'UTC')
  }
}

function* wrongTimes(booking: { start: string; end: string }, path: string, zone: string): Generator<Detail> {
  const instants = { start: 0, end: 0 }
  for (const name of ['start', 'end'] as const) {
    instants[name] = instantOf(readTime(booking[name]) as never, zone)
    if (isInRange(instants[name])) continue
    yield { path: `${path}.${name}`, message: 'must be within the years 0001 to 9999 in UTC' }
  }
  if (instants.start <= instants.end) return
  yield {
    path: `${path}.end`,
    message: `must not be before start: ${booking.end} is before ${booking.start}`,
  }
}

/** Values that occurred before, compared by `keyOf`. */
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

function unknown(path: string, what: string, value: string, known: readonly string[]): Detail {
  const near = nearest(value, known)
  const hint = near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`
  return { path, message: `does not name a ${what}: ${JSON.stringify(value)}${hint}` }
}
