import type { Kind } from '../catalogue/members.js'
import type { Context } from '../check/context.js'
import type { Given, Made } from '../check/created.js'
import type { JsonObject } from '../http/json.js'
import type { Query, Schedule } from '../http/paths.js'

/** One of the four lists of section 4, on which bulk requests also operate. */
export interface Collection {
  /** The last part of check ids: `LIST-01.resource-bookings`. */
  readonly key: 'resources' | 'bookings' | 'resource-bookings' | 'collaborators'
  /** For titles and messages: `bookings of a resource`. */
  readonly words: string
  /** The path below `/v1/schedules/{scheduleId}`. */
  readonly path: string
  readonly kind: Kind
  /** The text member that distinguishes its objects. */
  readonly mark: 'name' | 'title' | 'email'
  /** Whether it takes time_min and time_max. */
  readonly timed: boolean
  /** Where requests that affect only what they list are safe: not among the collaborators that the run itself uses. */
  readonly home: 'schedule' | 'second'
  /** Every writable member that several objects may share, none with its default. */
  readonly full: JsonObject
  /** Returns a change that every object accepts and shows as it is sent. */
  change(context: Context): JsonObject
  /** Another change, of a member of another type if there is one. */
  readonly otherChange: JsonObject
  /** Values that section 2 forbids, each with an allowed one; of members other than those of `change` if possible. */
  readonly values: readonly { readonly wrong: JsonObject; readonly right: JsonObject }[]
  make(context: Context, options: MakeOptions): Promise<Sample>
}

export interface MakeOptions {
  readonly count: number
  readonly members?: (index: number) => JsonObject
  /** `context.schedule` by default. */
  readonly in?: Schedule
  /** `context.given` by default. */
  readonly given?: Given
}

/** Objects of a collection that a check, or the run, created. */
export interface Sample {
  readonly collection: Collection
  /** The path of the list. */
  readonly path: string
  readonly objects: readonly Made[]
  readonly ids: readonly number[]
  /** The query that restricts the list to these objects: `ids`, or nothing if there are no others. */
  readonly only: QueryObject
}

export type QueryObject = Exclude<Query, string>

const styled = {
  color_fg: '#123456',
  color_bk: '#654321',
  text_bold: true,
  link: 'https://example.com/before',
  link_title: 'Link before',
  note: 'Note\nbefore',
  custom_1: 'First before',
  custom_2: 'Second before',
}

const styledValues = [
  { wrong: { color_fg: 'red' }, right: { color_fg: '#112233' } },
  { wrong: { link: 'ftp://example.com/' }, right: { link: 'http://example.com/' } },
  { wrong: { link_title: 'x'.repeat(101) }, right: { link_title: 'x'.repeat(100) } },
  { wrong: { custom_1: 'x'.repeat(201) }, right: { custom_1: 'x'.repeat(200) } },
]

export const resources: Collection = {
  key: 'resources',
  words: 'resources',
  path: 'resources',
  kind: 'resource',
  mark: 'name',
  timed: false,
  home: 'schedule',
  full: { ...styled, description: 'Description before', color_schedule: '#ABCDEF' },
  change: ({ token }) => ({ description: `Changed ${token}` }),
  otherChange: { text_bold: false },
  values: styledValues,
  async make(context, { count, members, in: schedule = context.schedule, given = context.given }) {
    const objects = await given.resources(count, members, { in: schedule })
    return sampleOf(resources, objects, schedule.resources)
  },
}

const booking = {
  kind: 'booking',
  mark: 'title',
  timed: true,
  home: 'schedule',
  full: { ...styled, title: 'Title before' },
  change: ({ token }: Context) => ({ title: `Changed ${token}` }),
  otherChange: { text_bold: false },
  values: styledValues,
} satisfies Partial<Collection>

export const bookings: Collection = {
  ...booking,
  key: 'bookings',
  words: 'bookings',
  path: 'bookings',
  /** Bookings of two new resources, alternating. */
  async make(context, { count, members, in: schedule = context.schedule, given = context.given }) {
    const [one, other] = [await given.bookable({ in: schedule }), await given.bookable({ in: schedule })]
    const of = (index: number) => (index % 2 === 0 ? one : other)
    const objects = await given.bookings(of, count, members)
    return sampleOf(bookings, objects, schedule.bookings)
  },
}

export const resourceBookings: Collection = {
  ...booking,
  key: 'resource-bookings',
  words: 'bookings of a resource',
  path: 'resources/{resourceId}/bookings',
  /** Bookings of one new resource. */
  async make(context, { count, members, in: schedule = context.schedule, given = context.given }) {
    const resource = await given.bookable({ in: schedule })
    const objects = await given.bookings(resource, count, members)
    return { ...sampleOf(resourceBookings, objects, resource.bookings), only: {} }
  },
}

export const collaborators: Collection = {
  key: 'collaborators',
  words: 'collaborators',
  path: 'collaborators',
  kind: 'collaborator',
  mark: 'email',
  timed: false,
  home: 'second',
  full: { user_role: 'viewer' },
  change: () => ({ user_role: 'editor' }),
  otherChange: { user_role: 'viewer' },
  values: [
    { wrong: { user_role: 'admin' }, right: { user_role: 'editor' } },
    { wrong: { user_role: 'viewers' }, right: { user_role: 'viewer' } },
  ],
  async make(context, { count, members, in: schedule = context.schedule, given = context.given }) {
    const objects = await given.collaborators(count, members, { in: schedule })
    return sampleOf(collaborators, objects, schedule.collaborators)
  },
}

/** The four lists, by the last part of check ids. */
export const collections: Readonly<Record<Collection['key'], Collection>> = {
  resources,
  bookings,
  'resource-bookings': resourceBookings,
  collaborators,
}

function sampleOf(collection: Collection, objects: readonly Made[], path: string): Sample {
  const ids = objects.map(({ id }) => id)
  return { collection, objects, ids, path, only: { ids } }
}

/** Returns some objects of a sample; their list is always restricted by `ids`. */
export const some = (sample: Sample, from: number, to: number): Sample =>
  sampleOf(sample.collection, sample.objects.slice(from, to), sample.path)

/**
 * Objects that the run creates once, and that no check may change. Both lists of bookings have the same ones, all of one
 * resource.
 */
export async function sharedSample(
  context: Context,
  collection: Collection,
  options: Pick<MakeOptions, 'count' | 'members'>,
): Promise<Sample> {
  const maker = collection.timed ? resourceBookings : collection
  const sample = await context.once(`${options.count} shared ${maker.words}`, () =>
    maker.make(context, { ...options, given: context.shared }),
  )
  return collection === bookings ? sampleOf(bookings, sample.objects, context.schedule.bookings) : sample
}
