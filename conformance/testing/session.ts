import type { Schedule } from '../runner/context.js'
import { createEstate } from '../runner/estate.js'
import { openLedger } from '../runner/ledger.js'
import { createPacing } from '../runner/pacing.js'
import { createPool } from '../runner/people.js'
import { createRedaction } from '../runner/redaction.js'
import { type Session, scheduleOf } from '../runner/session.js'
import { networkTransport } from '../runner/transport.js'
import { createWire } from '../runner/wire.js'
import { createWorkshop, type Workshop } from '../runner/workshop.js'
import { parseTarget, type TargetInput } from '../target/target.js'
import { atEnd, folder } from './stage.js'

/** A session as `certify` makes one, for parts that need it and are not whole runs. */
export function openSession(input: TargetInput, changes: Partial<Session> = {}): Session {
  const target = parseTarget(input, 'the test')
  const nonce = 'sk0a1b2c'
  const transport = networkTransport(10_000)
  atEnd(() => transport.close())
  const pacing = createPacing()
  const ledger = openLedger(folder(), {
    type: 'run',
    nonce,
    baseUrl: target.baseUrl,
    owner: target.owner.email,
    schedules: target.schedules,
    started: '2026-01-01T00:00:00.000Z',
  })
  return {
    target,
    seed: 1,
    nonce,
    wire: createWire({ baseUrl: target.baseUrl, transport, pacing, witness: () => {} }),
    pacing,
    ledger,
    redaction: createRedaction(),
    schedules: target.schedules.map(scheduleOf),
    invitations: { needed: false, allowed: false },
    pool: createPool(target.disposable),
    limited: undefined,
    mailbox: undefined,
    estate: createEstate(ledger),
    memory: new Map(),
    unsafe: new Map(),
    unjoined: new Map(),
    remains: [],
    signal: undefined,
    ...changes,
  }
}

/** A session, and the workshop of one check in it. */
export function openShop(input: TargetInput, changes: Partial<Session> = {}): Shop {
  const session = openSession(input, changes)
  const [first, second, spare] = session.schedules
  if (!first || !second || !spare) throw new Error('The target of a test has three schedules.')
  return { session, ...createWorkshop(session, { id: 'RES-05' }, 1), first, second, spare }
}

export interface Shop extends Workshop {
  readonly session: Session
  readonly first: Schedule
  readonly second: Schedule
  readonly spare: Schedule
}
