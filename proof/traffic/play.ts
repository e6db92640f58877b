import { createRouter, linkTargets, operations, type Seed, splitTarget } from '../../server/core/index.js'
import { basic } from '../requests/credentials.js'
import { type Asked, createRequests } from '../requests/generator.js'
import { accountAt, type Memory, memoryOf, nouns } from '../requests/known-state.js'
import type { Sent, Steering } from '../requests/request.js'
import { beginning, unlimited } from '../requests/seed.js'
import { isHarmless } from '../requests/targets.js'
import { createSteering } from './actions.js'
import { compareAll, compareOwned } from './compare-data.js'
import { Difference, isSame, toldAnswer, toldRequest } from './difference.js'
import { refusedSteering, type Twin } from './implementation.js'
import { learn } from './learn.js'
import { secretsOf } from './secrets.js'

/** What is known after a restore: the data are those of the snapshot, all else stays. */
function restored(kept: Memory, { links, firstLink, era, troubled }: Memory): Memory {
  // After a reset the secrets of a mock begin anew, so that one from before may be the same as one since.
  return { ...kept, links, firstLink: kept.era === era ? firstLink : links, era, troubled }
}

/** The same request, by the account that nobody counts the requests of. */
function byUnlimited(sent: Sent): Sent {
  const { email, password } = unlimited
  return { ...sent, headers: { ...sent.headers, authorization: basic(email, password) } }
}

const router = createRouter([...operations, ...linkTargets])

function operationAt({ method, target }: Sent): string {
  const match = router.match(method, splitTarget(target).path)
  return match.kind === 'found' ? match.route.id : 'nothing'
}

export interface Story {
  seed: number
  world: Seed
  /** How many requests it has. */
  requests: number
  /** All that have to behave alike; the first is asked what later requests are made of. */
  twins: readonly [Twin, ...Twin[]]
}

/** What a story went through: how often each status, each operation done or refused, and what was done beside. */
export type Tally = Map<string, number>

/**
 * Plays a story to all twins, step by step.
 *
 * @throws Difference at the first step at which they don't behave alike.
 */
export async function play({ seed, world, requests, twins }: Story): Promise<Tally> {
  const [first] = twins
  const tally: Tally = new Map()
  const steeringOf = createSteering(seed)
  const requestOf = createRequests(seed)
  const start = memoryOf(world)
  let memory = structuredClone(start)
  const kept = new Map<string, Memory>()
  let number = 0

  const count = (what: string) => void tally.set(what, (tally.get(what) ?? 0) + 1)

  async function steer(steering: Steering): Promise<void> {
    const came = await Promise.all(twins.map(twin => twin.steer(steering)))
    if (came.some(each => each !== came[0])) {
      throw new Difference(
        { seed, number, what: JSON.stringify(steering) },
        twins.map(({ name }, index) => [name, came[index] ?? '']),
      )
    }
    const refused = came[0] === refusedSteering
    count(`${steering.steer}${refused ? ', refused' : ''}`)
    if (!refused) await remember(steering)
  }

  async function remember(steering: Steering): Promise<void> {
    switch (steering.steer) {
      case 'reset':
        memory = { ...structuredClone(start), era: memory.era + 1 }
        await stopClock()
        break
      case 'take snapshot':
        kept.set(steering.id, structuredClone(memory))
        break
      case 'restore snapshot':
        memory = restored(structuredClone(kept.get(steering.id) as Memory), memory)
        await learnAccounts()
        break
      case 'plan failure':
        memory.troubled = true
        break
      case 'end failures':
        memory.troubled = false
        break
      case 'add user': {
        const { id = '', email, password } = steering.account
        memory.accounts.push({ id, email, passwords: [password] })
        break
      }
      case 'add schedule': {
        const { id, owner } = steering.schedule
        memory.schedules.push({ id, owner: accountAt(memory.accounts, owner)?.id ?? owner, guests: [] })
        memory.seen.push(...nouns.map(noun => ({ schedule: id, noun, ids: [] })))
        break
      }
    }
  }

  /** Stories go by a clock that stands: how long a step takes must not show. */
  async function stopClock(): Promise<void> {
    await Promise.all(
      twins.map(async twin => {
        await twin.steer({ steer: 'freeze clock' })
        await twin.steer({ steer: 'set clock', now: new Date(beginning).toISOString() })
      }),
    )
  }

  async function ask({ send: wanted, by }: Asked): Promise<void> {
    const hears = twins.filter(twin => twin.hears(wanted))
    const heardByAll = hears.length === twins.length
    // What some can't be told must leave nothing behind in the others.
    if (!heardByAll && (!isHarmless(wanted) || memory.troubled)) return count('not played')
    const send = heardByAll ? wanted : byUnlimited(wanted)
    const came = await Promise.all(hears.map(twin => twin.send(send)))
    const [got, ...rest] = came
    if (!got) return
    if (rest.some(each => !isSame(got, each))) {
      throw new Difference(
        { seed, number, what: toldRequest(send) },
        hears.map(({ name }, index) => [name, toldAnswer(came[index] ?? got)]),
      )
    }
    count(`${got.status}`)
    count(`${operationAt(send)} ${Math.floor(got.status / 100) === 2 ? 'done' : 'refused'}`)
    if (heardByAll) learn(memory, { send, by, got })
    if (send.target.startsWith('/v1/activations/') && got.status === 200) await learnAccounts()
    if (send.target === '/v1/users/me' && send.method === 'PUT')
      memory.links = secretsOf(await first.outbox()).length
  }

  async function learnAccounts(): Promise<void> {
    for (const { id, email } of await first.accounts()) {
      const account = memory.accounts.find(each => each.id === id)
      if (account) account.email = email
    }
  }

  const look = () => ({ seed, number, twins, memory })

  await stopClock()
  for (number = 1; number <= requests; number++) {
    const steering = steeringOf(memory)
    // What goes away is looked at before: a difference in it would go unseen.
    if (steering && /^(?:reset|restore)/.test(steering.steer)) await compareOwned(look())
    if (steering) await steer(steering)
    await ask(requestOf(memory))
  }
  await steer({ steer: 'end failures' })
  await steer({ steer: 'limit rate', requests: 100_000 })
  await compareAll(look())
  return tally
}
