import { basic, isLetIn } from '../http/exchange.js'
import { messageOf } from '../http/interrupted.js'
import { isObject } from '../http/json.js'
import type { Schedule } from '../http/paths.js'
import {
  logIn,
  refuseCollaborators,
  restorePassword,
  restoreSettings,
  saveSettings,
  shownReply,
} from '../session/accounts.js'
import { type Actor, createActor } from '../session/actor.js'
import { deleteAll } from '../session/cleanup.js'
import type { Session } from '../session/session.js'
import { type Account, UnreachableError } from '../target/target.js'
import type { Person } from './world.js'

/** Sends a person's requests outside the walks, with the password that currently works. */
export const actorOf = (session: Session, { name, email, passwords, current }: Person): Actor =>
  createActor(session, { email, password: passwords[current] ?? '' }, name, { check: 'explore' })

/**
 * Logs everybody in, and verifies that the target is as described. Returns the people and, for each schedule, the number of objects
 * in its longest list.
 */
export async function arrive(session: Session, throwaways: readonly Account[]) {
  const { target, schedules } = session
  const people = [await meet(session, target.owner, 'owner')]
  for (const [index, member] of target.members.slice(0, 3).entries())
    people.push(await meet(session, member, `member ${index + 1}`))
  for (const [index, account] of throwaways.entries())
    people.push(await meet(session, account, `throwaway ${index + 1}`, true))

  const owner = createActor(session, target.owner, 'owner', { check: 'explore' })
  const sizes: number[] = []
  for (const schedule of schedules) {
    sizes.push(await largestList(owner, schedule))
    refuseCollaborators(await owner.all(schedule.collaborators), schedule, people)
  }
  return { people, sizes }
}

/** The number of objects in the longest list of a schedule; NaN if the target does not show it. */
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

async function meet(session: Session, account: Account, name: string, isDisposable = false): Promise<Person> {
  const { email, password } = account
  const actor = createActor(session, account, name, { check: 'explore' })
  const { user, rate } = await logIn(session, actor)
  if (rate !== undefined) session.pacing.limit(email, rate)
  const settings = await saveSettings(session, actor)
  const { collaboration_limit: limit } = user
  return {
    name,
    email,
    isOwner: email === session.target.owner.email,
    isDisposable,
    passwords: [password],
    used: new Set([0]),
    current: 0,
    misses: 0,
    settings,
    original: settings,
    limit: typeof limit === 'number' ? limit : undefined,
  }
}

/**
 * Gives a disposable account its choice of passwords for the next walk: the original one, the current one if the target did
 * not accept the original one again, and new ones, since a target may refuse to reuse a password. The new ones begin like
 * the original one, for targets that compare only a part, and have at most 72 bytes, since a target may refuse longer ones.
 */
export function choosePasswords({ nonce, redaction }: Session, person: Person, walk: number): void {
  const { name, email, passwords, current, isDisposable } = person
  if (!isDisposable) return
  const [original = '', now = original] = [passwords[0], passwords[current]]
  const known = now === original ? [original] : [original, now]
  const start = [...original].slice(0, 10).join('')
  const fresh = [1, 2, 3].slice(known.length - 1).map(number => `${start}-${nonce}-${walk}-${number}`)
  for (const each of fresh) {
    redaction.hide(each, `password of ${name}`)
    redaction.hideHeader(basic(email, each), `credentials of ${name}`)
  }
  person.passwords = [...known, ...fresh]
  person.current = known.length - 1
  person.used = new Set(known.keys())
}

/** Restores passwords and settings, and deletes all objects. */
export async function depart(session: Session, people: readonly Person[]): Promise<void> {
  for (const person of people) {
    try {
      const original = actorOf(session, { ...person, current: 0 })
      if (person.current > 0) {
        if (await restorePassword(actorOf(session, person), original)) person.current = 0
        else session.leftovers.push(`${person.email} has another password than before`)
      }
      await restoreSettings(session, actorOf(session, person), person.original)
    } catch (error) {
      session.leftovers.push(`${person.email}: ${messageOf(error)}`)
    }
  }
  await deleteAll(session)
}
