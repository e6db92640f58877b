import {
  type BulkScope,
  type Check,
  type Context,
  check,
  type JsonObject,
  type Made,
  type Schedule,
} from '../../runner/index.js'
import type { Danger, Level, Need } from '../rule.js'

/** The schedules of a run by what a faulty target would hurt there. */
export type Place = 'schedule' | 'second' | 'spare'

const needOf: Readonly<Record<Place, readonly Need[]>> = {
  schedule: [],
  second: ['second schedule'],
  spare: ['spare schedule'],
}

/** One of the four collections that bulk operations work on (sections 4.1 to 4.3). */
export interface Scope {
  readonly key: 'resources' | 'bookings' | 'resource-bookings' | 'collaborators'
  /** In the words of a title. */
  readonly objects: string
  /** Where its objects are made when only they can be touched; collaborators not where the people of the run are. */
  readonly home: 'schedule' | 'second'
  /** Every writable member that may be the same for several objects, none with its default. */
  readonly full: JsonObject
  /** A change that every object can take; it shows as it is sent. */
  change(context: Context): JsonObject
  /** A second one, of another type where there is one. */
  readonly otherChange: JsonObject
  /** Values against section 2, each with one that is right; of other members than `change`, where there are others. */
  readonly values: readonly { readonly wrong: JsonObject; readonly right: JsonObject }[]
  make(context: Context, schedule: Schedule, count: number, members: JsonObject): Promise<Scene>
}

interface Scene {
  /** What bulk requests go to. */
  readonly path: string
  readonly made: readonly Made[]
}

/** What a check has made in a scope: those whose ids it will name, and the rest. */
export interface Stage {
  readonly path: string
  readonly listed: readonly Made[]
  readonly rest: readonly Made[]
  readonly all: readonly Made[]
  /** Of those listed. */
  readonly ids: readonly number[]
}

const text = (length: number) => 'x'.repeat(length)

const values: Scope['values'] = [
  { wrong: { color_fg: 'red' }, right: { color_fg: '#112233' } },
  { wrong: { link: 'ftp://example.com/' }, right: { link: 'http://example.com/' } },
  { wrong: { link_title: text(101) }, right: { link_title: text(100) } },
  { wrong: { custom_1: text(201) }, right: { custom_1: text(200) } },
]

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

const resources: Scope = {
  key: 'resources',
  objects: 'resources',
  home: 'schedule',
  full: { ...styled, description: 'Description before', color_schedule: '#ABCDEF' },
  change: ({ token }) => ({ description: `Changed ${token}` }),
  otherChange: { text_bold: false },
  values,
  async make({ given }, schedule, count, members) {
    const made = await given.resources(count, () => members, { in: schedule })
    return { path: schedule.resources, made }
  },
}

const booking = {
  full: { ...styled, title: 'Title before' },
  change: ({ token }: Context) => ({ title: `Changed ${token}` }),
  otherChange: { text_bold: false },
  values,
} satisfies Partial<Scope>

const bookings: Scope = {
  ...booking,
  key: 'bookings',
  objects: 'bookings of a schedule',
  home: 'schedule',
  async make({ given }, schedule, count, members) {
    const [one, other] = await given.resources(2, undefined, { in: schedule })
    const made: Made[] = []
    for (let index = 0; index < count; index++) {
      made.push(await given.booking(index % 2 === 0 ? one : other, members))
    }
    return { path: schedule.bookings, made }
  },
}

export const resourceBookings: Scope = {
  ...booking,
  key: 'resource-bookings',
  objects: 'bookings of a resource',
  home: 'schedule',
  async make({ given }, schedule, count, members) {
    const resource = await given.resource({}, { in: schedule })
    const made = await given.bookings(resource, count, () => members)
    return { path: resource.bookings, made }
  },
}

const collaborators: Scope = {
  key: 'collaborators',
  objects: 'collaborators',
  home: 'second',
  full: { user_role: 'viewer' },
  change: () => ({ user_role: 'editor' }),
  otherChange: { user_role: 'viewer' },
  values: [
    { wrong: { user_role: 'admin' }, right: { user_role: 'editor' } },
    { wrong: { user_role: 'Viewer' }, right: { user_role: 'viewer' } },
  ],
  async make({ given }, schedule, count, members) {
    const made = await given.collaborators(count, () => members, { in: schedule })
    return { path: schedule.collaborators, made }
  },
}

export const scopes = [resources, bookings, resourceBookings, collaborators] as const
/** Those that take in all of a schedule. */
export const scheduleScopes = [resources, bookings, collaborators] as const

/** Makes objects in a scope: so many to be listed by id, so many beside them. */
export async function stage(
  context: Context,
  scope: Scope,
  schedule: Schedule,
  count: { listed: number; rest?: number; members?: JsonObject },
): Promise<Stage> {
  const { listed, rest = 0, members = {} } = count
  const { path, made } = await scope.make(context, schedule, listed + rest, members)
  return {
    path,
    all: made,
    listed: made.slice(0, listed),
    rest: made.slice(listed),
    ids: made.slice(0, listed).map(({ id }) => id),
  }
}

interface Plan {
  title(objects: string): string
  readonly place: (scope: Scope) => Place
  readonly danger?: (scope: Scope) => Danger
  readonly level?: Level
  /** What has to pass first. */
  readonly after?: (scope: Scope) => string | undefined
  readonly needs?: readonly Need[]
  /** The method whose requests with ids it shows to be safe. */
  readonly canaryFor?: 'PUT' | 'DELETE'
  /** All four, unless given. */
  readonly scopes?: readonly Scope[]
}

/** Declares one check for each scope; its id is that of the rule and the key of the scope. */
export function onEachScope(
  rule: string,
  plan: Plan,
  run: (context: Context, scope: Scope, schedule: Schedule) => Promise<void>,
): readonly Check[] {
  return (plan.scopes ?? scopes).map(scope => {
    const place = plan.place(scope)
    const danger = plan.danger?.(scope)
    const after = plan.after?.(scope)
    return check(
      `${rule}.${scope.key}`,
      plan.title(scope.objects),
      {
        needs: [...needOf[place], ...(plan.needs ?? [])],
        ...(plan.level && { level: plan.level }),
        ...(danger && { danger }),
        ...(after && { after }),
        ...(plan.canaryFor && { canaryFor: bulkScopesOf(scope, plan.canaryFor) }),
      },
      context => run(context, scope, context[place]),
    )
  })
}

/** The bookings of one resource stand for all collections of a schedule, as far as they go. */
const bulkScopesOf = ({ key }: Scope, method: 'PUT' | 'DELETE'): readonly BulkScope[] =>
  key === 'resource-bookings'
    ? [`${method} resources`, `${method} bookings`, `${method} collaborators`]
    : [`${method} ${key}`]

const isTried = (scope: Scope) => scope.key === 'resource-bookings'

/** For requests that touch only what they list. */
export const home = (scope: Scope): Place => scope.home
/** For requests after which a faulty target has touched all in scope: that is one resource, or the spare schedule. */
export const confined = (scope: Scope): Place => (isTried(scope) ? 'schedule' : 'spare')
export const spare = (): Place => 'spare'

/** That ids are respected is shown on the same scope first. */
export const afterUpdateByIds = ({ key }: Scope) => `BULK-01.${key}`
export const afterDeleteByIds = ({ key }: Scope) => `BULK-04.${key}`

/** The bookings of one resource are tried first, there after `first`; then the scopes that are a whole schedule. */
export const escalated = (rule: string, first?: string) => (scope: Scope) =>
  isTried(scope) ? first : `${rule}.resource-bookings`
