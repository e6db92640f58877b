import { setTimeout as sleep } from 'node:timers/promises'
import { type Check, type Person, refuseUnsafe } from '../check/check.js'
import type { Actor, Context } from '../check/context.js'
import { createGiven } from '../check/given.js'
import { createNames } from '../check/names.js'
import type { Exchange } from '../http/exchange.js'
import { type ActorOptions, createActor } from '../session/actor.js'
import { type CleanupRegistry, createCleanupRegistry } from '../session/cleanup-registry.js'
import { mayLeaveObjects } from '../session/deletions.js'
import { type Finding, Skipped } from '../session/outcomes.js'
import { type CheckSession, memberNames } from '../session/session.js'
import { changeSettings } from '../session/settings.js'
import type { Account, ReceivedMail } from '../target/target.js'
import { takeLeases } from './leases.js'
import type { Evidence } from './report.js'
import { once } from './shared.js'

type ActorVariant = Pick<ActorOptions, 'authorization' | 'returnRateLimited' | 'transport'>

const noCredentials: Account = { email: '', password: '' }

/** The actors, names and objects of one attempt of a check. */
export type CheckRuntime = ReturnType<typeof createCheckRuntime>

/** `attempt` counts from 1: a check that starts again uses other names. */
export function createCheckRuntime(
  session: CheckSession,
  check: Pick<Check, 'id' | 'needs'>,
  attempt: number,
) {
  const { target, invitations } = session
  const names = createNames(session, check.id, attempt)
  const joined = [...session.joined].flatMap(([role, sent]) => (check.needs?.includes(role) ? sent : []))
  const trail: Exchange[] = [...joined]
  const borrowed = new Set<Exchange>(joined)
  const registry = createCleanupRegistry({
    ledger: session.ledger,
    marks: [names.token, ...session.emails],
    deletions: session.registry.deletions,
    creator: session.ids.enter(),
    mayLeaveObjects: mayLeaveObjects(check),
  })
  let isCleanUp = false

  const actorWith =
    (registry: CleanupRegistry) =>
    (account: Account, name: string, variant?: ActorVariant): Actor =>
      createActor(session, account, name, {
        check: check.id,
        trail,
        registry,
        refuseUnsafe(method, path) {
          if (isCleanUp) return
          session.ending.assertOn()
          refuseUnsafe(session, method, path)
        },
        ...variant,
      })

  const actor = actorWith(registry)
  const owner = actor(target.owner, 'owner')
  const [schedule] = session.schedules
  if (!schedule) throw new Error('A target has at least one schedule.')
  const making = { ...names, schedule, invitations }
  return {
    ...names,
    trail,
    borrowed,
    registry,
    owner,
    given: createGiven({ ...making, owner }),
    shared: createGiven({ ...making, owner: actorWith(session.registry)(target.owner, 'owner') }),
    /** From now on, requests are clean-up, which may go on when the time for checks is over. */
    endCheck() {
      isCleanUp = true
    },
    actor,
  }
}

/** Makes the context that a check runs with, and what opens and closes it. It gives a check only what its `needs` name. */
export function createContext(
  check: Check,
  session: CheckSession,
  runtime: CheckRuntime,
  note: (kind: Evidence['kind'], finding: Finding) => void,
) {
  const { schedules, limited, mailbox, ending } = session
  const missing = (what: string): never => {
    throw new Error(`${check.id} uses ${what} and does not say so in its needs.`)
  }
  const schedule = (index: number, need: 'second schedule' | 'spare schedule') =>
    (check.needs?.includes(need) && schedules[index]) || missing(`the ${need}`)
  const person = personOf(check, session, runtime, missing)
  const leases = takeLeases(check, session, runtime, person)
  const { registry: _, trail: __, borrowed: ___, endCheck: ____, actor, ...tools } = runtime

  const context: Context = {
    ...tools,
    get editor() {
      return person('editor')
    },
    get viewer() {
      return person('viewer')
    },
    get stranger() {
      return person('stranger')
    },
    get anyone() {
      return person('anyone')
    },
    nobody: actor(noCredentials, 'nobody', { authorization: null }),
    get throwaway() {
      return leases.throwaway ?? missing('a disposable account')
    },
    get limited() {
      const { rate, fresh, ...account } = limited ?? missing('the limited account')
      return { ...actor(account, 'limited', { returnRateLimited: true }), rate, fresh }
    },
    schedule: schedules[0] ?? missing('a schedule'),
    get second() {
      return schedule(1, 'second schedule')
    },
    get spare() {
      return schedule(2, 'spare schedule')
    },

    as: actor,
    withHeader: (authorization, name) => actor(noCredentials, name, { authorization }),
    async overOneConnection(...actors) {
      const transport = leases.connect()
      return actors.map(each =>
        actor(each, each.name, { transport, ...(each.email === '' && { authorization: null }) }),
      ) as never
    },
    renamed({ name, email, password }, changed) {
      const account = { email, password, ...changed }
      leases.rename(account)
      return actor(account, name)
    },
    settings: async (actor, members) =>
      leases.saved.has(actor.email)
        ? changeSettings(actor, members)
        : missing(`settings of the ${actor.name}`),
    mails: (address, { atLeast = 1, within = 5000 } = {}) =>
      mailsTo(mailbox ?? missing('the mailbox'), address, { atLeast, within, ending }),
    once: (key, act) => once(session.memory, key, act, runtime),
    wait: milliseconds => pauseFor(milliseconds, ending),

    warn: (message, ...replies) => note('warning', { message, replies }),
    observe: (message, ...replies) => note('observation', { message, replies }),
    skip(reason) {
      throw new Skipped(reason)
    },
  }

  return { context, open: leases.open, close: leases.close }
}

/** The people that a check may name in `changes`. */
const personOf =
  (
    { needs }: Check,
    { target, absentees }: CheckSession,
    { owner, actor }: CheckRuntime,
    missing: (what: string) => never,
  ) =>
  (person: Person): Actor => {
    if (person === 'owner') return owner
    const name = person === 'anyone' ? 'stranger' : person
    const account = target.members[memberNames.indexOf(name)]
    if (person !== 'anyone') return actor((needs?.includes(name) && account) || missing(`the ${name}`), name)
    const absence = absentees.get('stranger')
    if (absence) throw absence
    return account ? actor(account, name) : owner
  }

async function mailsTo(
  mailbox: NonNullable<CheckSession['mailbox']>,
  address: string,
  { atLeast, within, ending }: { atLeast: number; within: number } & Pick<CheckSession, 'ending'>,
): Promise<readonly ReceivedMail[]> {
  const until = Date.now() + within
  for (;;) {
    const mails = await mailbox(address)
    if (mails.length >= atLeast || Date.now() >= until) return mails
    await pauseFor(100, ending)
  }
}

/** Waits, but not beyond the time that checks get when the run ends. */
async function pauseFor(milliseconds: number, { signal, assertOn }: CheckSession['ending']): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => {})
  if (signal.aborted) assertOn()
}
