import { setTimeout as sleep } from 'node:timers/promises'
import type { Evidence } from '../report/report.js'
import type { Throwaway } from './accounts.js'
import type { Person } from './check.js'
import type { CheckRuntime } from './check-runtime.js'
import type { Actor, Context, Mail } from './context.js'
import { isSame, type Json, type JsonObject } from './json.js'
import type { Finding } from './outcomes.js'
import { Blocked, Interrupted, Skipped } from './outcomes.js'
import { me } from './paths.js'
import type { CheckPlan } from './plan.js'
import type { Session } from './session.js'
import { restoreSettings, settingsOf } from './settings.js'
import type { Transport } from './transport.js'

/** The context of one attempt, and what stands before and after it. */
export interface ContextLife {
  readonly context: Context
  /** Takes what the check has for itself. */
  open(): Promise<void>
  /** Gives it back, settings as they were. */
  close(): Promise<void>
}

/** Which rule a setting that can't be changed speaks of. */
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

/** Whether a setting reads as it was set; the document lets a read give truth as 1 or 0. */
const isTaken = (read: Json | undefined, set: Json | undefined) =>
  isSame(read, set) || (typeof set === 'boolean' && read === Number(set))

export function createContext(
  { check }: CheckPlan,
  session: Session,
  runtime: CheckRuntime,
  note: (kind: Evidence['kind'], finding: Finding) => void,
): ContextLife {
  const { target, schedules, pool, memory, mailbox, ledger, client } = session
  const connections: Transport[] = []
  const before = new Map<string, { actor: Actor; settings: JsonObject }>()
  let throwaway: Throwaway | undefined
  let throwawayActor: Actor | undefined

  const missing = (what: string): never => {
    throw new Error(`${check.id} uses ${what} and does not say so in its needs.`)
  }
  const member = (index: number, name: 'editor' | 'viewer' | 'stranger') => {
    if (!check.needs?.includes(name)) missing(`the ${name}`)
    const account = target.members[index]
    return account ? runtime.actor(account, name) : missing(`the ${name}`)
  }
  const schedule = (index: number, need: 'second schedule' | 'spare schedule') => {
    if (!check.needs?.includes(need)) missing(`the ${need}`)
    return schedules[index] ?? missing(`the ${need}`)
  }
  const people: Record<Person, () => Actor> = {
    owner: () => runtime.owner,
    editor: () => member(0, 'editor'),
    viewer: () => member(1, 'viewer'),
    stranger: () => member(2, 'stranger'),
    anyone: () => {
      const stranger = target.members[2]
      return stranger ? runtime.actor(stranger, 'stranger') : runtime.owner
    },
  }

  const context: Context = {
    owner: runtime.owner,
    get editor() {
      return people.editor()
    },
    get viewer() {
      return people.viewer()
    },
    get stranger() {
      return people.stranger()
    },
    get anyone() {
      return people.anyone()
    },
    nobody: runtime.actor({ email: '', password: '' }, 'nobody', { authorization: null }),
    get throwaway() {
      return throwawayActor ?? missing('a throwaway account')
    },
    get limited() {
      const { rate, fresh, ...account } = session.limited ?? missing('the limited account')
      return { ...runtime.actor(account, 'limited', { returnRateLimited: true }), rate, fresh }
    },
    schedule: schedules[0] ?? missing('a schedule'),
    get second() {
      return schedule(1, 'second schedule')
    },
    get spare() {
      return schedule(2, 'spare schedule')
    },
    given: runtime.given,
    shared: runtime.shared,
    random: runtime.random,
    token: runtime.token,
    name: runtime.name,
    address: runtime.address,
    slot: runtime.slot,

    as: (credentials, name) => runtime.actor(credentials, name),
    withHeader: (authorization, name) => runtime.actor({ email: '', password: '' }, name, { authorization }),
    async overOneConnection(...actors) {
      const transport = client.single()
      connections.push(transport)
      return actors.map(actor =>
        runtime.actor(actor, actor.name, { transport, ...(actor.email === '' && { authorization: null }) }),
      ) as never
    },

    async settings(actor, members) {
      if (!before.has(actor.email)) missing(`settings of the ${actor.name}`)
      const reply = await actor.put(me, members)
      const now = reply.ok ? await actor.read(me) : {}
      const amiss = Object.keys(members).find(name => !reply.ok || !isTaken(now[name], members[name]))
      if (amiss === undefined) return
      throw new Blocked(settingRules[amiss] ?? 'USER-28', {
        message: reply.ok
          ? `${amiss} of the ${actor.name}, which the check needs, was set and is not read back`
          : `the ${actor.name} can't change ${Object.keys(members).join(', ')}, which the check needs`,
        ...(reply.ok && { expected: members[amiss], actual: now[amiss] ?? `no member ${amiss}` }),
        ...(!reply.ok && { actual: reply.body ?? reply.text }),
        replies: [reply],
      })
    },
    renamed(actor, { email = actor.email, password = actor.password }) {
      if (throwaway) Object.assign(throwaway, { email, password })
      return runtime.actor({ email, password }, actor.name)
    },
    async mails(address, { atLeast = 1, within = 5000 } = {}) {
      if (!mailbox) return missing('the mailbox')
      const until = Date.now() + within
      let mails: readonly Mail[] = []
      do {
        mails = await mailbox(address)
        if (mails.length >= atLeast) break
        await sleep(100)
      } while (Date.now() < until)
      return mails
    },
    once<T>(key: string, act: () => Promise<T>) {
      const known = memory.get(key) as Promise<T> | undefined
      if (known) return known
      const result = act()
      memory.set(key, result)
      // A broken connection is no result: whoever asks next tries again.
      result.catch(error => error instanceof Interrupted && memory.delete(key))
      return result
    },
    wait: milliseconds => sleep(milliseconds),

    warn: (message, ...replies) => note('warning', { message, replies }),
    observe: (message, ...replies) => note('observation', { message, replies }),
    skip(reason) {
      throw new Skipped(reason)
    },
  }

  return {
    context,
    async open() {
      for (const name of ['editor', 'viewer'] as const) {
        const finding = check.needs?.includes(name) ? session.unjoined.get(name) : undefined
        if (finding) throw new Blocked('COL-21', finding)
      }
      if (check.needs?.includes('throwaway account')) {
        throwaway = await pool.take()
        if (!throwaway) throw new Skipped('needs a throwaway account, and all that there were are used up')
        throwawayActor = runtime.actor(throwaway, 'throwaway')
      }
      for (const person of check.changes ?? []) {
        const actor = people[person]()
        const settings = await settingsOf(actor)
        before.set(actor.email, { actor, settings })
        ledger.write({ type: 'settings', account: actor.email, before: settings })
      }
    },
    async close() {
      for (const { actor, settings } of before.values()) {
        try {
          const different = Object.keys(await restoreSettings(actor, settings))
          if (different.length === 0) ledger.write({ type: 'restored', account: actor.email })
          else session.remains.push(`${actor.email}: ${different.join(', ')} could not be put back`)
        } catch (error) {
          // The throwaway account has to go back whatever happens here: others wait for it.
          session.remains.push(`${actor.email}: settings could not be put back: ${(error as Error).message}`)
        }
      }
      if (throwaway) {
        const account = throwaway
        throwaway = undefined
        const alive = await runtime
          .actor(account, 'throwaway')
          .get(me)
          .then(({ ok }) => ok)
          .catch(() => false)
        pool.give(account, alive)
      }
      for (const connection of connections) await connection.close()
    },
  }
}
