import { writableUserMembers } from '../catalogue/members.js'
import { oneLine } from '../http/clean.js'
import { retry } from '../http/client.js'
import { answerOf, isLetIn, type Reply } from '../http/exchange.js'
import { Interrupted } from '../http/interrupted.js'
import { isObject, type Json, type JsonObject, parseJson, pick } from '../http/json.js'
import { me, type Schedule } from '../http/paths.js'
import { isSameSetting } from '../http/zone-names.js'
import { type Account, type Target, UnreachableError } from '../target/target.js'
import { type Actor, createActor } from './actor.js'
import { settingsToKeep } from './ledger-entry.js'
import { Blocked } from './outcomes.js'
import type { KnownAccount, LimitedAccount } from './pool.js'
import type { Session } from './session.js'
import { putSettingsBack } from './settings.js'

/** The status and the beginning of a reply, for messages. */
export const shownReply = ({ status, text, excess }: Reply) =>
  excess === undefined ? `${status} ${text.slice(0, 200).trimEnd()}` : `${status}, and the response ${excess}`

/** Reads the account of an actor. Throws an `UnreachableError` if the target does not let it in. */
export async function logIn(
  session: Pick<Session, 'target' | 'redaction'>,
  actor: Actor,
): Promise<{ user: JsonObject; rate: number | undefined }> {
  const reply = await actor.get(me)
  if (!isLetIn(reply)) refuseLogIn(session, actor, reply)
  return { user: isObject(reply.data) ? reply.data : {}, rate: rateOf(reply) }
}

/** Throws an `UnreachableError` for an account that the target does not let in. */
export function refuseLogIn(
  { target, redaction }: Pick<Session, 'target' | 'redaction'>,
  actor: Actor,
  reply: Reply,
): never {
  throw new UnreachableError(
    `The ${actor.name}, ${actor.email}, can't log in: GET ${target.baseUrl}${me} answered ${redaction.clean(shownReply(reply))}`,
  )
}

/** Returns the id of an account that was read; undefined if it shows none. */
export const idOf = ({ data }: Pick<Reply, 'data'>): Json | undefined =>
  isObject(data) ? data.id : undefined

/** Returns the request_rate_limit of an account that was read; undefined if it has none. */
export function rateOf({ data }: Pick<Reply, 'data'>): number | undefined {
  const rate = isObject(data) ? data.request_rate_limit : undefined
  return typeof rate === 'number' && rate > 0 ? rate : undefined
}

/** Turns a broken connection into an `UnreachableError`, for the first requests of a run. */
export async function orUnreachable<T>(
  answered: Promise<T>,
  { baseUrl, network }: Pick<Target, 'baseUrl' | 'network'>,
): Promise<T> {
  try {
    return await answered
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
    if (error.asksToWait) throw new UnreachableError(error.message, { cause: error })
    throw new UnreachableError(
      `Failed to reach ${baseUrl}: ${oneLine(error.message)}. ${hintFor(error, { baseUrl, network })}`,
      {
        cause: error,
      },
    )
  }
}

/** What the messages of broken connections most likely mean. */
const hints: readonly (readonly [RegExp, string])[] = [
  [
    /wrong.version.number|packet length too long/i,
    'It seems to speak plain HTTP: begin the URL with http://.',
  ],
  [/NO_APPLICATION_PROTOCOL/, 'It seems to speak HTTP/2 only, but the kit speaks HTTP/1.1.'],
  [/BAD_DECRYPT|INTERRUPTED_OR_CANCELLED/, 'The key in "network" of the target file has another passphrase.'],
  [/Proxy response/, 'That is an answer of the proxy: check the credentials in its URL.'],
  [
    /certificate|_CERT|_TLS|_SSL/i,
    'Give its authority, or the certificate that it asks for, as "network" in the target file.',
  ],
]

