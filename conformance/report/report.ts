import type { Danger, Level } from '../areas/rule.js'

/** What became of a check, or of all the checks of a rule. */
export const outcomes = ['failed', 'error', 'blocked', 'warned', 'skipped', 'observed', 'passed'] as const
export type Outcome = (typeof outcomes)[number]

export type VerdictName = 'conformant' | 'not conformant' | 'incomplete'

/** One request with its answer, without anything secret. */
export interface ShownExchange {
  /** Who sent it: `owner`, `editor`, `nobody` and so on. */
  readonly as: string
  readonly method: string
  /** The whole address. */
  readonly url: string
  readonly body?: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Cut where it is long; `cut` tells how many characters are missing. */
  readonly answer: string
  readonly cut?: number
  /** ISO 8601, UTC. */
  readonly sentAt: string
  /** Milliseconds. */
  readonly took: number
}

/** Proof of a failure or a warning, or what was seen where the document is silent. */
export interface Evidence {
  readonly kind: 'failure' | 'warning' | 'observation' | 'preparation'
  readonly message: string
  /** JSON or plain text, as a person would like to read it. */
  readonly expected?: string
  readonly actual?: string
  /** The exchanges that show it, the decisive one last. */
  readonly exchanges: readonly ShownExchange[]
  /** A shell script that does by hand what the check did, up to the decisive request. */
  readonly curl?: string
}

export interface CheckReport {
  /** For example `RES-05.create`. */
  readonly id: string
  readonly rule: string
  readonly title: string
  readonly level: Level
  /** Of the document. */
  readonly section: string
  readonly danger: readonly Danger[]
  readonly outcome: Outcome
  /** Why it was skipped, blocked, or broke off. */
  readonly reason?: string
  /** The rule that blocked it. */
  readonly blockedBy?: string
  /** Whether the baseline knows this failure. */
  readonly known?: boolean
  readonly evidence: readonly Evidence[]
  /** How often it was started; more than once after a broken connection. */
  readonly attempts: number
  readonly requests: number
  /** Milliseconds. */
  readonly took: number
}

export interface RuleReport {
  readonly id: string
  readonly area: string
  readonly level: Level
  readonly section: string
  readonly statement: string
  /** The worst of its checks; `not selected` where none was planned; `not exercised` where there is none, by `reason`. */
  readonly outcome: Outcome | 'not selected' | 'not exercised'
  readonly reason?: string
  readonly checks: readonly string[]
}

/** `planned` is `ran` + `skipped` + `blocked` + `notStarted`; `ran` is the sum of the other outcomes. */
export interface Counts {
  readonly planned: number
  readonly ran: number
  readonly passed: number
  readonly failed: number
  readonly warned: number
  readonly observed: number
  readonly error: number
  readonly skipped: number
  readonly blocked: number
  /** Planned, and never started because the run was ended early. */
  readonly notStarted: number
  /** In the catalogue, and left out by --only, --skip or --level. */
  readonly notSelected: number
}

/** What was not exercised, and how to get it exercised. */
export interface Gap {
  /** For example `needs --allow guard`, or `needs a second schedule`. */
  readonly reason: string
  /** What to do about it, one sentence. */
  readonly remedy: string
  readonly checks: readonly string[]
}

export interface BaselineReport {
  /** Known failures that still fail. */
  readonly known: readonly { rule: string; reason: string; until?: string }[]
  /** What is wrong with the baseline itself; any of them fails the run. */
  readonly problems: readonly string[]
}

/** The outcome of a run: the `json` report is this, and every other report is made of it. */
export interface Report {
  readonly schema: 'schedkit-conformance/1'
  readonly kit: string
  readonly target: string
  /** ISO 8601, UTC. */
  readonly started: string
  /** Milliseconds. */
  readonly took: number
  readonly seed: number
  readonly options: {
    readonly allow: readonly string[]
    readonly only: readonly string[]
    readonly skip: readonly string[]
    readonly level: Level
    readonly strict: boolean
    readonly jobs: number
  }
  readonly verdict: VerdictName
  /** Why it is not `conformant`, most important first, one sentence each. */
  readonly reasons: readonly string[]
  readonly exitCode: 0 | 1 | 3 | 4
  readonly counts: Counts
  readonly traffic: {
    readonly requests: number
    /** Checks started again after a broken connection. */
    readonly restarts: number
    /** Answers that asked to wait. */
    readonly waits: number
    /** Milliseconds spent on waiting for the rate limit. */
    readonly waited: number
  }
  readonly areas: readonly { readonly prefix: string; readonly title: string }[]
  readonly rules: readonly RuleReport[]
  readonly checks: readonly CheckReport[]
  readonly gaps: readonly Gap[]
  /** What could not be cleaned up or put back, with what to do. */
  readonly remains: readonly string[]
  readonly baseline?: BaselineReport
}
