import { accepted, describeRequest, holds, same } from '../check/assertions.js'
import { type Check, check } from '../check/check.js'
import type { Context } from '../check/context.js'
import type { Made } from '../check/created.js'
import { hasZone, instantOf, isLater, isUtc, isZoneApart } from '../check/instants.js'
import type { Reply } from '../http/exchange.js'
import { isObject, type JsonObject } from '../http/json.js'
import { me } from '../http/paths.js'
import type { Actor } from '../session/actor.js'
import { Blocked } from '../session/outcomes.js'
import { atOnce } from './at-once.js'

/** What two updates of each kind of object change. */
const changes = {
  resource: [{ description: 'changed' }, { description: 'changed again' }],
  booking: [{ note: 'changed' }, { note: 'changed again' }],
  collaborator: [{ user_role: 'editor' }, { user_role: 'viewer' }],
} as const

/** More than any difference of clocks, and less than the offset of the time zone used. */
const tolerance = 2 * 3_600_000

/** How an update is sent: to one object, or with ids to the list of a schedule or of a resource. */
const ways = {
  one: 'an update',
  bulk: 'a bulk update',
  'bulk-of-resource': 'a bulk update of bookings of a resource',
} as const
type Way = keyof typeof ways

/** The ids of the checks of an object's dates; the last ones are those of updates, by their way. */
export type DateIds = readonly [
  iso: string,
  utc: string,
  created: string,
  updated: Partial<Record<Way, string>>,
]

/** The dates that every object of a schedule has, by RES-30 to RES-33, BKG-25 or COL-19. */
export function dateChecks(kind: Made['kind'], [iso, utc, created, updated]: DateIds): readonly Check[] {
  const [change, next] = changes[kind]
  const isoRule = iso.replace(/\..*/, '')
  const update = ({ owner }: Context, made: Made, inBulk: boolean, members: JsonObject) =>
    inBulk ? owner.put(made.schedule[`${kind}s`], members, { ids: made.id }) : owner.put(made.path, members)

  const follows = (id: string, way: Way) =>
    check(
      id,
      `updated_at of a ${kind} changes with ${ways[way]}`,
      { waits: true, sends: way === 'bulk' ? [`PUT ${kind}s`] : [] },
      async context => {
        const { owner, schedule, given } = context
        const room = kind === 'booking' ? await given.bookable() : undefined
        const count = way === 'one' ? 1 : 2
        const objects: readonly Made[] = room
          ? await given.bookings<number>(room, count)
          : kind === 'resource'
            ? await given.resources<number>(count)
            : await given.collaborators<number>(count, () => ({ user_role: 'viewer' }))
        const list = way === 'bulk-of-resource' && room ? room.bookings : schedule[`${kind}s`]

        await movesUpdatedAt(
          context,
          objects.map(made => datedObject(made, isoRule)),
          () =>
            way === 'one'
              ? owner.put(String(objects[0]?.path), change)
              : owner.put(list, change, { ids: objects.map(({ id }) => id) }),
          ways[way],
        )
      },
    )

  return [
    check(iso, `created_at and updated_at of a ${kind} are ISO 8601 dates and times`, async context => {
      const made = await context.given.one(kind)

      await datesOf(made, isoRule)

      const { items, reply } = await context.owner.list(made.schedule[`${kind}s`], { ids: made.id })
      for (const item of items) datesIn(item, reply, isoRule)
    }),

    check(
      utc,
      `created_at and updated_at of a ${kind} are in UTC, whatever the user's time zone`,
      { changes: ['owner'] },
      async context => {
        await context.settings(context.owner, { timezone: 'Pacific/Kiritimati' })
        const made = await context.given.one(kind)

        const { reply, read, ...instants } = await datesOf(made, isoRule)

        const clock = Date.parse(reply.headers.date ?? '') || reply.exchange.sentAt
        for (const member of ['created_at', 'updated_at'] as const) {
          const text = String(read[member])
          const near = Math.abs(instants[member] - clock) < tolerance && !isZoneApart(instants[member], clock)
          holds(isUtc(text) && near, `${member} of a ${kind} is not the time in UTC`, {
            expected: `about ${new Date(clock).toISOString()}${hasZone(text) ? '' : ' (read as UTC)'}`,
            actual: text,
            replies: [reply],
          })
        }
      },
    ),

    ...Object.entries(updated).map(([way, id]) => follows(id, way as Way)),

    check(
      created,
      `created_at of a ${kind} is not changed by an update, and not later than updated_at`,
      { waits: true, sends: [`PUT ${kind}s`] },
      async context => {
        const made = await context.given.one(kind)
        const before = await datesOf(made, isoRule)
        isOrdered(before)
        await context.wait(1100)

        for (const inBulk of [false, true]) {
          const reply = await update(context, made, inBulk, inBulk ? next : change)

          accepted(reply)
          const after = await datesOf(made, isoRule)
          const what = `created_at of a ${kind} after ${inBulk ? 'a bulk update' : 'an update'}`
          same(after.read.created_at, before.read.created_at, what, reply, after.reply)
          isOrdered(after, reply)
        }
      },
    ),
  ]
}

