import { writableUserMembers } from '../areas/members.js'
import type { Actor } from './context.js'
import { isObject, isSame, type JsonObject, pick } from './json.js'
import { me } from './paths.js'
import { again } from './retry.js'

/** The settings of an account that can be put back: all writable members but the e-mail address (section 2.4). */
export async function settingsOf(actor: Actor): Promise<JsonObject> {
  return pick(await actor.read(me), writableUserMembers)
}

/** Puts settings back. Answers what is still different, nothing where all is as it was. */
export async function restoreSettings(actor: Actor, before: JsonObject): Promise<JsonObject> {
  const now = await settingsOf(actor)
  const changed = differing(before, now)
  if (Object.keys(changed).length === 0) return {}
  const reply = await again(() => actor.put(me, changed))
  // A target that refuses all together may take them one by one.
  if (!reply.ok) {
    for (const [name, value] of Object.entries(changed)) await again(() => actor.put(me, { [name]: value }))
  }
  const read = await actor.get(me)
  return differing(before, isObject(read.data) ? read.data : {})
}

const differing = (before: JsonObject, now: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(before).filter(([name, value]) => !isSame(now[name], value)))