function hintFor({ message }: Interrupted, { baseUrl, network }: Pick<Target, 'baseUrl' | 'network'>) {
  const [, hint] = hints.find(([pattern]) => pattern.test(message)) ?? []
  if (hint !== undefined) return hint
  if (network?.proxy !== undefined) return 'Are the server and the proxy running?'
  const mayWantCertificate = baseUrl.startsWith('https:') && network?.certificate === undefined
  return mayWantCertificate && /closed|ECONNRESET/.test(message)
    ? 'Is the server running? If it asks for a client certificate, give one as "network" in the target file.'
    : 'Is the server running?'
}

/** Throws if one of the accounts is already a collaborator: verdicts about access would be wrong. */
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

/** Whether others may not add an account as a collaborator. */
export const isClosed = ({ data }: Pick<Reply, 'data'>): boolean =>
  isObject(data) && (data.allow_collaboration === false || data.allow_collaboration === 0)

type Limits = Pick<Session, 'collaborationLimits'>

/** Remembers the collaboration_limit of an account that was read. */
export function noteLimit(
  { collaborationLimits }: Limits,
  email: string,
  who: string,
  { data }: Reply,
): void {
  const limit = isObject(data) ? data.collaboration_limit : undefined
  if (typeof limit === 'number') collaborationLimits.set(email.toLowerCase(), { who, limit })
}

/** The number of schedules in which an account is a collaborator at the same time: the first and the second one. */
const neededCollaborations = 2

/**
 * Explains why a collaborator may be refused: an account has reached its limit (section 8). Undefined if that is not the
 * reason.
 */
export function whyLimited({ collaborationLimits }: Limits, reply: Reply | undefined): string | undefined {
  const { method, path, body = '' } = reply?.exchange.request ?? {}
  if (!reply || reply.ok || method !== 'POST' || !path?.endsWith('/collaborators')) return undefined
  const sent = parseJson(body)
  const email = isObject(sent) ? String(sent.email).toLowerCase() : ''
  const { who, limit = neededCollaborations } = collaborationLimits.get(email) ?? {}
  if (limit >= neededCollaborations) return undefined
  return `${who} has collaboration_limit ${limit}; the run needs ${neededCollaborations}`
}

/**
 * Logs in every disposable account, since checks rely on their passwords; those that can't log in count as used up. The
 * first one with a low rate limit is set aside; the limits of the others apply to the run.
 */
export async function logInThrowaways(
  session: Session,
  accounts: readonly Account[],
): Promise<{ limited: LimitedAccount | undefined; others: readonly KnownAccount[] }> {
  const { client, pacing, spentAccounts } = session
  const { waits } = client
  const replies = await Promise.all(
    accounts.map(account =>
      createActor(session, account, 'disposable account', { check: 'preparation' }).get(me),
    ),
  )
  const working: KnownAccount[] = []
  let limited: LimitedAccount | undefined
  for (const [index, account] of accounts.entries()) {
    const reply = replies[index]
    if (!reply || !isLetIn(reply)) {
      spentAccounts.set(account.email, `could not log in before the run: ${reply ? shownReply(reply) : ''}`)
      continue
    }
    working.push({ ...account, id: idOf(reply), isClosed: isClosed(reply) })
    noteLimit(session, account.email, 'a disposable account', reply)
    const rate = rateOf(reply)
    if (rate === undefined) continue
    if (rate <= lowRate && !limited) limited = { ...account, rate, fresh: client.waits === waits }
    else pacing.limit(account.email, rate)
  }
  return { limited, others: working.filter(({ email }) => email !== limited?.email) }
}

/** Returns the settings of an account that can be restored: all writable members except the e-mail address (section 2.4). */
export async function settingsOf(actor: Actor): Promise<JsonObject> {
  return pick(await actor.read(me), writableUserMembers)
}

/**
 * Records the settings of an account in the ledger before they are changed: the original ones, even if an earlier restore
 * failed.
 */
export async function saveSettings(
  { ledger, restored }: Pick<Session, 'ledger' | 'restored'>,
  actor: Actor,
): Promise<JsonObject> {
  const before = restored.get(actor.email) ?? (await settingsOf(actor))
  restored.set(actor.email, before)
  ledger.write({ type: 'settings', account: actor.email, before: settingsToKeep(before) })
  return before
}

