import { basic, createActor } from './actor.js'
import type { Check } from './check.js'
import { type CleanupRegistry, createCleanupRegistry } from './cleanup-registry.js'
import type { Actor, Given } from './context.js'
import type { Exchange } from './exchange.js'
import { createGiven } from './given.js'
import { createRandom, hash, type Random } from './random.js'
import { refuseUnsafe } from './risk.js'
import type { Session } from './session.js'
import type { Transport } from './transport.js'

/** Where one check, or the run itself, makes its actors, names and objects. */
export interface CheckRuntime {
  readonly token: string
  readonly random: Random
  readonly trail: Exchange[]
  readonly registry: CleanupRegistry
  readonly given: Given
  readonly shared: Given
  readonly owner: Actor
  actor(who: { email: string; password: string }, name: string, options?: ActorVariant): Actor
  name(length?: number): string
  address(length?: number): string
  slot(): { start: string; end: string }
}

interface ActorVariant {
  /** In place of that of the credentials; `null` for none. */
  readonly authorization?: string | null
  readonly returnRateLimited?: boolean
  readonly transport?: Transport
}

const words = [
  'Atlas',
  'Birch',
  'Cedar',
  'Delta',
  'Ember',
  'Fjord',
  'Grove',
  'Heron',
  'Iris',
  'Jade',
  'Kiosk',
  'Lotus',
]

/** `attempt` counts from 1: a check that starts anew uses other names. */
export function createCheckRuntime(
  session: Session,
  check: Pick<Check, 'id'>,
  attempt: number,
): CheckRuntime {
  const { target, client, nonce, redaction, invitations } = session
  const random = createRandom(hash(`${session.seed}/${check.id}`))
  const own = hash(`${check.id}/${attempt}`).toString(36).padStart(7, '0')
  const token = `${nonce}${own}`
  const trail: Exchange[] = []
  const registry = createCleanupRegistry(session.ledger)
  let names = 0
  let slots = 0

  const filled = (start: string, length: number | undefined, end = '') => {
    if (length === undefined) return `${start}${end}`
    const missing = length - start.length - end.length
    if (missing < 0) throw new RangeError(`A name of ${length} characters has no room for ${start}${end}.`)
    return `${start}${random.text(missing)}${end}`
  }
  const name = (length?: number) => {
    names++
    return filled(`${token}-${names} ${length === undefined ? random.pick(words) : ''}`, length)
  }
  const address = (length?: number) => {
    names++
    return filled(`${token}-${names}`, length, `@${target.mailDomain}`)
  }
  // Two hours apart, so that bookings neither overlap nor touch, nor leave 2023 before some 4,000 of them.
  const slot = () => {
    const start = Date.UTC(2023, 0, 9, 8) + slots++ * 2 * 3_600_000
    return { start: instant(start), end: instant(start + 1_800_000) }
  }

  const actorOf =
    (of: CleanupRegistry): CheckRuntime['actor'] =>
    (
      { email, password },
      as,
      { authorization = basic(email, password), returnRateLimited, transport } = {},
    ) => {
      redaction.hide(password, `password of ${as}`)
      if (authorization) redaction.hideHeader(authorization, `credentials of ${as}`)
      return createActor({
        name: as,
        email,
        password,
        authorization: authorization ?? undefined,
        client,
        check: check.id,
        trail,
        registry: of,
        refuseUnsafe: (method, path) => refuseUnsafe(session, method, path),
        ...(returnRateLimited && { returnRateLimited }),
        ...(transport && { transport }),
      })
    }

  const actor = actorOf(registry)
  const owner = actor(target.owner, 'owner')
  const [schedule] = session.schedules
  if (!schedule) throw new Error('A target has at least one schedule.')
  const making = { schedule, name, address, slot, invitations }
  return {
    token,
    random,
    trail,
    registry,
    owner,
    given: createGiven({ ...making, owner }),
    shared: createGiven({ ...making, owner: actorOf(session.registry)(target.owner, 'owner') }),
    actor,
    name,
    address,
    slot,
  }
}

const instant = (milliseconds: number) => new Date(milliseconds).toISOString().replace('.000', '')
