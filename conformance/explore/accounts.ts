import type { Throwaway } from '../runner/accounts.js'
import { basic, createActor } from '../runner/actor.js'
import type { Actor } from '../runner/context.js'
import { isLetIn } from '../runner/exchange.js'
import { isObject, type JsonObject } from '../runner/json.js'
import { me } from '../runner/paths.js'
import { again } from '../runner/retry.js'
import type { Session } from '../runner/session.js'
import { restoreSettings, settingsOf } from '../runner/settings.js'
import { conclude } from '../runner/teardown.js'
import { type Account, UnreachableError } from '../target/target.js'
import type { Person } from './world.js'

/** More objects than this in a schedule, and it is never read as a whole. */
const few = 200

/** What was found on the target. */
export interface Arrival {
  readonly people: readonly Person[]
  /** Of each schedule whether it is small enough to be read as a whole. */
  readonly isSmall: readonly boolean[]
}

/** An actor whose requests belong to no walk. */
export function actorOf(session: Session, { email, password }: Account, name: string): Actor {
  const { client, registry } = session
  const authorization = basic(email, password)
  return createActor({ name, email, password, authorization, client, check: 'explore', trail: [], registry })
}

/** Logs everybody in, and looks whether the target is what it is said to be. */
export async function arrive(session: Session, throwaways: readonly Throwaway[]): Promise<Arrival> {
  const { target, schedules } = session
  const accounts: (Account & { name: string; isDisposable: boolean })[] = [
    { ...target.owner, name: 'owner', isDisposable: false },
    ...target.members.slice(0, 3).map((member, index) => ({
      ...member,
      name: `member ${index + 1}`,
      isDisposable: false,
    })),
    ...throwaways.map(account => ({ ...account, name: `throwaway ${account.number}`, isDisposable: true })),
  ]
  const people: Person[] = []
  for (const account of accounts) people.push(await meet(session, account))

  const owner = actorOf(session, target.owner, 'owner')
  const isSmall: boolean[] = []
  for (const schedule of schedules) {
    const totals: number[] = []
    for (const list of [schedule.resources, schedule.bookings, schedule.collaborators]) {
      const reply = await owner.get(list, { limit: 1 })
      if (!isLetIn(reply)) {
        throw new UnreachableError(
          `The owner can't read ${list}: ${reply.status} ${reply.text.slice(0, 200)}\nGive schedules that ${owner.email} owns.`,
        )
      }
      totals.push(isObject(reply.pagination) ? Number(reply.pagination.total_count) : Number.NaN)
    }
    isSmall.push(totals.every(total => total <= few))
    const there = new Set(
      (await owner.all(schedule.collaborators)).map(({ email }) => String(email).toLowerCase()),
    )
    const found = people.find(({ email }) => there.has(email.toLowerCase()))
    if (found) {
      throw new UnreachableError(
        `${found.email} is a collaborator of ${schedule.id} already: end that, or give another member or schedule.`,
      )
    }
  }
  return { people, isSmall }
}

async function meet(
  session: Session,
  account: Account & { name: string; isDisposable: boolean },
): Promise<Person> {
  const { name, email, password, isDisposable } = account
  const more = isDisposable ? [1, 2, 3].map(number => `${password}-${session.nonce}-${number}`) : []
  for (const each of [password, ...more]) {
    session.redaction.hide(each, `password of ${name}`)
    session.redaction.hideHeader(basic(email, each), `credentials of ${name}`)
  }
  const actor = actorOf(session, account, name)
  const reply = await actor.get(me)
  if (!isLetIn(reply) || !isObject(reply.data)) {
    throw new UnreachableError(
      `The ${name}, ${email}, can't log in: GET ${session.target.baseUrl}${me} answered ${reply.status} ${reply.text.slice(0, 200)}`,
    )
  }
  const { request_rate_limit: rate, collaboration_limit: limit } = reply.data
  if (typeof rate === 'number' && rate > 0) session.pacing.limit(email, rate)
  const settings = await settingsOf(actor)
  session.ledger.write({ type: 'settings', account: email, before: settings })
  return {
    name,
    email,
    passwords: [password, ...more],
    used: new Set([0]),
    current: 0,
    misses: 0,
    isOwner: name === 'owner',
    isDisposable,
    settings,
    limit: typeof limit === 'number' ? limit : undefined,
  }
}

/** The end of an exploration: objects are deleted, passwords and settings put back. */
export function concludeWalks(session: Session) {
  const met: { person: Person; before: JsonObject }[] = []
  const { remains, ledger } = session

  const putBack = async (person: Person, before: JsonObject) => {
    const { name, email, passwords, current } = person
    const [original = ''] = passwords
    const actor = actorOf(session, { email, password: passwords[current] ?? '' }, name)
    if (current > 0) {
      const reply = await again(() => actor.put(me, { new_password: original }))
      if (reply.ok) person.current = 0
      else remains.push(`${email} has another password than before`)
    }
    const now = actorOf(session, { email, password: passwords[person.current] ?? '' }, name)
    const different = Object.keys(await restoreSettings(now, before))
    if (different.length > 0) remains.push(`${email}: ${different.join(', ')} could not be put back`)
    else ledger.write({ type: 'restored', account: email })
  }

  return {
    /** Somebody takes part; settings are put back to what they are now. */
    add(person: Person) {
      met.push({ person, before: person.settings })
    },
    async conclude() {
      for (const { person, before } of met) {
        try {
          await putBack(person, before)
        } catch (error) {
          remains.push(`${person.email}: ${error instanceof Error ? error.message : String(error)}`)
        }
      }
      if (met.length > 0) await conclude(session, { undo: async () => {} })
    },
  }
}
