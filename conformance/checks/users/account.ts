import { membersOf, writableUserMembers } from '../../catalogue/members.js'
import { accepted, describeRequest, holds, refused } from '../../check/assertions.js'
import type { CheckOptions } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import type { Reply } from '../../http/exchange.js'
import { isObject, type JsonObject, pick } from '../../http/json.js'
import { me } from '../../http/paths.js'
import { isSameSetting } from '../../http/zone-names.js'
import type { Actor } from '../../session/actor.js'

export const throwaway: CheckOptions = { needs: ['disposable account'] }

/** The check uses the account exclusively. */
export const alone: CheckOptions = { changes: ['anyone'] }

/** The documented members of somebody's account, read as a preparation. */
export async function account(actor: Actor): Promise<JsonObject> {
  return comparable(await actor.read(me))
}

/** The writable members of an account, except its e-mail address. */
export const settingsOf = (user: JsonObject) => pick(user, writableUserMembers)

/**
 * Asserts that the account is as given, except `updated_at`; its time zone may have another name of the same zone.
 * `replies` led to this state. Returns the account as it was read.
 */
export async function accountIs(
  actor: Actor,
  expected: JsonObject,
  ...replies: Reply[]
): Promise<JsonObject> {
  const reply = await actor.get(me)
  holds(
    reply.ok && isObject(reply.data),
    `${describeRequest(reply)} must still show the account, and does not`,
    {
      expected: 'a JSON object with "success": true and the user object as data',
      actual: reply.body ?? reply.text,
      replies: [...replies, reply],
    },
  )
  const wanted = comparable(expected)
  const found = comparable(reply.data)
  const differing = Object.keys(membersOf.user).filter(
    name => name !== 'updated_at' && !isSameSetting(name, found[name], wanted[name]),
  )
  const last = replies.at(-1)
  const since = last ? ` after ${describeRequest(last)}` : ''
  holds(differing.length === 0, `${differing.join(', ')} of the account: not what must be there${since}`, {
    expected: pick(wanted, differing),
    actual: pick(found, differing),
    replies: [...replies, reply],
  })
  return reply.data
}

/** Asserts that members can be changed, and that nothing else of the account changes from what it was `before`. */
export async function takes(
  actor: Actor,
  before: JsonObject,
  members: JsonObject,
  what: string,
): Promise<Reply> {
  const reply = await actor.put(me, members)
  accepted(reply, what)
  await accountIs(actor, { ...before, ...members }, reply)
  return reply
}

/** Asserts that each change, keyed by its description, is refused, and leaves the account as it was `before`. */
export async function refuses(
  actor: Actor,
  before: JsonObject,
  changes: readonly (readonly [what: string, members: JsonObject])[],
): Promise<void> {
  const replies: Reply[] = []
  for (const [what, members] of changes) {
    const reply = await actor.put(me, members)
    refused(reply, what)
    replies.push(reply)
  }
  await accountIs(actor, before, ...replies)
}

/** `profile_completed` may read as 1 or 0, and the letter case of an address does not matter. */
function comparable(user: JsonObject): JsonObject {
  const { profile_completed: completed, email, ...others } = pick(user, Object.keys(membersOf.user))
  return {
    ...others,
    ...(completed === undefined ? {} : { profile_completed: truth(completed) ?? completed }),
    ...(email === undefined ? {} : { email: typeof email === 'string' ? email.toLowerCase() : email }),
  }
}

/** The boolean that `profile_completed` means in either form; undefined for anything else. */
export function truth(value: unknown): boolean | undefined {
  if (value === true || value === 1) return true
  if (value === false || value === 0) return false
  return undefined
}

/** A valid value other than the current one for each of the nine writable members. */
export function otherSettings({ name }: Pick<Context, 'name'>, user: JsonObject): JsonObject {
  const other = (member: string, first: string, second: string) => (user[member] === first ? second : first)
  return {
    firstname: name(20),
    lastname: name(30),
    language_tag: other('language_tag', 'de', 'en'),
    date_format: other('date_format', 'd.m.Y', 'm/d/Y'),
    time_format: other('time_format', 'h:i a', 'H:i'),
    timezone: other('timezone', 'Asia/Tokyo', 'Europe/Berlin'),
    first_day_of_week: other('first_day_of_week', 'saturday', 'sunday'),
    allow_collaboration: user.allow_collaboration !== true,
    profile_completed: truth(user.profile_completed) !== true,
  }
}

/** Whether somebody's credentials give access. */
export async function opens(actor: Actor): Promise<boolean> {
  return (await actor.get(me)).ok
}

/** "5 characters", or `5 characters "é"` if all of them are the same. */
export function counted(text: string): string {
  const characters = [...text]
  const [first = ''] = characters
  const alike = characters.length > 1 && characters.every(character => character === first)
  return `${characters.length} character${characters.length === 1 ? '' : 's'}${alike ? ` "${first}"` : ''}`
}
