import type { BulkScope, Danger } from '../../catalogue/rule.js'
import { type Check, type CheckOptions, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import type { Made } from '../../check/created.js'
import { each } from '../../check/ids.js'
import type { JsonObject } from '../../http/json.js'
import { bulkScopes, type Schedule } from '../../http/paths.js'
import { type Collection, collections } from '../collections.js'

interface Options extends Pick<CheckOptions, 'level' | 'needs' | 'waits'> {
  /**
   * Where the objects are made:
   * - `home`: where a faulty target can affect only what the request lists;
   * - `confined`: where it can affect everything in scope: the bookings of one new resource, or the spare schedule;
   * - `spare`: always in the spare schedule.
   */
  readonly place: 'home' | 'confined' | 'spare'
  /** The dangers, if they differ from those of the rule. */
  readonly danger?: { readonly ofResource: Danger; readonly ofSchedule: Danger }
  /**
   * What must pass first: one id per check, or a single one for the bookings of a resource, which are always tried before
   * the collections of a whole schedule.
   */
  readonly after?: string | readonly string[]
  /** The method whose requests with ids these checks prove safe. */
  readonly provesSafe?: 'PUT' | 'DELETE'
  /** The method of the requests that the checks send to a schedule other than the spare one. */
  readonly sends?: 'PUT' | 'DELETE'
}

/** Objects that a check created: those whose ids it will send, and the rest. */
export interface Stage {
  readonly path: string
  readonly listed: readonly Made[]
  readonly rest: readonly Made[]
  readonly all: readonly Made[]
  /** The ids of the listed objects. */
  readonly ids: readonly number[]
  /** A change that all of them accept. */
  readonly change: JsonObject
}

interface Counts {
  readonly listed: number
  readonly rest?: number
  /** What they are created with. */
  readonly members?: JsonObject
  /** The schedule, if not the place of the check. */
  readonly in?: Schedule
}

/** The body of a check: it gets the collection, and creates objects in it with `stage`. */
export type CollectionCheck = (
  context: Context,
  collection: Collection,
  stage: (counts: Counts) => Promise<Stage>,
) => Promise<void>

/**
 * Declares the same check of bulk requests for each of the collections that the ids end with.
 *
 * @example
 * ...eachBulk(
 *   ids`BULK-04.resources BULK-04.bookings`,
 *   objects => `a bulk delete of ${objects} with ids deletes only the listed ones`,
 *   { place: 'confined' },
 *   async ({ owner }, _, stage) => {
 *     const { path, ids, rest } = await stage({ listed: 2, rest: 2 })
 *     …
 *   },
 * )
 */
export function eachBulk(
  ids: readonly string[],
  title: (objects: string) => string,
  { place, danger, after, provesSafe, sends, needs = [], level, waits }: Options,
  run: CollectionCheck,
): readonly Check[] {
  const ofResource = ids.find(id => id.endsWith('.resource-bookings'))

  return each(ids, collections, (id, collection) => {
    const { key, words, home } = collection
    const first = typeof after === 'object' ? after[ids.indexOf(id)] : id === ofResource ? after : ofResource
    const at = place === 'home' ? home : place === 'confined' && id === ofResource ? 'schedule' : 'spare'
    const options: CheckOptions = {
      needs: [...(at === 'schedule' ? [] : [`${at} schedule` as const]), ...needs],
      ...(level && { level }),
      ...(waits && { waits }),
      ...(danger && { danger: id === ofResource ? danger.ofResource : danger.ofSchedule }),
      ...(first && { after: first }),
      ...(provesSafe && { provesSafe: safeAfter(key, provesSafe) }),
      ...(sends && { sends: bulkScopes(sends, key) }),
    }
    return check(id, title(words), options, context =>
      run(context, collection, async ({ listed, rest = 0, members = {}, in: schedule = context[at] }) => {
        const options = { count: listed + rest, members: () => members, in: schedule }
        const { path, objects, ids } = await collection.make(context, options)
        return {
          path,
          all: objects,
          listed: objects.slice(0, listed),
          rest: objects.slice(listed),
          ids: ids.slice(0, listed),
          change: collection.change(context),
        }
      }),
    )
  })
}

/** For every collection of a schedule, the bookings of one resource come first. */
const safeAfter = (key: Collection['key'], method: 'PUT' | 'DELETE'): readonly BulkScope[] =>
  key === 'resource-bookings'
    ? [`${method} resources`, `${method} bookings`, `${method} collaborators`]
    : [`${method} ${key}`]
