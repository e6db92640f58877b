import { defaults, hasType, membersOf, personMembers } from '../catalogue/members.js'
import { addressOf, answerOf, createdIds, meansSuccess, type Reply } from '../http/exchange.js'
import { isObject, isSame, type Json, type JsonObject, pick } from '../http/json.js'
import type { Schedule } from '../http/paths.js'
import { type Actor, listByIds } from '../session/actor.js'
import { Blocked, type Finding, Violation } from '../session/outcomes.js'
import type { Made } from './created.js'

/** "PUT /v1/users/me as the owner" */
export const describeRequest = ({ exchange: { request } }: Reply) =>
  `${request.method} ${addressOf(request)} as ${request.as}`

/** The finding about a request that must be accepted. */
export const mustBeAccepted = (reply: Reply, what = describeRequest(reply)): Finding => ({
  message: `${what} must be accepted, but was not`,
  expected: 'a JSON object with "success": true',
  ...answerOf(reply),
  shows: 'accepted',
})

/** The finding about a request that must be refused. */
export const mustBeRefused = (reply: Reply, what = describeRequest(reply)): Finding => ({
  message: `${what} must be refused, but was accepted`,
  expected: 'anything but "success": true',
  actual: reply.body,
  replies: [reply],
  shows: 'refused',
})

/**
 * Asserts that a request was accepted. If success is only spelled wrong, the rule about that blocks the check. `what` says
 * what was requested, such as "a name of 100 characters".
 */
export function accepted(reply: Reply, what = describeRequest(reply)): void {
  if (reply.ok) return
  const finding = mustBeAccepted(reply, what)
  if (!meansSuccess(reply)) throw new Violation(finding)
  throw new Blocked('ENV-03', {
    ...finding,
    message: `${what} was answered with a success that is not the boolean true`,
  })
}

/** Asserts that a request was refused, in whatever form. Also verify the state afterwards. */
export function refused(reply: Reply, what = describeRequest(reply)): void {
  if (reply.ok) throw new Violation(mustBeRefused(reply, what))
}

/**
 * Asserts that a read shows nothing to somebody without access: it is refused, or returns an empty list. Returns whether it
 * was refused.
 */
export function refusedOrEmpty(reply: Reply, what?: string): boolean {
  const isEmpty = reply.ok && Array.isArray(reply.data) && reply.data.length === 0
  if (!isEmpty) refused(reply, what)
  return !reply.ok
}

/** Asserts that reading a deleted object was refused; a finding also shows the deletion. */
export function unreadable(reply: Reply, what: string): void {
  if (reply.ok) throw new Violation({ ...mustBeRefused(reply, what), showWrite: true })
}

/** Asserts that two values are equal as JSON, ignoring the order of members. */
export function same(actual: unknown, expected: unknown, what: string, ...replies: Reply[]): void {
  if (!isSame(actual, expected)) throw new Violation(differenceOf(actual, expected, what, replies))
}

function differenceOf(actual: unknown, expected: unknown, what: string, replies: Reply[]): Finding {
  const difference = setDifference(actual, expected)
  if (difference) return { ...difference, message: `${what} ${difference.message}`, replies }
  const isShort = [actual, expected].every(value => typeof value !== 'object' && String(value).length <= 60)
  const shown = isShort && looksSame(actual, expected) ? marked : JSON.stringify
  const message = isShort
    ? `${what} must be ${shown(expected)}, but is ${shown(actual) ?? 'missing'}`
    : `${what} differs from what it must be`
  return { message, expected, actual, replies }
}

/** Whether two texts differ only in how accents are composed. */
const looksSame = (actual: unknown, expected: unknown) =>
  String(actual).normalize() === String(expected).normalize()

