import { type Account, UnreachableError } from '../target/target.js'
import { logIn, reached, refuseCollaborators, shownReply } from './accounts.js'
import { createActor } from './actor.js'
import { cleanUp, sweep, undeleted } from './cleanup-registry.js'
import type { Actor, Schedule } from './context.js'
import { isLetIn } from './exchange.js'
import { isObject, type JsonObject } from './json.js'
import { Blocked, messageOf } from './outcomes.js'
import { retry } from './retry.js'
import type { CheckSession, Session } from './session.js'
import { restorePassword } from './settings.js'

/** What the setup changed and the teardown puts back. */
export interface Setup {
  /** Gives members that were collaborators before the run their old roles. */
  undo(): Promise<void>
}

/** Logs everybody in, verifies that the target is as described, and adds the editor and the viewer. */
export async function prepare(session: CheckSession): Promise<Setup> {
  const { target, schedules } = session
  const owner = createActor(session, target.owner, 'owner', { check: 'preparation' })
  await reached(logInAndPace(session, owner), target)
  for (const [index, member] of target.members.slice(0, 3).entries()) {
    await logInAndPace(session, createActor(session, member, `member ${index + 1}`, { check: 'preparation' }))
  }
  for (const schedule of schedules) {
    const reply = await owner.get(schedule.resources, { limit: 1 })
    if (!isLetIn(reply)) {
      throw new UnreachableError(
        `The owner can't read the schedule ${schedule.id}: ${shownReply(reply)}\nGive schedules that ${owner.email} owns.`,
      )
    }
  }
  for (const [index, schedule] of schedules.entries()) {
    const outsiders = index === 0 ? target.members.slice(2) : target.members
    refuseCollaborators(await collaboratorsOf(owner, schedule), schedule, outsiders)
  }
  return addMembers(session, owner)
}

/** The collaborators of a schedule, as far as a faulty list shows them: its faults are for the checks to report. */
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

async function logInAndPace(session: CheckSession, actor: Actor): Promise<void> {
  const { rate } = await logIn(session, actor)
  if (rate !== undefined) session.pacing.limit(actor.email, rate)
}

/** Makes the first member editor and the second one viewer. What goes wrong blocks only the checks that need them. */
async function addMembers(session: CheckSession, owner: Actor): Promise<Setup> {
  const restores: (() => Promise<void>)[] = []
  const undo = async () => {
    for (const undone of await Promise.allSettled(restores.map(restore => restore()))) {
      if (undone.status === 'rejected') throw undone.reason
    }
  }
  for (const [index, role] of (['editor', 'viewer'] as const).entries()) {
    const member = session.target.members[index]
    if (!member) continue
    try {
      const restore = await addMember(session, owner, member, role)
      if (restore) restores.push(restore)
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

/** Gives a member a role in the first schedule. Returns how to undo that where it was a collaborator before. */
async function addMember(
  { schedules, registry }: CheckSession,
  owner: Actor,
  member: Account,
  role: 'editor' | 'viewer',
): Promise<(() => Promise<void>) | undefined> {
  const list = schedules[0]?.collaborators ?? ''
  const find = async () =>
    (await owner.all(list)).find(({ email }) => String(email).toLowerCase() === member.email.toLowerCase())
  const there = await find()
  if (there) {
    const setRole = (user_role: string) => retry(() => owner.change(`${list}/${there.id}`, { user_role }))
    await setRole(role)
    return () => setRole(String(there.user_role ?? role))
  }
  await retry(async () => {
    // Where the connection broke, the create may have been done all the same.
    const made = await find()
    if (made) registry.add(list, made.id as number | string)
    else await owner.create(list, { email: member.email, user_role: role })
  })
  return undefined
}

/** The end of a run of checks: memberships and passwords are put back, and everything is deleted. */
export async function tearDown(session: CheckSession, setup?: Setup): Promise<void> {
  const { remains, pool } = session
  if (setup) await step(remains, 'Memberships could not be put back', () => setup.undo())
  await step(remains, 'Passwords could not be put back', async () => {
    for (const account of pool.list().filter(({ password, original }) => password !== original)) {
      const as = (password: string) =>
        createActor(session, { email: account.email, password }, 'throwaway', { check: 'clean-up' })
      await restorePassword(session, as(account.password), as(account.original))
    }
  })
  await deleteAll(session)
}

/** Deletes all objects of the run: first by their ids, then by a look through the schedules. */
export async function deleteAll(session: Session): Promise<void> {
  const { target, remains, registry, schedules, nonce } = session
  const owner = createActor(session, target.owner, 'owner', { check: 'clean-up' })
  // The check that made an object may have reported it already.
  const report = (texts: Iterable<string>) => {
    for (const text of texts) if (!remains.includes(text)) remains.push(text)
  }

  await step(remains, 'Shared objects could not be deleted', async () =>
    report((await cleanUp(registry, owner)).map(undeleted)),
  )
  await step(remains, 'The schedules could not be looked through', async () => {
    const left = new Set((await sweep(owner, schedules, nonce)).map(undeleted))
    // What could not be deleted at first may be gone by now, with its resource or by the sweep.
    for (const text of remains.filter(text => text.endsWith(undeleted('')) && !left.has(text))) {
      const path = text.slice(0, -undeleted('').length)
      if (!(await owner.get(path)).ok) remains.splice(remains.indexOf(text), 1)
    }
    report(left)
  })
}

/** One step of the clean-up: an error is reported and does not keep the next step from running. */
async function step(remains: string[], failure: string, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    remains.push(`${failure}: ${messageOf(error)}`)
  }
}
