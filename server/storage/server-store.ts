import type { Counts, MailQueue, MostInParts, Store } from '../core/index.js'

/**
 * The health of a store. `failed`: unusable until the process restarts. `recovery`: the database is a standby. `read_only`:
 * it accepts no writes. `pool_exhausted`: no connection is free in time. `newer_schema`: a newer version has migrated the
 * tables, and this process has to stop.
 */
export type StoreHealth =
  | 'reachable'
  | 'unreachable'
  | 'failed'
  | 'recovery'
  | 'read_only'
  | 'pool_exhausted'
  | 'newer_schema'

/** Why a database is unreachable. */
export type Unreachable = Exclude<StoreHealth, 'reachable' | 'failed'>

/** Metrics of the connections to a database. */
export interface StoreFigures {
  /** The maximum number of connections. */
  most: number
  /** The number of connections in use. */
  inUse: number
  /** The number of requests waiting for a connection. */
  waiting: number
  /** The number of transaction retries since the start, because of conflicts with others. */
  retries: number
}

/** The store of a server. */
export interface ServerStore extends Store {
  /** Whether a seed was ever loaded; always false for a new store in memory. */
  readonly isSeeded: boolean
  /** Loads the first seed, unless another process has loaded its own. Returns whether it did. */
  seedFirst(load: () => Promise<void>): Promise<boolean>
  /** Counts requests and wrong passwords across all processes of the store. @default each process counts in memory */
  readonly counts?: Counts
  /** The maximum number of long lists sent at the same time, if lower than that of the service. */
  readonly longLists?: MostInParts
  /** Keeps mails until they are delivered. */
  readonly mails: MailQueue
  /** Returns `reachable`, or why it cannot be used. Takes no longer than a request waits for a connection and for a response. */
  health(): Promise<StoreHealth>
  /** Metrics of its connections. @default none */
  figures?(): StoreFigures
  /** Takes a snapshot of all data. */
  snapshot(): Promise<unknown>
  /** Restores a snapshot, including the next ids. */
  restore(snapshot: never): Promise<void>
  close(): Promise<void>
}
