import type { MostInParts } from '../../core/index.js'

/** Limits for the use of a database. Times are in milliseconds. */
export interface DatabaseLimits {
  /** The maximum number of connections. @default 10 */
  poolSize?: number
  /** The maximum time that a request waits for a connection. @default 2_000 */
  connectionTimeout?: number
  /** The maximum time of a statement. @default 3_000 */
  statementTimeout?: number
  /** The maximum time that a statement waits for a lock. @default 2_000 */
  lockTimeout?: number
}

/** A list sent in parts occupies a connection: lists may use half of them, and those of one account a quarter. */
export function longListsOf(poolSize: number): MostInParts {
  const total = Math.max(1, Math.floor(poolSize / 2))
  return { account: Math.ceil(total / 2), address: Math.max(1, total - 1), total }
}

export const databaseDefaults = {
  poolSize: 10,
  connectionTimeout: 2_000,
  statementTimeout: 3_000,
  lockTimeout: 2_000,
} as const satisfies Required<DatabaseLimits>
