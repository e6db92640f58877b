import { createPool } from '../runner/accounts.js'
import { type CheckRuntime, createCheckRuntime } from '../runner/check-runtime.js'
import { createCleanupRegistry } from '../runner/cleanup-registry.js'
import { createClient } from '../runner/client.js'
import type { Schedule } from '../runner/context.js'
import { openLedger } from '../runner/ledger.js'
import { createPacing } from '../runner/pacing.js'
import { scheduleOf } from '../runner/paths.js'
import { createRedaction } from '../runner/redaction.js'
import type { Session } from '../runner/session.js'
import { networkTransport } from '../runner/transport.js'
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
    client: createClient({ baseUrl: target.baseUrl, transport, pacing, witness: () => {} }),
    pacing,
    ledger,
    redaction: createRedaction(),
    schedules: target.schedules.map(scheduleOf),
    invitations: { needed: false, allowed: false },
    pool: createPool(target.disposable),
    limited: undefined,
    mailbox: undefined,
    registry: createCleanupRegistry(ledger),
    memory: new Map(),
    unsafe: new Map(),
    unjoined: new Map(),
    remains: [],
    signal: undefined,
    ...changes,
  }
}

/** A session, and the workshop of one check in it. */
export function openRuntime(input: TargetInput, changes: Partial<Session> = {}): TestRuntime {
  const session = openSession(input, changes)
  const [first, second, spare] = session.schedules
  if (!first || !second || !spare) throw new Error('The target of a test has three schedules.')
  return { session, ...createCheckRuntime(session, { id: 'RES-05' }, 1), first, second, spare }
}

export interface TestRuntime extends CheckRuntime {
  readonly session: Session
  readonly first: Schedule
  readonly second: Schedule
  readonly spare: Schedule
}
