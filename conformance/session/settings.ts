import { writableUserMembers } from '../catalogue/members.js'
import { answerOf } from '../http/exchange.js'
import { isObject, isSame, type Json, type JsonObject, pick } from '../http/json.js'
import { me } from '../http/paths.js'
import { retry } from '../http/retry.js'
import type { Actor } from './actor.js'
import { settingsToKeep } from './ledger-entry.js'
import { Blocked } from './outcomes.js'
import type { Session } from './session.js'

/** The settings of an account that can be restored: all writable members but the e-mail address (section 2.4). */
export async function settingsOf(actor: Actor): Promise<JsonObject> {
  return pick(await actor.read(me), writableUserMembers)
}

/** Reads the settings of an account and writes them to the ledger, before they are changed. */
export async function saveSettings({ ledger }: Pick<Session, 'ledger'>, actor: Actor): Promise<JsonObject> {
  const before = await settingsOf(actor)
  ledger.write({ type: 'settings', account: actor.email, before: settingsToKeep(before) })
  return before
}

/** Restores the settings of an account. Returns whether it worked; if not, `leftovers` says so. */
export async function restoreSettings(
  { ledger, leftovers }: Pick<Session, 'ledger' | 'leftovers'>,
  actor: Actor,
  before: JsonObject,
): Promise<boolean> {
  const differing = (now: JsonObject) => Object.keys(before).filter(name => !isSame(now[name], before[name]))
  let names = differing(await settingsOf(actor))
  if (names.length > 0) {
    const reply = await retry(() => actor.put(me, pick(before, names)))
    // A target that refuses them together may accept them one by one.
    if (!reply.ok) for (const name of names) await retry(() => actor.put(me, pick(before, [name])))
    const { data } = await actor.get(me)
    names = differing(isObject(data) ? data : {})
  }
  if (names.length > 0) leftovers.push(`${actor.email}: ${names.join(', ')} could not be put back`)
  else ledger.write({ type: 'restored', account: actor.email })
  return names.length === 0
}

/** Gives an account its original password back. Returns whether it worked; if not, `leftovers` says so. */
export async function restorePassword(
  { leftovers }: Pick<Session, 'leftovers'>,
  actor: Actor,
  /** The same account with its original password. */
  original: Actor,
): Promise<boolean> {
  const put = await retry(() => actor.put(me, { new_password: original.password }))
  // Where the connection broke at first, the change may have been done all the same.
  if (put.ok || (await original.get(me)).ok) return true
  leftovers.push(`${actor.email} has another password than before`)
  return false
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

/** Changes settings that a check needs. Throws `Blocked` where they do not read back as they were set. */
export async function changeSettings(actor: Actor, members: JsonObject): Promise<void> {
  const reply = await actor.put(me, members)
  const now = reply.ok ? await actor.read(me) : {}
  const wrong = Object.keys(members).find(name => !reply.ok || !readsAs(now[name], members[name]))
  if (wrong === undefined) return
  throw new Blocked(settingRules[wrong] ?? 'USER-28', {
    message: reply.ok
      ? `${wrong} of the ${actor.name}, which the check needs, was set and is not read back`
      : `the ${actor.name} can't change ${Object.keys(members).join(', ')}, which the check needs`,
    ...answerOf(reply),
    ...(reply.ok && { expected: members[wrong], actual: now[wrong] ?? `no member ${wrong}` }),
  })
}

/** Whether a setting reads as it was set. The document lets a read show booleans as 1 or 0. */
const readsAs = (read: Json | undefined, set: Json | undefined) =>
  isSame(read, set) || (typeof set === 'boolean' && read === Number(set))
