import type { Counts, MailQueue, MostInParts, Store } from '../core/index.js'

/**
 * Why a store can't answer at the moment. `recovery`: the database is a standby. `pool exhausted`: no connection is free in time.
 * `newer schema`: a newer schedkit has migrated the tables, and this process has to end.
 */
export type NotReady = 'unreachable' | 'recovery' | 'read-only' | 'pool exhausted' | 'newer schema'

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
  /** Keeps mails until they are delivered. @default they are in memory */
  readonly mails?: MailQueue
  /** Whether it answers: `reachable`, `unreachable`, or `failed` until the process starts again. */
  health(): Promise<'reachable' | 'unreachable' | 'failed'>
  /** Why it does not answer; undefined if it does. Takes no longer than a request waits for a connection. */
  whyNotReady?(): Promise<NotReady | undefined>
  /** Figures of its connections, for metrics. @default it has none */
  figures?(): StoreFigures
  /** Takes a snapshot of all data. */
  snapshot(): Promise<unknown>
  /** Restores a snapshot, including the next ids. */
  restore(snapshot: never): Promise<void>
  close(): Promise<void>
}