/**
 * Restores the settings of an account: first those known to be changed, then any others that differ. Returns whether it
 * worked; if not, `leftovers` says so.
 */
export async function restoreSettings(
  { ledger, leftovers, restored, opened }: Pick<Session, 'ledger' | 'leftovers' | 'restored' | 'opened'>,
  actor: Actor,
  before: JsonObject,
  changed: readonly string[] = [],
): Promise<boolean> {
  const differing = (now: JsonObject) =>
    Object.keys(before).filter(name => !isSameSetting(name, now[name], before[name]))
  const putBack = (names: readonly string[]) =>
    putSettingsBack(settings => retry(() => actor.put(me, settings)), pick(before, names))
  await putBack(changed)
  let names = differing(await settingsOf(actor))
  if (names.length > 0) {
    await putBack(names)
    const { data } = await actor.get(me)
    names = differing(isObject(data) ? data : {})
  }
  if (names.length > 0) leftovers.push(`${actor.email}: ${names.join(', ')} could not be put back`)
  else {
    ledger.write({ type: 'restored', account: actor.email })
    restored.set(actor.email, before)
    const original = opened.get(actor.email)
    if (original) ledger.write({ type: 'settings', account: actor.email, before: settingsToKeep(original) })
  }
  return names.length === 0
}

/** Lets others add an account as a collaborator until the end of the run. Returns a function that undoes it. */
export async function openToOthers(
  session: Pick<Session, 'ledger' | 'leftovers' | 'restored' | 'opened'>,
  actor: Actor,
): Promise<() => Promise<void>> {
  const { opened, restored } = session
  const before = await saveSettings(session, actor)
  const undo = async () => {
    opened.delete(actor.email)
    await restoreSettings(session, actor, before, ['allow_collaboration'])
  }
  try {
    await retry(() => changeSettings(actor, { allow_collaboration: true }))
  } catch (error) {
    await undo()
    throw error
  }
  opened.set(actor.email, before)
  // Changes made by checks are restored to this.
  restored.set(actor.email, { ...before, allow_collaboration: true })
  return undo
}

/** Restores the original password of an account. Returns whether it worked. */
export async function restorePassword(
  actor: Actor,
  /** The same account with its original password. */
  original: Actor,
): Promise<boolean> {
  const put = await retry(() => actor.put(me, { new_password: original.password }))
  // If the connection broke the first time, the change may have been made all the same.
  return put.ok || (await original.get(me)).ok
}

/** The rule about each setting, for checks that need one changed. */
const settingRules: Readonly<Record<string, string>> = {
  timezone: 'USER-16',
  date_format: 'USER-12',
  time_format: 'USER-14',
  language_tag: 'USER-09',
  first_day_of_week: 'USER-19',
  allow_collaboration: 'USER-21',
  firstname: 'USER-07',
  lastname: 'USER-08',
}

/** Changes settings that a check needs. Throws `Blocked` if they do not read back as they were set. */
export async function changeSettings(actor: Actor, members: JsonObject): Promise<void> {
  const reply = await actor.put(me, members)
  const now = reply.ok ? await actor.read(me) : {}
  const wrong = Object.keys(members).find(name => !reply.ok || !readsAs(name, now[name], members[name]))
  if (wrong === undefined) return
  throw new Blocked(settingRules[wrong] ?? 'USER-28', {
    message: reply.ok
      ? `${wrong} of the ${actor.name}, which the check needs, was set and is not read back`
      : `the ${actor.name} can't change ${Object.keys(members).join(', ')}, which the check needs`,
    ...answerOf(reply),
    ...(reply.ok && { expected: members[wrong], actual: now[wrong] ?? `no member ${wrong}` }),
  })
}

/** Whether a setting reads as it was set. The document allows booleans to read as 1 or 0. */
const readsAs = (name: string, read: Json | undefined, set: Json | undefined) =>
  isSameSetting(name, read, set) || (typeof set === 'boolean' && read === Number(set))
