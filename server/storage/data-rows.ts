import type { Awaitable } from '../core/index.js'

/*
 * Data in transit between engines, or to a seed: rows in a form that every engine can read and write, in parts, so that any
 * number of them fits in memory.
 */

/** The fields of each kind of row. `json` is the text of a response; its times are in UTC. */
export interface DataRows {
  users: { json: string; password_hash: string }
  /** `secret_hash` is hexadecimal, `expires_at` in milliseconds since 1970. */
  email_changes: { user_id: string; email: string; secret_hash: string; expires_at: number }
  /** `owner` is the text of the owner's account. */
  schedules: { id: string; owner_id: string; owner: string }
  resources: { id: number; json: string }
  /** `start` and `end` are in seconds since 1970. */
  bookings: { id: number; json: string; start: number; end: number }
  /** `account` is the text of the account, if there is one. */
  collaborators: { id: number; json: string; user_id: string | null; account: string | null }
  /** `due` is in milliseconds since 1970, `is_hidden` is 0 or 1. */
  mails: {
    key: string
    number: number
    json: string
    state: string
    attempts: number
    due: number
    problem: string | null
    is_hidden: number
  }
}

export type Kind = keyof DataRows
export type ListKind = 'resources' | 'bookings' | 'collaborators'

/** The kinds of rows that make up the state of a service, each after those it refers to. */
export const stateKinds = [
  'users',
  'email_changes',
  'schedules',
  'resources',
  'bookings',
  'collaborators',
] as const satisfies readonly Kind[]

export const kinds = [...stateKinds, 'mails'] as const satisfies readonly Kind[]

export type Counts = Record<Kind, number>
/** The highest ids ever assigned. */
export type LastIds = Record<ListKind, number>

/** All data of a place at one moment. */
export interface DataReader {
  /** The scope in which resource names are unique; undefined if no server has determined it yet. */
  uniqueNames: 'service' | 'schedule' | undefined
  counts(): Promise<Counts>
  lastIds(): Promise<LastIds>
  /** Returns rows in order of creation. */
  rows<Name extends Kind>(kind: Name): AsyncIterable<DataRows[Name][]>
  /** Call it before what was read becomes visible. @throws {DataError} if the source has changed while it was read */
  verify(): Promise<void>
  /** Returns the rows of one schedule. */
  rowsOf<Name extends ListKind>(kind: Name, schedule_id: string): AsyncIterable<DataRows[Name][]>
}

/** Fills an empty place; nothing is visible until it is complete. */
export interface DataWriter {
  write<Name extends Kind>(kind: Name, rows: DataRows[Name][]): Promise<void>
  /** Called once everything is written. */
  finish(lastIds: LastIds): Promise<void>
}

/** The number of rows in a part. */
export const rowsInPart = 1_000

/** Called from time to time with the number of rows read or written so far. */
export type ReportProgress = (done: number, total: number) => void

/** Counts the rows of each kind. */
export async function countAll(count: (kind: Kind) => Awaitable<number>): Promise<Counts> {
  const counts: Partial<Counts> = {}
  for (const kind of kinds) counts[kind] = await count(kind)
  return counts as Counts
}

export const sumOf = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** The result of checking data. */
export interface DataReport {
  /** The directory, or the database without its password. */
  directory: string
  version: number
  /** Whether a server is using the directory; false for a database, where this is unknown. */
  isServed: boolean
  /** The number of objects of each type. */
  counts: Record<string, number>
  /** The number of intact transactions in the log of a directory, and the bytes of an incomplete one after them. */
  log: { transactions: number; dropped: number }
  /** Whether the next start will refuse the data. Never the case for a database. */
  isRefused?: boolean
  /** The errors, each as a sentence; empty if there are none. */
  problems: string[]
  /** Totals of bookings that other programs have made wrong, each as a sentence; a recount repairs them. */
  wrongTotals?: string[]
}
