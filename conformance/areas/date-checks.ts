import { accepted, described, holds, same } from '../runner/assertions.js'
import { type Check, check } from '../runner/check.js'
import type { Context, Made } from '../runner/context.js'
import type { Reply } from '../runner/exchange.js'
import { hasZone, instantOf, isUtc } from '../runner/instants.js'
import { isObject, type JsonObject } from '../runner/json.js'
import { Blocked } from '../runner/outcomes.js'

/** What two updates of each kind of object change. */
const changes = {
  resource: [{ description: 'changed' }, { description: 'changed again' }],
  booking: [{ note: 'changed' }, { note: 'changed again' }],
  collaborator: [{ user_role: 'editor' }, { user_role: 'viewer' }],
} as const

/** More than any difference of clocks, and less than the offset of the zone that is tried. */
const tolerance = 2 * 3_600_000

/** The dates that every object of a schedule has, by RES-30 to RES-33, BKG-25 or COL-19. */
export function dateChecks(
  kind: Made['kind'],
  [iso, utc, updated, updatedInBulk, created]: readonly [string, string, string, string, string],
): readonly Check[] {
  const [change, next] = changes[kind]
  const isoRule = iso.replace(/\..*/, '')
  const update = ({ owner }: Context, made: Made, inBulk: boolean, members: JsonObject) =>
    inBulk ? owner.put(made.schedule[`${kind}s`], members, { ids: made.id }) : owner.put(made.path, members)

  const follows = (id: string, inBulk: boolean) =>
    check(
      id,
      `updated_at of a ${kind} tells of ${inBulk ? 'a bulk update' : 'an update'}`,
      { waits: true },
      async context => {
        const { wait, warn } = context
        const made = await context.given.one(kind)
        const before = await datesOf(made, isoRule)
        await wait(1100)

        const reply = await update(context, made, inBulk, change)

        accepted(reply)
        const after = await datesOf(made, isoRule)
        const told = `updated_at was ${before.read.updated_at} before and is ${after.read.updated_at} after an update`
        holds(after.updated_at >= before.updated_at, `${told}: it went back`, {
          replies: [reply, after.reply],
        })
        if (after.updated_at === before.updated_at)
          warn(`${told} 1.1 s later: it has not changed`, reply, after.reply)
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
          const near = Math.abs(instants[member] - clock) < tolerance
          holds(isUtc(text) && near, `${member} of a ${kind} is not the time in UTC`, {
            expected: `about ${new Date(clock).toISOString()}${hasZone(text) ? '' : ' (read as UTC)'}`,
            actual: text,
            replies: [reply],
          })
        }
      },
    ),

    follows(updated, false),
    follows(updatedInBulk, true),

    check(
      created,
      `created_at of a ${kind} is not changed by an update, and not later than updated_at`,
      { waits: true },
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

/** An object as it is read now, and its two dates as instants. */
async function datesOf(made: Made, isoRule: string) {
  const reply = await made.maker.get(made.path)
  const read = isObject(reply.data) ? reply.data : {}
  return { reply, read, ...datesIn(read, reply, isoRule) }
}

function datesIn(object: JsonObject, reply: Reply, isoRule: string) {
  const instant = (member: string) => {
    const found = instantOf(object[member])
    if (found !== undefined) return found
    throw new Blocked(isoRule, {
      message: `${member} in the answer to ${described(reply)} is no ISO 8601 date and time`,
      expected: 'such as 2023-07-15T12:00:00Z',
      actual: object[member],
      replies: [reply],
    })
  }
  return { created_at: instant('created_at'), updated_at: instant('updated_at') }
}

function isOrdered(read: Awaited<ReturnType<typeof datesOf>>, ...replies: Reply[]): void {
  const message = 'created_at is later than updated_at'
  holds(read.created_at <= read.updated_at, message, { replies: [...replies, read.reply] })
}
