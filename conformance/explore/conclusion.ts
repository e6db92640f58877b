import type { JsonObject } from '../runner/json.js'
import { again } from '../runner/retry.js'
import type { Session } from '../runner/session.js'
import { restoreSettings } from '../runner/settings.js'
import { conclude } from '../runner/teardown.js'
import { caller } from './arrival.js'
import type { Person } from './person.js'

const me = '/v1/users/me'

/** The end of an exploration: objects are deleted, passwords and settings put back. */
export function concludeWalks(session: Session) {
  const met: { person: Person; before: JsonObject }[] = []
  const { remains, ledger } = session

  const putBack = async (person: Person, before: JsonObject) => {
    const { name, email, passwords, current } = person
    const [original = ''] = passwords
    const actor = caller(session, { email, password: passwords[current] ?? '' }, name)
    if (current > 0) {
      const reply = await again(() => actor.put(me, { new_password: original }))
      if (reply.ok) person.current = 0
      else remains.push(`${email} has another password than before`)
    }
    const now = caller(session, { email, password: passwords[person.current] ?? '' }, name)
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