/**
 * Asserts for each member that updating it alone moves updated_at. There is one object per member, which is updated by its
 * path or by its id in a list.
 */
export async function movesByEachMember(
  context: Pick<Context, 'wait' | 'observe'>,
  objects: readonly Made[],
  bodies: readonly JsonObject[],
  { isoRule, list }: { readonly isoRule: string; readonly list?: string | undefined },
): Promise<void> {
  const update = ({ id, path, maker }: Made, body: JsonObject = {}) =>
    list === undefined ? maker.put(path, body) : maker.put(list, body, { ids: id })
  await movesUpdatedAt(
    context,
    objects.map(made => datedObject(made, isoRule)),
    async () => {
      const replies = [...(await atOnce(objects.map((made, index) => () => update(made, bodies[index]))))]
      for (const [index, made] of objects.entries()) {
        // A target may refuse a request because of another one at the same moment.
        if (!replies[index]?.ok) replies[index] = await update(made, bodies[index])
        accepted(replies[index] as Reply)
      }
      return replies[0] as Reply
    },
    index => `an update of ${Object.keys(bodies[index] ?? {}).join(' and ')} alone`,
  )
}

/** The dates of an object as they were read, as texts and as instants. */
interface Dated {
  readonly read: JsonObject
  readonly created_at: number
  readonly updated_at: number
}

/** Something with dates: its dates so far, and how to read the current ones. */
export interface DatedObject {
  readonly before: Dated
  now(): Promise<Dated & { readonly reply: Reply }>
}

/** Reads the dates of what is at a path. Blocks the check by `isoRule` if they are not dates. */
export async function datesOf(
  { maker, path }: { readonly maker: Pick<Actor, 'get'>; readonly path: string },
  isoRule: string,
) {
  const reply = await maker.get(path)
  const read = isObject(reply.data) ? reply.data : {}
  return { reply, read, ...datesIn(read, reply, isoRule) }
}

/** An object with its dates right after its create. */
export const datedObject = (made: Made, isoRule: string): DatedObject => ({
  before: { read: made.was, ...datesIn(made.was, undefined, isoRule) },
  now: () => datesOf(made, isoRule),
})

/** An account with its dates, which are read with its current credentials. */
export async function datedAccount(person: () => Actor): Promise<DatedObject> {
  const now = () => datesOf({ maker: person(), path: me }, 'USER-27')
  return { before: await now(), now }
}

/**
 * Milliseconds after which a date must differ: it may be stored to the second, although it shows a fraction, and by a part
 * of the target whose clock is slightly behind.
 */
const noticeable = ({ read }: Dated) => (/\.\d\d[1-9]/.test(String(read.updated_at)) ? 50 : 1500)

/** The maximum difference in milliseconds between the clocks of a target's parts. */
const skew = 1000

/** Asserts that an update moves updated_at of every object. Dates that may be stored to the minute are not judged. */
export async function movesUpdatedAt(
  { wait, observe }: Pick<Context, 'wait' | 'observe'>,
  objects: readonly DatedObject[],
  update: () => Promise<Reply>,
  what: string | ((index: number) => string),
): Promise<void> {
  const pause = Math.max(...objects.map(({ before }) => noticeable(before)))
  await wait(pause)

  const reply = await update()

  accepted(reply)
  for (const [index, { before, now }] of objects.entries()) {
    const after = await now()
    const moved = after.updated_at - before.updated_at
    if (moved > 0) continue
    const cause = typeof what === 'string' ? what : what(index)
    const told = `updated_at was ${before.read.updated_at} before and is ${after.read.updated_at} after ${cause}`
    const replies = [reply, after.reply]
    holds(moved > -skew, `${told}: it went back`, { replies })
    const isUnchanged = moved === 0 && !isToTheMinute(after.read.updated_at)
    holds(!isUnchanged, `${told} ${pause / 1000} s later: it has not changed`, { replies })
    observe(`${told}: ${moved === 0 ? 'it may have no seconds' : 'clocks may differ'}`, ...replies)
  }
}

/** Whether a date has no seconds, or zero seconds. */
const isToTheMinute = (date: unknown) => !/:\d\d:(?!00(?:[.,]0*)?(?![\d.,]))\d\d/.test(String(date))

function datesIn(object: JsonObject, reply: Reply | undefined, isoRule: string) {
  const instant = (member: string) => {
    const found = instantOf(object[member])
    if (found !== undefined) return found
    throw new Blocked(isoRule, {
      message: `${member} ${reply ? `in the answer to ${describeRequest(reply)}` : 'right after the create'} is no ISO 8601 date and time`,
      expected: 'such as 2023-07-15T12:00:00Z',
      actual: object[member],
      replies: reply ? [reply] : [],
    })
  }
  return { created_at: instant('created_at'), updated_at: instant('updated_at') }
}

function isOrdered(read: Awaited<ReturnType<typeof datesOf>>, ...replies: Reply[]): void {
  const message = 'created_at is later than updated_at'
  holds(!isLater(read.created_at, read.updated_at), message, { replies: [...replies, read.reply] })
}
