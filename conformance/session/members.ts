import { type Member, memberNames } from '../catalogue/rule.js'
import { retry } from '../http/client.js'
import { answerOf, type Exchange, inexactIdIn, isLetIn, unreadableText } from '../http/exchange.js'
import { isObject, type JsonObject } from '../http/json.js'
import { me, type Schedule } from '../http/paths.js'
import { type Account, UnreachableError } from '../target/target.js'
import {
  isClosed,
  noteLimit,
  openToOthers,
  rateOf,
  refuseCollaborators,
  shownReply,
  whyLimited,
} from './accounts.js'
import { type Actor, createActor } from './actor.js'
import { Blocked, NotImplemented, Skipped } from './outcomes.js'
import type { CheckSession } from './session.js'

/** The participants of a run, logged in. */
interface LoggedIn {
  readonly owner: Actor
  readonly people: readonly Member[]
  /** Members whom others may not add as collaborators yet. */
  readonly closed: readonly (readonly [Member, Actor])[]
  /** The exchanges of the owner. */
  readonly trail: readonly Exchange[]
}

const has = ({ operations }: CheckSession, operation: string) => operations.stateOf(operation) !== 'missing'

const collaborators = '/v1/schedules/{scheduleId}/collaborators'

/**
 * Verifies that the target is as described, and logs in the members that checks need. What the target can't do yet blocks
 * only the checks that need it.
 */
export async function logInMembers(session: CheckSession, needed: ReadonlySet<string>): Promise<LoggedIn> {
  const { target, schedules } = session
  const trail: Exchange[] = []
  const owner = createActor(session, target.owner, 'owner', { check: 'preparation', trail })
  await verifySchedules(session, owner)
  const people = memberNames.filter((name, index) => needed.has(name) && target.members[index])
  // Checks that can run as any account use the stranger without naming it.
  const closed: [Member, Actor][] = []
  for (const name of new Set([...people, 'stranger'] as const)) {
    const actor = await logInMember(session, name)
    if (actor && people.includes(name)) closed.push([name, actor])
  }
  if (people.length > 0 && has(session, `GET ${collaborators}`)) {
    for (const [index, schedule] of schedules.entries()) {
      const outsiders = index === 0 ? target.members.slice(2) : target.members
      refuseCollaborators(await collaboratorsOf(owner, schedule), schedule, outsiders)
    }
  }
  return { owner, people, closed, trail }
}

/** Throws if the owner has no access to a schedule: the target file is wrong. */
async function verifySchedules(session: CheckSession, owner: Actor): Promise<void> {
  if (!has(session, 'GET /v1/schedules/{scheduleId}/resources')) return
  for (const schedule of session.schedules) {
    const reply = await owner.get(schedule.resources, { limit: 1 })
    const inexact = reply.ok ? inexactIdIn(reply.text) : undefined
    if (inexact !== undefined) throw new UnreachableError(unreadableText(schedule.resources, inexact))
    if (isLetIn(reply) || ![401, 403, 404].includes(reply.status)) continue
    throw new UnreachableError(
      `The owner can't read the schedule ${schedule.id}: ${session.redaction.clean(shownReply(reply))}\nGive schedules that ${owner.email} owns.`,
    )
  }
}

/** Logs a member in, who is absent if that fails. Returns the actor if its allow_collaboration is false. */
async function logInMember(session: CheckSession, name: Member): Promise<Actor | undefined> {
  const { target, missingMembers, pacing } = session
  const member = target.members[memberNames.indexOf(name)]
  if (!member || !has(session, `GET ${me}`)) return undefined
  const actor = createActor(session, member, name, { check: 'preparation' })
  const reply = await actor.get(me)
  if (isLetIn(reply)) {
    const rate = rateOf(reply)
    if (rate !== undefined) pacing.limit(member.email, rate)
    noteLimit(session, member.email, `the ${name}`, reply)
    return isClosed(reply) ? actor : undefined
  }
  missingMembers.set(
    name,
    new Blocked('AUTH-01', {
      message: `the ${name}, ${member.email}, can't log in`,
      ...answerOf(reply),
    }),
  )
  return undefined
}

