import type { Check, Person } from '../check/check.js'
import type { Actor } from '../check/context.js'
import { isObject, type JsonObject, parseJson } from '../http/json.js'
import { me } from '../http/paths.js'
import { attempts } from '../http/retry.js'
import type { Transport } from '../http/transport.js'
import type { Throwaway } from '../session/accounts.js'
import { type Interrupted, Skipped } from '../session/outcomes.js'
import { type CheckSession, memberNames } from '../session/session.js'
import { restoreSettings, saveSettings } from '../session/settings.js'
import type { Account } from '../target/target.js'
import type { CheckRuntime } from './runtime.js'

/** What a check has for itself while it runs: a disposable account, changed settings and connections. */
export function takeLeases(
  { id, needs, changes = [] }: Check,
  { pool, client, absentees, ...session }: CheckSession,
  { actor }: CheckRuntime,
  personOf: (person: Person) => Actor,
) {
  let account: Throwaway | undefined
  let throwaway: Actor | undefined
  const saved = new Map<string, { actor: Actor; settings: JsonObject }>()
  const connections: Transport[] = []

  /** Whether an account logs in, and will go on to. */
  async function isUsable(account: Throwaway, interruption: Interrupted | undefined): Promise<boolean> {
    const logIn = (as: Account) =>
      actor(as, 'throwaway')
        .get(me)
        .catch(() => undefined)
    const change = interruption && lateChange(interruption)
    if (!change) {
      const reply = await logIn(account)
      if (reply && !reply.ok) session.usedUp.set(account.originalEmail, `no longer logs in since ${id}`)
      return reply?.ok === true
    }
    // A password that lets in shows that the change was made. Of another change, nothing tells.
    const { new_password: password } = change
    for (let tries = 0; typeof password === 'string' && tries < attempts.read; tries++) {
      const reply = await logIn({ email: account.email, password })
      if (reply?.ok) {
        account.password = password
        return true
      }
    }
    session.usedUp.set(account.originalEmail, `may have been changed by ${id}, ${tooLate}`)
    return false
  }

  return {
    saved,
    get throwaway() {
      return throwaway
    },
    /** Remembers a new address and password of the disposable account. */
    rename(changed: Account) {
      if (account) Object.assign(account, changed)
    },
    connect() {
      const connection = client.single()
      connections.push(connection)
      return connection
    },
    /** Takes the disposable account and saves the settings that the check will change. */
    async open() {
      for (const name of memberNames) {
        const absence = needs?.includes(name) && absentees.get(name)
        if (absence) throw absence
      }
      if (needs?.includes('disposable account')) {
        account = await pool.take()
        if (!account) throw new Skipped(usedUpBy([...session.usedUp.values()]))
        throwaway = actor(account, 'throwaway')
      }
      for (const person of changes) {
        const actor = personOf(person)
        saved.set(actor.email, { actor, settings: await saveSettings(session, actor) })
      }
    },
    /** Restores the settings and returns the disposable account, unless the request that interrupted the check may still change it. */
    async close(interruption?: Interrupted) {
      for (const { actor, settings } of session.canCleanUp() ? saved.values() : []) {
        await restoreSettings(session, actor, settings).catch(error => {
          // The disposable account must be returned whatever happens here: other checks wait for it.
          if (!session.canCleanUp()) return
          session.remains.push(`${actor.email}: settings could not be put back: ${error.message}`)
        })
      }
      if (account) pool.give(account, await isUsable(account, interruption))
      for (const connection of connections) await connection.close()
    },
  }
}

const tooLate = 'which got no answer in time'

/** Why there is no account any more. */
const usedUpBy = (reasons: readonly string[]): string =>
  `needs a disposable account, and all are used up${
    reasons.some(reason => reason.endsWith(tooLate)) ? ', as answers took too long; raise --timeout' : ''
  }`

/** What may still become of an account: then another check would find a password, an address or settings that it does not know. */
function lateChange({ isLate = false, request }: Interrupted): JsonObject | undefined {
  if (!isLate || request?.path !== me || request.method === 'GET') return undefined
  const body = parseJson(request.body ?? '')
  return isObject(body) ? body : {}
}
