import { isLetIn, type Reply } from '../http/exchange.js'
import { Interrupted } from '../http/interrupted.js'
import { isObject, type JsonObject } from '../http/json.js'
import { me, type Schedule } from '../http/paths.js'
import { type Account, type Target, UnreachableError } from '../target/target.js'
import { type Actor, createActor } from './actor.js'
import type { LimitedAccount } from './pool.js'
import type { Session } from './session.js'

/** Status and beginning of a reply, for messages. */
export const shownReply = ({ status, text, excess }: Reply) =>
  excess === undefined ? `${status} ${text.slice(0, 200).trimEnd()}` : `${status}, and the response ${excess}`

/** Reads the account of an actor. Throws an `UnreachableError` where the target does not let it in. */
export async function logIn(
  { target }: Pick<Session, 'target'>,
  actor: Actor,
): Promise<{ user: JsonObject; rate: number | undefined }> {
  const reply = await actor.get(me)
  if (!isLetIn(reply)) refuseLogIn({ target }, actor, reply)
  return { user: isObject(reply.data) ? reply.data : {}, rate: rateOf(reply) }
}

/** Throws an `UnreachableError`: the target does not let an account in. */
export function refuseLogIn({ target }: Pick<Session, 'target'>, actor: Actor, reply: Reply): never {
  throw new UnreachableError(
    `The ${actor.name}, ${actor.email}, can't log in: GET ${target.baseUrl}${me} answered ${shownReply(reply)}`,
  )
}

/** The request_rate_limit of an account that was read; undefined where it is none. */
export function rateOf({ data }: Pick<Reply, 'data'>): number | undefined {
  const rate = isObject(data) ? data.request_rate_limit : undefined
  return typeof rate === 'number' && rate > 0 ? rate : undefined
}

/** Turns a broken connection into an `UnreachableError`: for the first requests of a run. */
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

/** Throws where one of the accounts is a collaborator already: it would make verdicts about access wrong. */
export function refuseCollaborators(
  collaborators: readonly JsonObject[],
  schedule: Schedule,
  accounts: readonly Pick<Account, 'email'>[],
): void {
  const emails = collaborators.map(({ email }) => String(email).toLowerCase())
  const found = accounts.find(({ email }) => emails.includes(email.toLowerCase()))
  if (!found) return
  throw new UnreachableError(
    `${found.email} is already a collaborator of ${schedule.id}: remove it there, or give another member or schedule.`,
  )
}

/** A rate limit that can be used up without flooding the target. */
const lowRate = 100

/**
 * Logs in every disposable account, since checks rely on their passwords; those that can't are used up. The first one with
 * a low rate limit is kept apart; the limits of the others apply to the run.
 */
export async function logInThrowaways(
  session: Session,
  accounts: readonly Account[],
): Promise<{ limited: LimitedAccount | undefined; others: readonly Account[] }> {
  const { client, pacing, spentAccounts } = session
  const { waits } = client
  const replies = await Promise.all(
    accounts.map(account =>
      createActor(session, account, 'disposable account', { check: 'preparation' }).get(me),
    ),
  )
  const working: Account[] = []
  let limited: LimitedAccount | undefined
  for (const [index, account] of accounts.entries()) {
    const reply = replies[index]
    if (!reply || !isLetIn(reply)) {
      spentAccounts.set(account.email, `could not log in before the run: ${reply ? shownReply(reply) : ''}`)
      continue
    }
    working.push(account)
    const rate = rateOf(reply)
    if (rate === undefined) continue
    if (rate <= lowRate && !limited) limited = { ...account, rate, fresh: client.waits === waits }
    else pacing.limit(account.email, rate)
  }
  return { limited, others: working.filter(({ email }) => email !== limited?.email) }
}
