import {
  hasType,
  type Kind,
  membersOf,
  writableBookingMembers,
  writableResourceMembers,
} from '../catalogue/members.js'
import { holds, quote, refused } from '../check/assertions.js'
import { type Check, check } from '../check/check.js'
import type { Context } from '../check/context.js'
import { each } from '../check/ids.js'
import type { Reply } from '../http/exchange.js'
import type { Json, JsonObject } from '../http/json.js'
import { outcomeGroups } from './lists/listed.js'
import { type Write, type Writer, writes } from './written-members.js'

const writable = { resource: writableResourceMembers, booking: writableBookingMembers }

/** The members that a create needs: null is not a valid value of a required member (sections 2 and 7.2). */
const required = { resource: ['name'], booking: ['resource_id', 'start', 'end'] }

/** null, and a value of another type, which a careless conversion turns into one of the right type. */
export function othersOf(
  type: string,
  index: number,
  { resource }: Pick<Writer, 'resource'> = {},
): readonly Json[] {
  if (type === 'boolean') return [null, 1, 'true']
  if (type === 'boolean or 1/0') return [null, 'true']
  if (type === 'integer') return [null, String(resource?.id)]
  return [null, index % 2 === 0 ? 5 : true]
}

/** A value of the wrong type for its member, the response, and the objects to which an accepted one was written. */
export interface Attempt {
  readonly member: string
  readonly value: Json
  readonly reply: Reply
  readonly reads: readonly JsonObject[]
}

export const whatOf = ({ member, value }: Pick<Attempt, 'member' | 'value'>) =>
  `the ${member} ${JSON.stringify(value)}`

/** Sends values of wrong types to each member, one by one. */
async function attempts(context: Context, write: Write): Promise<readonly Attempt[]> {
  const { kind } = write
  const writer = await write.begin(context, { count: 1 })
  const made: Attempt[] = []
  for (const [index, member] of writable[kind].entries()) {
    for (const value of othersOf(String(membersOf[kind][member]), index, writer)) {
      const reply = await writer.send({ [member]: value })
      made.push({ member, value, reply, reads: reply.ok ? await writer.written(reply) : [] })
    }
  }
  if (made.every(({ reply }) => !reply.ok)) await writer.refuses()
  return made
}

const attempted = (context: Context, write: Write) =>
  context.once(`values of other types ${write.words}`, () => attempts(context, write))

const forms: readonly (readonly [members: RegExp, form: RegExp, words: string])[] = [
  [/^color_/, /^#[\da-f]{6}$/i, 'a colour #RRGGBB'],
  [/^(?:start|end)$/, /^\d{4}-\d\d-\d\d \d\d:\d\d$/, 'a time YYYY-MM-DD hh:mm'],
  [/^user_role$/, /^(?:editor|viewer)$/, 'editor or viewer'],
  [/^language_tag$/, /^(?:en|de)$/, 'en or de'],
  [/^date_format$/, /^(?:m([/.-])d\1Y|d([/.-])m\2Y|Y([/.-])m\3d)$/, 'one of the nine formats'],
  [/^time_format$/, /^(?:H:i|h:i [Aa])$/, 'one of the three formats'],
  [/^timezone$/, /^[A-Z]\S+$/, 'a time zone'],
  [/^first_day_of_week$/, /^(?:monday|saturday|sunday)$/, 'monday, saturday or sunday'],
]

/** Asserts that a member reads as a value of its type and form, after a value of the wrong type was accepted for it. */
export function readsAsItsType(
  kind: Kind | 'user',
  { member, value, reply, reads }: Attempt,
  where: string,
): void {
  const type = membersOf[kind][member] ?? 'string'
  const [, form, words = type] = forms.find(([members]) => members.test(member)) ?? []
  for (const read of reads) {
    const actual = read[member]
    const isRight = hasType(actual, type) && (form === undefined || form.test(String(actual)))
    holds(isRight, `${whatOf({ member, value })} ${where} is accepted, and reads as ${quote(actual)}`, {
      expected: `a refusal, or ${words}`,
      actual: quote(actual),
      replies: [reply],
    })
  }
}

/** Describes how values of wrong types were treated, for an observation. */
export const treatmentOf = (attempts: readonly Attempt[]): string =>
  outcomeGroups(
    attempts.map(attempt => {
      const { member, reply, reads } = attempt
      const read = JSON.stringify(reads[0]?.[member]) ?? 'nothing'
      return [whatOf(attempt), reply.ok ? `accepted and read as ${read}` : 'refused'] as const
    }),
  )

/**
 * The checks of null and other values that are not of the type of their member: what is accepted must read as a value that
 * the member may have. `open` has the ids of the observations.
 */
export const typeChecks = (
  kind: Write['kind'],
  ids: readonly string[],
  open: readonly string[],
): readonly Check[] => [
  ...each(ids, writes[kind] as Readonly<Record<string, Write>>, (id, write, key) =>
    check(
      id,
      `null and other types are refused or read as a value of the member ${write.words}`,
      { sends: write.sends },
      async context => {
        for (const attempt of await attempted(context, write)) {
          const isRequired = key === 'create' && required[kind].includes(attempt.member)
          if (isRequired && attempt.value === null)
            refused(attempt.reply, `${whatOf(attempt)} ${write.words}`)
          if (!(await isAsNeverSet(context, kind, attempt))) readsAsItsType(kind, attempt, write.words)
        }
      },
    ),
  ),

  // The id of the rule alone is that of an update; it does not repeat what the checks above sent.
  ...open.map(id => {
    const write: Write = id.includes('.') ? writeOf(kind, id) : writes[kind].update
    return check(
      id,
      `it is open what values of other types do ${write.words}`,
      { sends: write.sends },
      async context => {
        const seen = await attempted(context, write)

        context.observe(`I${write.words.slice(1)}: ${treatmentOf(seen)}.`, ...seen.map(({ reply }) => reply))
      },
    )
  }),
]

/**
 * Whether null was written to a text of a booking and reads as null, like a text that was never set: section 2.2 leaves
 * open how that reads, and what is read may be sent back.
 */
async function isAsNeverSet(context: Context, kind: Kind, { member, value, reads }: Attempt) {
  const isNull = value === null && reads.every(read => read[member] === null)
  if (kind !== 'booking' || !isNull) return false
  const plain = await context.once('a booking whose texts were never set', async () => {
    const { owner, schedule, given, slot } = context
    const sent = { resource_id: (await given.bookable()).id, ...slot() }
    return owner.read(`${schedule.bookings}/${await owner.create(schedule.bookings, sent)}`)
  })
  return plain[member] === null
}

const writeOf = (kind: Write['kind'], id: string): Write =>
  each([id], writes[kind] as Readonly<Record<string, Write>>, (_, write) => write)[0] as Write
