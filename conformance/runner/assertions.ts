import { membersOf, personMembers } from '../areas/members.js'
import type { Actor, Made, Schedule } from './context.js'
import { meansSuccess, type Reply } from './exchange.js'
import { isObject, isSame, type JsonObject, pick } from './json.js'
import { Blocked, type Finding, Violation } from './outcomes.js'

/** "PUT /v1/users/me as the owner" */
export const described = ({ exchange: { request } }: Reply) =>
  `${request.method} ${request.path}${request.query ? `?${request.query}` : ''} as ${request.as}`

/** The finding about a request that must be accepted. */
export const mustBeAccepted = (reply: Reply, what = described(reply)): Finding => ({
  message: `${what} must be accepted, and was not`,
  expected: 'a JSON object with "success": true',
  actual: reply.body ?? reply.text,
  replies: [reply],
})

/** The finding about a request that must be refused. */
export const mustBeRefused = (reply: Reply, what = described(reply)): Finding => ({
  message: `${what} must be refused, and was accepted`,
  expected: 'anything but "success": true',
  actual: reply.body,
  replies: [reply],
})

/**
 * Asserts that a request was accepted; where the success is only spelt wrong, the rule about that blocks the check.
 * `what` says what was requested, such as "a name of 100 characters".
 */
export function accepted(reply: Reply, what = described(reply)): void {
  if (reply.ok) return
  const finding = mustBeAccepted(reply, what)
  if (!meansSuccess(reply)) throw new Violation(finding)
  throw new Blocked('ENV-03', {
    ...finding,
    message: `${what} was answered with a success that is not the boolean true`,
  })
}

/** Asserts that a request was refused, in whatever form. Verify the state afterwards too. */
export function refused(reply: Reply, what = described(reply)): void {
  if (reply.ok) throw new Violation(mustBeRefused(reply, what))
}

/** Two values are the same JSON; the order of members does not count. */
export function same(actual: unknown, expected: unknown, what: string, ...replies: Reply[]): void {
  if (isSame(actual, expected)) return
  const isShort = [actual, expected].every(value => typeof value !== 'object' && String(value).length <= 60)
  const message = isShort
    ? `${what} must be ${JSON.stringify(expected)}, and is ${JSON.stringify(actual) ?? 'not there'}`
    : `${what} differs from what it must be`
  throw new Violation({ message, expected, actual, replies })
}

/** A condition holds. `message` says what is wrong where it does not. */
export function holds(
  condition: boolean,
  message: string,
  proof: Partial<Omit<Finding, 'message'>> = {},
): asserts condition {
  if (condition) return
  throw new Violation({ message, replies: [], ...proof })
}

/** The answer has `success` and nothing else (sections 1 and 4: update and delete responses). */
export function onlySuccess(reply: Reply): void {
  accepted(reply)
  same(reply.body, { success: true }, `the answer to ${described(reply)}`, reply)
}

/** Given members of an object have given values. */
export function has(object: JsonObject, members: JsonObject, what: string, ...replies: Reply[]): void {
  for (const [name, expected] of Object.entries(members)) {
    same(object[name], expected, `${name} of ${what}`, ...replies)
  }
}

/** What the document knows of an object that was read; others may be there too, in the user of a collaborator as well. */
export function documented({ kind }: Pick<Made, 'kind'>, object: JsonObject): JsonObject {
  const known = pick(object, Object.keys(membersOf[kind]))
  return isObject(known.user) ? { ...known, user: pick(known.user, personMembers) } : known
}

/** What its maker reads of an object now: only members of the document. A Violation where it can't be read any more. */
export async function now(made: Made, as: Actor = made.maker): Promise<JsonObject> {
  const reply = await as.get(made.path)
  holds(reply.ok && isObject(reply.data), `${made.kind} ${made.id} can no longer be read`, {
    expected: 'the object',
    actual: reply.body ?? reply.text,
    replies: [reply],
    showWrite: true,
  })
  return documented(made, reply.data)
}

/** Objects are as they were right after they were made, updated_at included. */
export async function unchanged(...objects: readonly Made[]): Promise<void> {
  for (const made of objects) await changedOnly(made, {})
}

/**
 * An object is as it was right after it was made, but for the members given. Where any is given, the two dates are left
 * to the rules that are about them. Colours are compared without letter case.
 */
export async function changedOnly(made: Made, members: JsonObject): Promise<void> {
  const reply = await made.maker.get(made.path)
  holds(reply.ok && isObject(reply.data), `${made.kind} ${made.id} can no longer be read`, {
    expected: { ...documented(made, made.was), ...members },
    actual: reply.body ?? reply.text,
    replies: [reply],
    showWrite: true,
  })
  const free = Object.keys(members).length > 0 ? ['updated_at', 'created_at'] : []
  const expected = comparable({ ...documented(made, made.was), ...members }, free)
  const actual = comparable(documented(made, reply.data), free)
  const differing = [...new Set([...Object.keys(expected), ...Object.keys(actual)])].filter(
    name => !isSame(expected[name], actual[name]),
  )
  const [are, they] = differing.length === 1 ? ['is', 'it'] : ['are', 'they']
  holds(
    differing.length === 0,
    `${made.kind} ${made.id}: ${listOf(differing)} ${are} not as ${they} must be`,
    {
      expected: pick(expected, differing),
      actual: pick(actual, differing),
      replies: [reply],
      showWrite: true,
    },
  )
}

/** "name, link and note" */
const listOf = (names: readonly string[]) => names.join(', ').replace(/, (?=[^,]*$)/, ' and ')

function comparable(object: JsonObject, without: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(object)
      .filter(([name]) => !without.includes(name))
      .map(([name, value]) => [
        name,
        name.startsWith('color_') && typeof value === 'string' ? value.toLowerCase() : value,
      ]),
  )
}

/** An object can't be read any more, alone or in the lists that could hold it. */
export async function gone(made: Made, list: string): Promise<void> {
  const single = await made.maker.get(made.path)
  refused(single, `reading the deleted ${made.kind} ${made.id}`)
  const listed = (await made.maker.all(list)).filter(item => item.id === made.id)
  same(listed, [], `the list ${list} after ${made.kind} ${made.id} was deleted`)
}

/**
 * A refused create has made nothing: no object of the collection holds `mark` in any text. `mark` must be part of a text
 * member that was sent, such as the name.
 */
export async function nothingCreated(
  as: Actor,
  list: Schedule['resources'],
  mark: string,
  ...replies: Reply[]
): Promise<void> {
  const found = (await as.all(list)).filter(item =>
    Object.values(item).some(value => typeof value === 'string' && value.includes(mark)),
  )
  holds(found.length === 0, 'the create was refused, and yet the object is there', {
    expected: [],
    actual: found,
    replies,
  })
}
