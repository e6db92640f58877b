import { bulkScopes, type Schedule } from '../http/paths.js'
import { type CheckRuntime, createCheckRuntime } from '../run/runtime.js'
import { createOperations } from '../session/operations.js'
import { createPool } from '../session/pool.js'
import { type CheckSession, type ConnectionOptions, openSession } from '../session/session.js'
import type { TargetInput } from '../target/target.js'
import { atEnd, folder } from './stage.js'

/** A session like that of `certify`, for tests of its parts. */
export function openTestSession(
  target: TargetInput,
  changes: Partial<CheckSession> = {},
  options: Partial<ConnectionOptions> = {},
): CheckSession {
  const session = openSession({ target, ledgerFolder: folder(), ...options })
  atEnd(() => session.close())
  return {
    ...session,
    invitations: { needed: false, allowed: false },
    lists: new Map(),
    pool: createPool(session.target.disposable),
    limited: undefined,
    mailbox: undefined,
    patience: { longest: 5000, now: 5000 },
    memory: new Map(),
    missingMembers: new Map(),
    joined: new Map(),
    operations: createOperations(),
    ...changes,
  }
}

/** A session with the runtime of one check. */
export interface TestRuntime extends CheckRuntime {
  readonly session: CheckSession
  readonly first: Schedule
  readonly second: Schedule
  readonly spare: Schedule
}

export function openRuntime(
  target: TargetInput,
  changes: Partial<CheckSession> = {},
  options: Partial<ConnectionOptions> = {},
): TestRuntime {
  const session = openTestSession(target, changes, options)
  const [first, second, spare] = session.schedules
  if (!first || !second || !spare) throw new Error('The target of a test has three schedules.')
  const sends = ['resources', 'bookings', 'collaborators'].flatMap(list =>
    ['PUT', 'DELETE'].flatMap(method => bulkScopes(method, list)),
  )
  return { session, ...createCheckRuntime(session, { id: 'RES-05', sends }, 1), first, second, spare }
}
