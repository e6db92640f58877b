import type { Level } from '../areas/rule.js'
import type { Provision } from '../target/provision.js'
import type { Target } from '../target/target.js'
import type { LimitedAccount, Pool } from './accounts.js'
import type { BulkScope } from './check.js'
import type { CleanupRegistry } from './cleanup-registry.js'
import type { Client } from './client.js'
import type { Schedule } from './context.js'
import type { Invitations } from './given.js'
import type { Ledger } from './ledger.js'
import type { Finding } from './outcomes.js'
import type { Pacing } from './pacing.js'
import type { Redaction } from './redaction.js'

/** What the whole run shares. */
export interface Session {
  readonly target: Target
  readonly seed: number
  /** Six letters and digits that occur in every name the run makes. */
  readonly nonce: string
  readonly client: Client
  readonly pacing: Pacing
  readonly ledger: Ledger
  readonly redaction: Redaction
  readonly schedules: readonly Schedule[]
  readonly invitations: Invitations
  readonly pool: Pool
  readonly limited: LimitedAccount | undefined
  readonly mailbox: Provision['mailbox']
  /** What lives until the end of the run. */
  readonly registry: CleanupRegistry
  /** Results of `once`. */
  readonly memory: Map<string, Promise<unknown>>
  /** Bulk requests that were shown to touch more than what they list, with the rule that says so. */
  readonly unsafe: Map<BulkScope, string>
  /** Why the editor or the viewer could not be made a collaborator. */
  readonly unjoined: Map<'editor' | 'viewer', Finding>
  /** What could not be cleaned up or put back. */
  readonly remains: string[]
  readonly signal: AbortSignal | undefined
}

/** What is to be checked. */
export interface Selection {
  readonly only: readonly string[]
  readonly skip: readonly string[]
  /** The lowest level that is checked. */
  readonly level: Level
}
