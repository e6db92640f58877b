import { logIn, refuseCollaborators, shownReply } from '../runner/accounts.js'
import { basic, createActor } from '../runner/actor.js'
import type { Actor, Schedule } from '../runner/context.js'
import { isLetIn } from '../runner/exchange.js'
import { isObject } from '../runner/json.js'
import { messageOf } from '../runner/outcomes.js'
import type { Session } from '../runner/session.js'
import { restorePassword, restoreSettings, saveSettings } from '../runner/settings.js'
import { deleteAll } from '../runner/setup.js'
import { type Account, UnreachableError } from '../target/target.js'
import type { Person } from './world.js'

/** A schedule with more objects than this is never read as a whole. */
const few = 200

/** What the target holds before the first walk. */
export interface Arrival {
  readonly people: readonly Person[]
  /** Of each schedule, whether it is small enough to be read as a whole. */
  readonly isSmall: readonly boolean[]
}

/** A person's requests outside the walks, with the password that works now. */
export const actorOf = (session: Session, { name, email, passwords, current }: Person): Actor =>
  createActor(session, { email, password: passwords[current] ?? '' }, name, { check: 'explore' })

/** Logs everybody in, and verifies that the target is as described. */
export async function arrive(session: Session, throwaways: readonly Account[]): Promise<Arrival> {
  const { target, schedules } = session
  const other = { isOwner: false, isDisposable: false }
  const people = [await meet(session, target.owner, { ...other, name: 'owner', isOwner: true })]
  for (const [index, member] of target.members.slice(0, 3).entries())
    people.push(await meet(session, member, { ...other, name: `member ${index + 1}` }))
  for (const [index, account] of throwaways.entries())
    people.push(
      await meet(session, account, { ...other, name: `throwaway ${index + 1}`, isDisposable: true }),
    )

  const owner = createActor(session, target.owner, 'owner', { check: 'explore' })
  const isSmall: boolean[] = []
  for (const schedule of schedules) {
    isSmall.push((await largestList(owner, schedule)) <= few)
    refuseCollaborators(await owner.all(schedule.collaborators), schedule, people)
  }
  return { people, isSmall }
}

/** The number of objects in the longest list of a schedule; NaN where the target does not say. */
async function largestList(owner: Actor, { resources, bookings, collaborators }: Schedule): Promise<number> {
  const totals: number[] = []
  for (const list of [resources, bookings, collaborators]) {
    const reply = await owner.get(list, { limit: 1 })
    if (!isLetIn(reply)) {
      throw new UnreachableError(
        `The owner can't read ${list}: ${shownReply(reply)}\nGive schedules that ${owner.email} owns.`,
      )
    }
    totals.push(isObject(reply.pagination) ? Number(reply.pagination.total_count) : Number.NaN)
  }
  return Math.max(...totals)
}

type Part = Pick<Person, 'name' | 'isOwner' | 'isDisposable'>

async function meet(session: Session, account: Account, part: Part): Promise<Person> {
  const { email, password } = account
  const { name, isDisposable } = part
  const others = isDisposable ? [1, 2, 3].map(number => `${password}-${session.nonce}-${number}`) : []
  for (const other of others) {
    session.redaction.hide(other, `password of ${name}`)
    session.redaction.hideHeader(basic(email, other), `credentials of ${name}`)
  }
  const actor = createActor(session, account, name, { check: 'explore' })
  const { user, rate } = await logIn(session, actor)
  if (rate !== undefined) session.pacing.limit(email, rate)
  const settings = await saveSettings(session, actor)
  const { collaboration_limit: limit } = user
  return {
    ...part,
    email,
    passwords: [password, ...others],
    used: new Set([0]),
    current: 0,
    misses: 0,
    settings,
    original: settings,
    limit: typeof limit === 'number' ? limit : undefined,
  }
}

/** Puts passwords and settings back, and deletes all objects. */
export async function depart(session: Session, people: readonly Person[]): Promise<void> {
  for (const person of people) {
    try {
      const original = actorOf(session, { ...person, current: 0 })
      if (person.current > 0 && (await restorePassword(session, actorOf(session, person), original)))
        person.current = 0
      await restoreSettings(session, actorOf(session, person), person.original)
    } catch (error) {
      session.remains.push(`${person.email}: ${messageOf(error)}`)
    }
  }
  await deleteAll(session)
}
