import {
  accepted,
  Blocked,
  type Check,
  type Context,
  check,
  described,
  hasZone,
  holds,
  instantOf,
  isObject,
  isUtc,
  type JsonObject,
  type Made,
  type Reply,
  same,
} from '../../runner/index.js'

/** A kind of object with `created_at` and `updated_at`: one row is one kind. */
interface Dated {
  readonly kind: Made['kind']
  /** The ids of its checks. */
  readonly ids: Readonly<Record<'iso' | 'utc' | 'updated' | 'bulk' | 'created', string>>
  /** What an update changes. */
  readonly change: JsonObject
  /** What the next one changes. */
  readonly next: JsonObject
  make(context: Context): Promise<Made>
}

const under = (rule: string): Dated['ids'] => ({
  iso: `${rule}.iso`,
  utc: `${rule}.utc`,
  updated: `${rule}.updated`,
  bulk: `${rule}.updated-in-bulk`,
  created: `${rule}.created`,
})

const kinds: readonly Dated[] = [
  {
    kind: 'resource',
    ids: { iso: 'RES-30', utc: 'RES-31', updated: 'RES-32', bulk: 'RES-32.in-bulk', created: 'RES-33' },
    change: { description: 'changed' },
    next: { description: 'changed again' },
    make: ({ given }) => given.resource(),
  },
  {
    kind: 'booking',
    ids: under('BKG-25'),
    change: { note: 'changed' },
    next: { note: 'changed again' },
    make: async ({ given }) => given.booking(await given.resource()),
  },
  {
    kind: 'collaborator',
    ids: under('COL-19'),
    change: { user_role: 'editor' },
    next: { user_role: 'viewer' },
    make: ({ given }) => given.collaborator(),
  },
]

/** The rules that say that the dates are dates. */
const isoRules = { resource: 'RES-30', booking: 'BKG-25', collaborator: 'COL-19' } as const

const dates = ['created_at', 'updated_at'] as const

/** What is beyond any difference of clocks, and below any difference of the zone that is tried. */
const tolerance = 2 * 3_600_000

/** An object as it is read now, and its two dates as instants. */
async function datesOf(made: Made) {
  const reply = await made.maker.get(made.path)
  const read = isObject(reply.data) ? reply.data : {}
  return {
    reply,
    read,
    created: dateIn(made, read, 'created_at', reply),
    updated: dateIn(made, read, 'updated_at', reply),
  }
}

function dateIn({ kind }: Pick<Made, 'kind'>, object: JsonObject, member: string, reply: Reply): number {
  const instant = instantOf(object[member])
  if (instant !== undefined) return instant
  throw new Blocked(isoRules[kind], {
    message: `${member} in the answer to ${described(reply)} is no ISO 8601 date and time`,
    expected: 'such as 2023-07-15T12:00:00Z',
    actual: object[member],
    replies: [reply],
  })
}

const areIso = ({ kind, ids, make }: Dated) =>
  check(ids.iso, `created_at and updated_at of a ${kind} are ISO 8601 dates and times`, async context => {
    const made = await make(context)

    await datesOf(made)

    const list = await context.owner.list(made.schedule[`${kind}s`], { ids: made.id })
    for (const item of list.items) for (const member of dates) dateIn(made, item, member, list.reply)
  })

const areUtc = ({ kind, ids, make }: Dated) =>
  check(
    ids.utc,
    `created_at and updated_at of a ${kind} are in UTC, whatever the user's time zone`,
    { danger: ['own', 'acct'], changes: ['owner'] },
    async context => {
      await context.settings(context.owner, { timezone: 'Pacific/Kiritimati' })
      const made = await make(context)

      const { reply, read } = await datesOf(made)

      const clock = Date.parse(reply.headers.date ?? '') || reply.exchange.sentAt
      for (const member of dates) {
        const text = String(read[member])
        const near = Math.abs(dateIn(made, read, member, reply) - clock) < tolerance
        holds(isUtc(text) && near, `${member} of a ${kind} is not the time in UTC`, {
          expected: `${new Date(clock).toISOString()}, or little different${hasZone(text) ? '' : ' (read as UTC)'}`,
          actual: text,
          replies: [reply],
        })
      }
    },
  )

const follows = ({ kind, ids, make, change }: Dated, inBulk: boolean) =>
  check(
    inBulk ? ids.bulk : ids.updated,
    `updated_at of a ${kind} tells of ${inBulk ? 'a bulk update' : 'an update'}`,
    async context => {
      const { owner, wait, warn } = context
      const made = await make(context)
      const before = await datesOf(made)
      await wait(1100)

      const reply = inBulk
        ? await owner.put(made.schedule[`${kind}s`], change, { ids: made.id })
        : await owner.put(made.path, change)

      accepted(reply)
      const after = await datesOf(made)
      const told = `updated_at was ${before.read.updated_at} before and is ${after.read.updated_at} after an update`
      holds(after.updated >= before.updated, `${told}: it went back`, { replies: [reply, after.reply] })
      if (after.updated === before.updated) warn(`${told} 1.1 s later: it stood still`, reply, after.reply)
    },
  )

const stays = ({ kind, ids, make, change, next }: Dated) =>
  check(
    ids.created,
    `created_at of a ${kind} is not changed by an update, and not later than updated_at`,
    async context => {
      const { owner, wait } = context
      const made = await make(context)
      const before = await datesOf(made)
      holds(before.created <= before.updated, 'created_at is later than updated_at', {
        replies: [before.reply],
      })
      await wait(1100)

      for (const inBulk of [false, true]) {
        const reply = inBulk
          ? await owner.put(made.schedule[`${kind}s`], next, { ids: made.id })
          : await owner.put(made.path, change)

        accepted(reply)
        const after = await datesOf(made)
        same(
          after.read.created_at,
          before.read.created_at,
          `created_at of a ${kind} after ${inBulk ? 'a bulk update' : 'an update'}`,
          reply,
          after.reply,
        )
        holds(after.created <= after.updated, 'created_at is later than updated_at', {
          replies: [reply, after.reply],
        })
      }
    },
  )

/** RES-30 to RES-33, BKG-25 and COL-19: the two dates of every object of a schedule. */
export const timestampChecks: readonly Check[] = kinds.flatMap(dated => [
  areIso(dated),
  areUtc(dated),
  follows(dated, false),
  follows(dated, true),
  stays(dated),
])
