import { writableBookingMembers } from '../../catalogue/members.js'
import { createdId, holds } from '../../check/assertions.js'
import type { Context } from '../../check/context.js'
import type { Bookable } from '../../check/created.js'
import { instantOf } from '../../check/instants.js'
import type { Reply } from '../../http/exchange.js'
import { type JsonObject, pick } from '../../http/json.js'

/** An id that no target has reached, which fits into 32 bits. */
export const unknownId = 2_147_481_359

/** Sends a booking of a resource that must be accepted, and reads it back. `what` describes what is sent. */
export async function bookAndRead(
  { owner, name }: Pick<Context, 'owner' | 'name'>,
  resource: Bookable,
  members: JsonObject,
  what: string,
): Promise<JsonObject> {
  const reply = await owner.post(resource.schedule.bookings, {
    title: name(),
    resource_id: resource.id,
    ...members,
  })
  return owner.read(`${resource.schedule.bookings}/${createdId(reply, what)}`)
}

/** The expected times of a booking: `start` and `end` in local time, `start_utc` and `end_utc` as instants. */
export interface Times {
  readonly start?: string
  readonly end?: string
  readonly start_utc?: string
  readonly end_utc?: string
}

const shownForm = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::\d\d)?$/

/** Whether a local time is the expected one; TIME-07 and TIME-08 cover the form in which it must be shown. */
function isShown(actual: unknown, expected: string): boolean {
  const [, date, time] = (typeof actual === 'string' && shownForm.exec(actual)) || []
  return `${date} ${time}` === expected
}

/** Formats a value for a sentence: a text without JSON quotes. */
const shown = (value: unknown) =>
  value === undefined ? 'missing' : typeof value === 'string' ? value : JSON.stringify(value)

/** Asserts the times of a booking. `what` says which booking, as in "a booking sent with Z". */
export function timesAre(booking: JsonObject, times: Times, what: string, ...replies: Reply[]): void {
  for (const [member, expected] of Object.entries(times)) {
    const actual = booking[member]
    const isUtc = member.endsWith('_utc')
    const right = isUtc ? instantOf(actual) === instantOf(expected) : isShown(actual, expected)
    // The same time in the other form shows whether it was misread or is shown wrong.
    const other = isUtc ? member.slice(0, -'_utc'.length) : `${member}_utc`
    const message = `${member} of ${what} must be ${expected}, but is ${shown(actual)}`
    holds(right, `${message}; its ${other} is ${shown(booking[other])}`, {
      expected,
      actual: actual ?? `no member ${member}`,
      replies,
      showWrite: true,
    })
  }
}

/** Returns the object of a list with this id; a Violation if it is not listed. */
export function findItem(items: readonly JsonObject[], id: number, what: string): JsonObject {
  const found = items.find(item => Number(item.id) === id)
  holds(found !== undefined, `${what} does not hold ${id}`, {
    expected: id,
    actual: items.map(item => item.id ?? null),
  })
  return found
}

/** The body with which a client writes a booking back as it was read; that unset texts are not null is another rule. */
export const writableOf = (booking: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(pick(booking, writableBookingMembers)).filter(([, value]) => value !== null),
  )

/** The instants of a booking, for later comparison. */
export const instantsOf = ({ start_utc, end_utc }: JsonObject): Times => ({
  start_utc: String(start_utc),
  end_utc: String(end_utc),
})