/** Returns the collaborators of a schedule as far as a faulty list shows them: its faults are for the checks to report. */
async function collaboratorsOf(owner: Actor, { collaborators }: Schedule): Promise<readonly JsonObject[]> {
  try {
    return await owner.all(collaborators)
  } catch (error) {
    if (!(error instanceof Blocked)) throw error
    // Perhaps only the pagination is wrong.
    const { data } = await owner.get(collaborators, { limit: 0 })
    return [data].flat().filter(isObject)
  }
}

/**
 * Lets the owner add members who do not allow it yet. Members for whom this fails are absent. Returns a function that
 * undoes it.
 */
async function openMembers(
  session: CheckSession,
  closed: LoggedIn['closed'],
): Promise<(() => Promise<void>)[]> {
  const restores: (() => Promise<void>)[] = []
  for (const [name, actor] of closed) {
    try {
      if (!has(session, `PUT ${me}`)) throw new NotImplemented(`PUT ${me}`)
      restores.push(await openToOthers(session, actor))
    } catch (error) {
      if (!(error instanceof Blocked || error instanceof NotImplemented)) {
        await Promise.allSettled(restores.map(restore => restore()))
        throw error
      }
      session.missingMembers.set(name, error)
    }
  }
  return restores
}

/**
 * Makes the first member editor and the second one viewer. A failure blocks only the checks that need them. Returns a
 * function that restores the roles of members that were collaborators before the run.
 */
export async function addMembers(session: CheckSession, { owner, people, closed, trail }: LoggedIn) {
  const restores = await openMembers(session, closed)
  const undo = async () => {
    for (const undone of await Promise.allSettled(restores.map(restore => restore()))) {
      if (undone.status === 'rejected') throw undone.reason
    }
  }
  for (const [index, role] of (['editor', 'viewer'] as const).entries()) {
    const member = session.target.members[index]
    if (!member || !people.includes(role) || session.missingMembers.has(role)) continue
    try {
      const restore = await addMember(session, owner, member, role)
      if (restore) restores.push(restore)
      session.joined.set(role, trail.filter(({ request }) => request.method !== 'GET').slice(-1))
    } catch (error) {
      if (!(error instanceof Blocked || error instanceof NotImplemented)) {
        await undo().catch(() => {})
        throw error
      }
      session.missingMembers.set(role, absenceOf(session, error))
    }
  }
  return undo
}

/** Explains the absence of a member who could not be made a collaborator. */
function absenceOf(session: CheckSession, error: Blocked | NotImplemented) {
  if (error instanceof NotImplemented) return error
  const { replies } = error.finding
  const reason = whyLimited(session, replies.at(-1))
  return reason === undefined ? new Blocked('COL-21', error.finding) : new Skipped(reason, replies)
}

/** Gives a member a role in the first schedule. Returns a function that undoes it, if the member was a collaborator before. */
async function addMember(
  session: CheckSession,
  owner: Actor,
  member: Account,
  role: 'editor' | 'viewer',
): Promise<(() => Promise<void>) | undefined> {
  const { schedules, registry } = session
  if (!has(session, `POST ${collaborators}`)) throw new NotImplemented(`POST ${collaborators}`)
  const list = schedules[0]?.collaborators ?? ''
  const find = async () => {
    if (!has(session, `GET ${collaborators}`)) return undefined
    return (await owner.all(list)).find(
      ({ email }) => String(email).toLowerCase() === member.email.toLowerCase(),
    )
  }
  const there = await find()
  if (there) {
    const setRole = (user_role: string) => retry(() => owner.change(`${list}/${there.id}`, { user_role }))
    await setRole(role)
    return () => setRole(String(there.user_role ?? role))
  }
  await retry(async () => {
    // If the connection broke, the create may have been carried out all the same.
    const made = await find()
    if (made) registry.add(list, made.id as number | string)
    else await owner.create(list, { email: member.email, user_role: role })
  })
  return undefined
}
