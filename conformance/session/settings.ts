import type { Reply } from '../http/exchange.js'
import { type JsonObject, pick } from '../http/json.js'

/** Restores settings of an account as they were read. */
export async function putSettingsBack(
  put: (settings: JsonObject) => Promise<Pick<Reply, 'ok'>>,
  settings: JsonObject,
): Promise<void> {
  const names = Object.keys(settings)
  if (names.length === 0 || (await put(settings)).ok) return
  // A target that refuses them together may accept them one by one, and with a boolean for what it shows as 1 or 0 (section 2.4).
  for (const name of names) {
    const alone = await put(pick(settings, [name]))
    if (!alone.ok && name === 'profile_completed') await put({ [name]: Boolean(settings[name]) })
  }
}
