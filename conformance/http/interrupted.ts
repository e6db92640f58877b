import type { Exchange, SentRequest } from './exchange.js'

/** The connection broke, a gateway answered, or the target asked to wait too long. Says nothing about any rule. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
  /** The request that got no complete response. */
  request?: SentRequest
  /** The response of a gateway, instead of one of the service. */
  exchange?: Exchange
  /** The rule that the request had to keep, if it was part of the preparation. */
  rule?: string
  /** The response took too long: the target may still carry out the request. */
  isLate?: boolean
  /** The target answered, and asked to wait longer than the kit does. */
  asksToWait?: boolean
}

/** Returns the message of anything that was thrown. */
export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)

/** Returns the stack of anything that was thrown, for bugs in the kit. */
export const stackOf = (thrown: unknown): string =>
  thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
