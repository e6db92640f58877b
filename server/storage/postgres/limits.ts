import type { MostInParts } from '../../core/index.js'

/** How a database is used. Times are in milliseconds. */
export interface DatabaseLimits {
  /** Connections at the same time. @default 10 */
  poolSize?: number
  /** How long a request waits for a connection. @default 2_000 */
  connectionTimeout?: number
  /** How long a statement may take. @default 3_000 */
  statementTimeout?: number
  /** How long a statement waits for a lock. @default 2_000 */
  lockTimeout?: number
}

/** A list that is sent in parts keeps its connection: lists may have half of them, and those of an account a quarter. */
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
