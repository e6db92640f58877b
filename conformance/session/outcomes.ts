import type { Reply } from '../http/exchange.js'
import type { JsonObject } from '../http/json.js'

/** What is wrong, with evidence. */
export interface Finding {
  /** One sentence: what the target did and what it must do. */
  readonly message: string
  readonly expected?: unknown
  readonly actual?: unknown
  /** The replies that prove it. */
  readonly replies: readonly Reply[]
  /** Whether the replies show a state, so that the last write before them is part of the evidence. */
  readonly showWrite?: boolean
  /** What the last reply must be, if it alone shows what is wrong. */
  readonly shows?:
    | 'accepted'
    | 'refused'
    | { readonly of: JsonObject; readonly member: string; readonly value: unknown }
}

/** A finding about a response that exceeds a limit says so: anything else would only follow from that. */
function withExcess(finding: Finding): Finding {
  const reply = finding.replies.find(({ excess }) => excess !== undefined)
  if (!reply) return finding
  const { method, path } = reply.exchange.request
  return { ...finding, message: `the response to ${method} ${path} ${reply.excess}`, actual: reply.text }
}

/** A finding about the target, as an error that ends whatever found it. */
export class FindingError extends Error {
  readonly finding: Finding

  constructor(finding: Finding) {
    const known = withExcess(finding)
    super(known.message)
    this.finding = known
  }
}

/** The target breaks the rule of the check: the only error that counts against a target. */
export class Violation extends FindingError {
  override readonly name = 'Violation'
}

/** The preparation of a check failed because the target breaks another rule. */
export class Blocked extends FindingError {
  override readonly name = 'Blocked'

  constructor(
    readonly rule: string,
    finding: Finding,
  ) {
    super(finding)
  }
}

/** The target does not have an operation that the check sends, such as `PUT /v1/users/me`. */
export class NotImplemented extends Error {
  override readonly name = 'NotImplemented'

  constructor(readonly operation: string) {
    super(`${operation} is not implemented`)
  }
}

/** The check can't be exercised on this target, for a reason that shows only while it runs. */
export class Skipped extends Error {
  override readonly name = 'Skipped'

  constructor(
    reason: string,
    /** The replies that show it. */
    readonly replies: readonly Reply[] = [],
  ) {
    super(reason)
  }
}
