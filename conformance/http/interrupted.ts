import type { Exchange, SentRequest } from './exchange.js'

/** The connection broke, a gateway answered, or the target asked to wait too long: no verdict about any rule. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
  /** The request that got no complete response. */
  request?: SentRequest
  /** The answer of a gateway, in place of one of the service. */
  exchange?: Exchange
  /** The rule that it had to keep, where it prepared the check. */
  rule?: string
  /** The answer took too long: the target may still do what it was asked. */
  isLate?: boolean
  /** The target answered, and asked to wait for longer than the kit does. */
  asksToWait?: boolean
}

/** The message of anything that was thrown. */
export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)

/** The stack of anything that was thrown, for faults of the kit. */
export const stackOf = (thrown: unknown): string =>
  thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
