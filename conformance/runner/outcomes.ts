import type { Reply } from './exchange.js'

/** What is wrong, with evidence. */
export interface Finding {
  /** One sentence: what the target did and what it must do. */
  readonly message: string
  readonly expected?: unknown
  readonly actual?: unknown
  /** The answers that prove it. */
  readonly replies: readonly Reply[]
  /** The answers show a state: the last write before them is part of the evidence. */
  readonly showWrite?: boolean
}

/** The target breaks the rule of the check: the only error that counts against a target. */
export class Violation extends Error {
  override readonly name = 'Violation'

  constructor(readonly finding: Finding) {
    super(finding.message)
  }
}

/** The preparation of a check failed because the target breaks another rule. */
export class Blocked extends Error {
  override readonly name = 'Blocked'

  constructor(
    readonly rule: string,
    readonly finding: Finding,
  ) {
    super(finding.message)
  }
}

/** The check can't be exercised on this target, for a reason found only while it runs. */
export class Skipped extends Error {
  override readonly name = 'Skipped'
}

/** The connection broke, or the target asked to wait too long: no verdict about any rule. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

/** The message of anything that was thrown. */
export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)

/** The stack of anything that was thrown, for faults of the kit. */
export const stackOf = (thrown: unknown): string =>
  thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
