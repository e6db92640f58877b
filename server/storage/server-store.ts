import type { Counts, MailQueue, MostInParts, Store } from '../core/index.js'

/**
 * Whether a store can be used. `failed`: not until the process starts again. `recovery`: the database is a standby. `read_only`: it
 * accepts no writes. `pool_exhausted`: no connection is free in time. `newer_schema`: a newer version has migrated the tables, and
 * this process has to end.
 */
export type StoreHealth =
  | 'reachable'
  | 'unreachable'
  | 'failed'
  | 'recovery'
  | 'read_only'
  | 'pool_exhausted'
  | 'newer_schema'

/** Why a database does not answer. */
export type Unreachable = Exclude<StoreHealth, 'reachable' | 'failed'>

/** Figures of the connections to a database. */
export interface StoreFigures {
  /** How many there may be at once. */
  most: number
  /** How many are in use. */
  inUse: number
  /** How many requests wait for one. */
  waiting: number
  /** How often a transaction was run again since the start, because it conflicted with others. */
  retries: number
}

/** The store of a server. */
export interface ServerStore extends Store {
  /** Whether a seed was ever loaded; always false for a new store in memory. */
  readonly isSeeded: boolean
  /** Loads the first seed, unless another process has loaded its own. Returns whether it did. */
  seedFirst(load: () => Promise<void>): Promise<boolean>
  /** Counts requests and wrong passwords of all its processes. @default each process counts in memory */
  readonly counts?: Counts
  /** How many long lists may be sent at the same time, if it bears fewer than the service. */
  readonly longLists?: MostInParts
  /** Keeps mails until they are delivered. */
  readonly mails: MailQueue
  /** Whether it can be used: `reachable`, or why not. Takes no longer than a request waits for a connection. */
  health(): Promise<StoreHealth>
  /** Figures of its connections, for metrics. @default it has none */
  figures?(): StoreFigures
  /** Takes a snapshot of all data. */
  snapshot(): Promise<unknown>
  /** Restores a snapshot, including the next ids. */
  restore(snapshot: never): Promise<void>
  close(): Promise<void>
}
