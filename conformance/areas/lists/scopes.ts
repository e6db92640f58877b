import type { Context, Given, JsonObject, Made, Query, Schedule } from '../../runner/index.js'
import type { Kind } from '../members.js'

/** A query that is still to be completed: never the text of one. */
export type QueryObject = Exclude<Query, string>

/** One of the four lists of section 4. */
export interface Scope {
  /** The end of check ids: `LIST-01.resource-bookings`. */
  readonly name: 'resources' | 'bookings' | 'resource-bookings' | 'collaborators'
  /** What is in it, in words: `bookings of a resource`. */
  readonly words: string
  readonly kind: Kind
  /** The text member that tells its objects apart. */
  readonly mark: 'name' | 'title' | 'email'
  /** It takes time_min and time_max. */
  readonly timed: boolean
  /** Makes objects in it, in `schedule` unless another one is given; bookings are all of one resource, of their own. */
  make(context: Context, options: MakeOptions): Promise<Sample>
}

export interface MakeOptions {
  readonly count: number
  readonly members?: (index: number) => JsonObject
  readonly in?: Schedule
  /** `context.given` unless it is `context.shared`. */
  readonly given?: Given
}

/** Objects of a list that a check, or the run, made. */
export interface Sample {
  readonly scope: Scope
  readonly objects: readonly Made[]
  readonly ids: readonly number[]
  /** The path of the list. */
  readonly path: string
  /** What leaves only these objects in the list: `ids`, or nothing where there are no others. */
  readonly only: QueryObject
}

export const resources: Scope = {
  name: 'resources',
  words: 'resources',
  kind: 'resource',
  mark: 'name',
  timed: false,
  async make(context, { count, members, in: schedule = context.schedule, given = context.given }) {
    const made = await given.resources(count, members, { in: schedule })
    return sampleOf(resources, made, schedule.resources)
  },
}

export const bookings: Scope = {
  name: 'bookings',
  words: 'bookings',
  kind: 'booking',
  mark: 'title',
  timed: true,
  async make(context, { count, members, in: schedule = context.schedule, given = context.given }) {
    const resource = await given.resource({}, { in: schedule })
    const made = await given.bookings(resource, count, members)
    return sampleOf(bookings, made, schedule.bookings)
  },
}

export const resourceBookings: Scope = {
  name: 'resource-bookings',
  words: 'bookings of a resource',
  kind: 'booking',
  mark: 'title',
  timed: true,
  async make(context, { count, members, in: schedule = context.schedule, given = context.given }) {
    const resource = await given.resource({}, { in: schedule })
    const made = await given.bookings(resource, count, members)
    return { ...sampleOf(resourceBookings, made, resource.bookings), only: {} }
  },
}

export const collaborators: Scope = {
  name: 'collaborators',
  words: 'collaborators',
  kind: 'collaborator',
  mark: 'email',
  timed: false,
  async make(context, { count, members, in: schedule = context.schedule, given = context.given }) {
    const made = await given.collaborators(count, members, { in: schedule })
    return sampleOf(collaborators, made, schedule.collaborators)
  },
}

/** The four lists: R, B, RB and C of the catalogue. */
export const scopes: readonly Scope[] = [resources, bookings, resourceBookings, collaborators]

function sampleOf(scope: Scope, objects: readonly Made[], path: string): Sample {
  const ids = objects.map(({ id }) => id)
  return { scope, objects, ids, path, only: { ids } }
}

/** Some objects of a sample, by their ids wherever they are. */
export function some(sample: Sample, from: number, to: number): Sample {
  const objects = sample.objects.slice(from, to)
  return sampleOf(sample.scope, objects, sample.path)
}

/** A minute after 1 March 2023, 0:00 UTC, as ISO 8601 with Z. */
export const march = (hour: number, minute = 0) =>
  new Date(Date.UTC(2023, 2, 1, hour, minute)).toISOString().replace('.000Z', 'Z')

/**
 * Objects that the run makes once for all who ask. Only to be read. The two lists of bookings have the same ones, all of
 * one resource.
 */
export async function sharedSample(
  context: Context,
  scope: Scope,
  options: Pick<MakeOptions, 'count' | 'members'>,
): Promise<Sample> {
  const maker = scope.timed ? resourceBookings : scope
  const sample = await context.once(`${options.count} shared ${maker.words}`, () =>
    maker.make(context, { ...options, given: context.shared }),
  )
  return scope === bookings ? sampleOf(bookings, sample.objects, context.schedule.bookings) : sample
}

/**
 * The 25 objects of a list that the run makes once. Only to be read. The n-th booking begins at `march(n)` and takes
 * half an hour.
 */
export const twentyFive = (context: Context, scope: Scope): Promise<Sample> =>
  sharedSample(context, scope, {
    count: 25,
    ...(scope.timed && { members: index => ({ start: march(index), end: march(index, 30) }) }),
  })
