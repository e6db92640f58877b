import { type Account, type Target, UnreachableError } from '../target/target.js'
import { type CheckRuntime, createCheckRuntime } from './check-runtime.js'
import type { Actor } from './context.js'
import { isLetIn, type Reply } from './exchange.js'
import { isObject } from './json.js'
import { Blocked, Interrupted } from './outcomes.js'
import { me } from './paths.js'
import { again } from './retry.js'
import type { Session } from './session.js'

/** What a target's answer looks like in a message. */
const shown = (reply: Reply) => `${reply.status} ${reply.text.slice(0, 200)}`

/** What stands before the first check. */
export interface Prelude {
  /** Gives those who were collaborators before the roles back that they had. */
  undo(): Promise<void>
}

/** Looks whether the target is what it is said to be, and lets the editor and the viewer in. */
export async function prepare(session: Session): Promise<Prelude> {
  const runtime = createCheckRuntime(session, { id: 'preparation' }, 1)
  const shared = { ...session.target.owner }
  const owner = runtime.actor(shared, 'owner')
  await reached(knock(owner, session), session.target)
  for (const [index, member] of session.target.members.slice(0, 3).entries()) {
    await knock(runtime.actor(member, `member ${index + 1}`), session)
  }
  for (const schedule of session.schedules) {
    const reply = await owner.get(schedule.resources, { limit: 1 })
    if (!isLetIn(reply)) {
      throw new UnreachableError(
        `The owner can't read the schedule ${schedule.id}: ${shown(reply)}\nGive schedules that ${owner.email} owns.`,
      )
    }
  }
  await refuseCollaborators(owner, session)
  const roles: (() => Promise<void>)[] = []
  const undo = async () => {
    for (const undone of await Promise.allSettled(roles.map(restore => restore()))) {
      if (undone.status === 'rejected') throw undone.reason
    }
  }
  for (const [index, role] of (['editor', 'viewer'] as const).entries()) {
    const member = session.target.members[index]
    if (!member) continue
    try {
      const restore = await join(session, runtime, member, role)
      if (restore) roles.push(restore)
    } catch (error) {
      if (!(error instanceof Blocked)) {
        await undo().catch(() => {})
        throw error
      }
      session.unjoined.set(role, error.finding)
    }
  }
  return { undo }
}

/** What one of the first requests gives: is anybody there? */
export async function reached<T>(answered: Promise<T>, { baseUrl }: Pick<Target, 'baseUrl'>): Promise<T> {
  try {
    return await answered
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
    throw new UnreachableError(`Failed to reach ${baseUrl}: ${error.message}. Is the server running?`, {
      cause: error,
    })
  }
}

/** Logs in, and takes note of the account's rate limit. */
async function knock(actor: Actor, session: Session): Promise<void> {
  const reply = await actor.get(me)
  if (!isLetIn(reply)) {
    throw new UnreachableError(
      `The ${actor.name}, ${actor.email}, can't log in: GET ${session.target.baseUrl}${me} answered ${shown(reply)}`,
    )
  }
  const limit = isObject(reply.data) ? reply.data.request_rate_limit : undefined
  if (typeof limit === 'number' && limit > 0) session.pacing.limit(actor.email, limit)
}

/** People who are collaborators already would make checks of access wrong. */
async function refuseCollaborators(owner: Actor, session: Session): Promise<void> {
  const { schedules, target } = session
  for (const [index, schedule] of schedules.entries()) {
    const own = index === 0 ? target.members.slice(2) : target.members
    const reply = await owner.get(schedule.collaborators, { limit: 0 })
    if (!reply.ok || !Array.isArray(reply.data)) continue
    const there = new Set(reply.data.filter(isObject).map(({ email }) => String(email).toLowerCase()))
    const found = own.find(({ email }) => there.has(email.toLowerCase()))
    if (found) {
      throw new UnreachableError(
        `${found.email} is a collaborator of ${schedule.id} already: end that, or give another member or schedule.`,
      )
    }
  }
}

/** Makes a member editor or viewer of the first schedule; answers how to undo it where it was one already. */
async function join(
  { schedules, registry }: Session,
  runtime: CheckRuntime,
  member: Account,
  role: 'editor' | 'viewer',
): Promise<(() => Promise<void>) | undefined> {
  const list = schedules[0]?.collaborators ?? ''
  const found = async () =>
    (await runtime.owner.all(list)).find(
      ({ email }) => String(email).toLowerCase() === member.email.toLowerCase(),
    )
  const there = await found()
  if (there) {
    const path = `${list}/${there.id}`
    await again(() => runtime.owner.change(path, { user_role: role }))
    return () => again(() => runtime.owner.change(path, { user_role: there.user_role ?? role }))
  }
  // The clean-up of the run deletes it, and says so where it can't.
  await again(async () => {
    // Where the connection broke, the create may have been done all the same.
    const id =
      (await found())?.id ?? (await runtime.owner.create(list, { email: member.email, user_role: role }))
    registry.add(list, id as number | string)
  })
  return undefined
}