/** Formats JSON so that combining accents differ visibly from composed ones. */
const marked = (value: unknown) =>
  JSON.stringify(value)?.replace(/\p{M}/gu, mark => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Lists shorter than this are easier to read whole. */
const many = 6

/** Describes how two long lists of plain values differ as sets: what each of them lacks. Undefined if they do not differ. */
function setDifference(actual: unknown, expected: unknown): Omit<Finding, 'replies'> | undefined {
  const isPlain = (value: unknown): value is readonly Json[] =>
    Array.isArray(value) && value.every(item => typeof item !== 'object' || item === null)
  if (!isPlain(actual) || !isPlain(expected) || Math.max(actual.length, expected.length) < many)
    return undefined
  const missing = expected.filter(item => !actual.includes(item))
  const unexpected = actual.filter(item => !expected.includes(item))
  if (missing.length + unexpected.length === 0) return undefined
  const words = [
    ...(missing.length > 0 ? [`${missing.length} of ${expected.length} are missing`] : []),
    ...(unexpected.length > 0 ? [`${unexpected.length} too many`] : []),
  ]
  return {
    message: `differs from what it must be: ${words.join(', and ')}`,
    expected: { elements: expected.length, missing },
    actual: { elements: actual.length, unexpected },
  }
}

/** Asserts a condition. `message` says what is wrong if it does not hold. */
export function holds(
  condition: boolean,
  message: string,
  proof: Partial<Omit<Finding, 'message'>> = {},
): asserts condition {
  if (condition) return
  throw new Violation({ message, replies: [], ...proof })
}

/** Asserts that nothing was found. `message` says what is wrong otherwise. */
export function none(found: readonly unknown[], message: string, ...replies: Reply[]): void {
  holds(found.length === 0, message, { expected: [], actual: found, replies })
}

/** Asserts that the response contains only `success` (sections 1 and 4: responses to updates and deletes). */
export function onlySuccess(reply: Reply): void {
  accepted(reply)
  same(reply.body, { success: true }, `the answer to ${describeRequest(reply)}`, reply)
}

/** Asserts that members of an object have these values. */
export function has(object: JsonObject, members: JsonObject, what: string, ...replies: Reply[]): void {
  for (const [name, expected] of Object.entries(members)) {
    if (isSame(object[name], expected)) continue
    const finding = differenceOf(object[name], expected, `${name} of ${what}`, replies)
    throw new Violation({ ...finding, shows: { of: object, member: name, value: expected } })
  }
}

/** Formats a value of a wrong type: quotes tell a text from a number. */
export const quote = (value: unknown) => (typeof value === 'string' ? JSON.stringify(value) : value)

/** Asserts that an object has every member of its kind, with its type; those of `without` may be absent. */
export function hasMembers(
  object: JsonObject,
  kind: keyof typeof membersOf,
  what: string,
  { without = [], replies = [] }: { without?: readonly string[]; replies?: Reply[] } = {},
): void {
  const members = Object.entries(membersOf[kind]).filter(
    ([member]) => !without.includes(member) || !isNothing(object[member]),
  )
  const missing = members.map(([member]) => member).filter(member => object[member] === undefined)
  for (const [member, type] of members) {
    const actual = object[member]
    const others = missing.filter(each => each !== member)
    const nothing = [`no member ${member}`, ...(others.length > 0 ? [`nor ${others.join(', ')}`] : [])]
    holds(hasType(actual, type), `${member} of ${what} must be of type ${type}`, {
      expected: type,
      actual: actual === undefined ? nothing.join(', ') : quote(actual),
      replies,
    })
  }
}

const isNothing = (value: unknown) => value === undefined || value === null

/** Returns the documented members of an object, also in the user of a collaborator; a target may add others. */
export function documentedMembers({ kind }: Pick<Made, 'kind'>, object: JsonObject): JsonObject {
  const known = pick(object, Object.keys(membersOf[kind]))
  return isObject(known.user) ? { ...known, user: pick(known.user, personMembers) } : known
}

/** Reads an object again as its maker and returns its documented members. A Violation if it can't be read. */
export async function now(made: Made): Promise<JsonObject> {
  return (await readAgain(made, 'the object')).object
}

async function readAgain(made: Made, expected: unknown): Promise<{ object: JsonObject; reply: Reply }> {
  const reply = await made.maker.get(made.path)
  holds(reply.ok && isObject(reply.data), `${made.kind} ${made.id} can no longer be read`, {
    expected,
    ...answerOf(reply),
    showWrite: true,
  })
  return { object: documentedMembers(made, reply.data), reply }
}

/** Asserts that objects are as they were right after their create, including updated_at. */
export const unchanged = (...objects: readonly Made[]): Promise<void> => allChanged(objects, {})

/**
 * Asserts that objects have a change and are otherwise as they were, like `changedOnly` for one. Objects that their list
 * shows differently are read one by one.
 */
export async function allChanged(objects: readonly Made[], members: JsonObject): Promise<void> {
  const listOfEach = ({ kind, schedule }: Made) => schedule[`${kind}s`]
  for (const list of new Set(objects.map(listOfEach))) {
    const together = objects.filter(made => listOfEach(made) === list)
    const [first] = together
    const shown =
      first?.isListedAlike() && together.length > 1 ? await listByIds(first.maker, list, together) : undefined
    const isAsAsserted = (made: Made) => {
      const object = shown?.get(String(made.id))
      return object !== undefined && comparedWith(made, members, object).differing.length === 0
    }
    const others = together.filter(made => !isAsAsserted(made))
    await others[0]?.maker.each(others, made => changedOnly(made, members))
  }
}

/** Describes how an object differs from what it was right after its create, except for the given members. */
function comparedWith(made: Made, members: JsonObject, object: JsonObject) {
  const free = Object.keys(members).length > 0 ? ['updated_at', 'created_at'] : []
  const expected = comparable({ ...documentedMembers(made, made.was), ...members }, free)
  const actual = comparable(documentedMembers(made, object), free)
  const differing = [...new Set([...Object.keys(expected), ...Object.keys(actual)])].filter(
    name => !isSame(expected[name], actual[name]),
  )
  return { expected, actual, differing }
}

/**
 * Asserts that an object is as it was right after its create, except for the given members. If there are any, the two dates
 * are left to their own rules. Colours are compared ignoring letter case.
 */
export async function changedOnly(made: Made, members: JsonObject): Promise<void> {
  const { object, reply } = await readAgain(made, { ...documentedMembers(made, made.was), ...members })
  const { expected, actual, differing } = comparedWith(made, members, object)
  // If an object now has its default, or what was sent, then the read right after the create was wrong.
  const due = comparable({ ...defaults[made.kind], ...made.sent }, Object.keys(members))
  const early = differing.find(name => name in made.was && isSame(due[name], actual[name]))
  const dueText =
    early && early in made.sent
      ? 'not as it was sent, right after the create'
      : 'not the default after the create'
  const proof = { replies: [reply], showWrite: true }
  holds(early === undefined, `${early} of ${made.kind} ${made.id} was ${dueText}`, {
    ...(early && { expected: object[early], actual: made.was[early], ...proof }),
  })
  const [are, they] = differing.length === 1 ? ['is', 'it'] : ['are', 'they']
  holds(
    differing.length === 0,
    `${made.kind} ${made.id}: ${listOf(differing)} ${are} not as ${they} must be`,
    {
      expected: pick(expected, differing),
      actual: pick(actual, differing),
      ...proof,
    },
  )
}

/**
 * Asserts that an object can be updated: its maker's PUT of the body is accepted, and changes only what is sent, or what
 * `to` says instead. `what` is as in `accepted`.
 */
export async function updates(
  made: Made,
  body: JsonObject,
  { to = body, what }: { to?: JsonObject; what?: string } = {},
): Promise<Reply> {
  const reply = await made.maker.put(made.path, body)
  accepted(reply, what)
  await changedOnly(made, to)
  return reply
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

/** Asserts that an object can't be read any more, neither by its id nor in the list. */
export async function gone(made: Pick<Made, 'kind' | 'id' | 'path' | 'maker'>, list: string): Promise<void> {
  const single = await made.maker.get(made.path)
  unreadable(single, `reading the deleted ${made.kind} ${made.id}`)
  const listed = (await made.maker.all(list)).filter(item => item.id === made.id)
  same(listed, [], `the list ${list} after ${made.kind} ${made.id} was deleted`)
}

/**
 * Asserts that a refused create created nothing: no object of the list has `mark` in a text. `mark` must be part of a text
 * that was sent, such as the name.
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
  none(found, 'the create was refused, and yet the object is there', ...replies)
}

/**
 * Asserts that a list of another schedule has no object whose `member` is one of these values. Deletes any that it has,
 * since the clean-up would not find them.
 */
export async function notElsewhere(
  as: Actor,
  list: Schedule['resources'],
  { member, values }: { member: string; values: readonly unknown[] },
  ...replies: Reply[]
): Promise<void> {
  const found = (await as.all(list)).filter(item => values.includes(item[member]))
  for (const { id } of found) await as.delete(`${list}/${id}`)
  holds(found.length === 0, `${list} has an object: it is in the schedule that was sent as schedule_id`, {
    expected: 'the schedule of the path',
    actual: found,
    replies,
  })
}

/** Returns the id in the response to a create: a number or, for a collaborator, possibly a text (section 2.3). */
export function answeredId(reply: Reply): number | string {
  const [id] = Array.isArray(reply.data) ? createdIds(reply) : []
  if (id === undefined) throw withoutId(reply)
  return id
}

/**
 * Returns the id in the response to a create that must be accepted. That it is an integer is another rule (ENV-09,
 * CROSS-39): here it only has to be usable. `what` says what was requested, as in `accepted`.
 */
export function createdId(reply: Reply, what?: string): number {
  accepted(reply, what)
  const id = answeredId(reply)
  if (typeof id === 'string' && !/^\d+$/.test(id)) throw withoutId(reply)
  return Number(id)
}

const withoutId = (reply: Reply) =>
  new Blocked('ENV-09', {
    message: 'a create was answered without the id of what was created',
    expected: [{ id: 'an integer' }],
    actual: reply.data ?? reply.text,
    replies: [reply],
  })
