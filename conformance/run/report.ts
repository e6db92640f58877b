import * as z from 'zod'
import { dangers, levels } from '../catalogue/rule.js'

/** The outcome of a check, or of all the checks of a rule, the worst first. */
export const outcomes = [
  'failed',
  'error',
  'not implemented',
  'blocked',
  'warned',
  'skipped',
  'observed',
  'passed',
] as const
export const verdicts = ['conformant', 'not conformant', 'incomplete'] as const
export const schemaName = 'schedkit-conformance/1'

const strings = z.array(z.string())
const amount = z.number().nonnegative()
const count = z.int().nonnegative()

/** The rules of level `must`, by outcome: `all` is the sum of the others. */
const musts = z.object({
  all: count,
  verified: count,
  failed: count,
  error: count,
  notImplemented: count,
  blocked: count,
  skipped: count,
  /** Nothing is wrong, but only some checks of the rule were selected. */
  partlySelected: count,
  notSelected: count,
})

/** `planned` is `ran` + `skipped` + `blocked` + `notImplemented` + `notStarted`; `ran` is the sum of the other outcomes. */
const counts = z.object({
  planned: count,
  ran: count,
  passed: count,
  failed: count,
  warned: count,
  observed: count,
  error: count,
  skipped: count,
  blocked: count,
  /** Checks that need an operation which the target does not have. */
  notImplemented: count.default(0),
  /** Planned, but never started because the run ended early. */
  notStarted: count,
  /** In the catalogue, but excluded by --only, --skip or --level. */
  notSelected: count,
  /** Checks that ran only because selected ones depend on them; not counted anywhere else. */
  preparations: count.default(0),
})

/** A request with its response, without secrets. */
const exchange = z.object({
  /** The sender: `owner`, `editor`, `nobody` and so on. */
  as: z.string(),
  method: z.string(),
  /** The complete URL. */
  url: z.string(),
  body: z.string().exactOptional(),
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  /** The body; if it is long, the part around what is judged, with an ellipsis where characters are omitted. */
  answer: z.string(),
  /** The number of characters omitted after it. */
  cut: count.exactOptional(),
  /** The number of characters omitted before it. */
  cutBefore: count.exactOptional(),
  /** The position in it of what is judged, if known. */
  focus: count.exactOptional(),
  /** ISO 8601, UTC. */
  sentAt: z.string(),
  /** Milliseconds. */
  took: amount,
})

/** What the response to one request must be, if that alone shows the failure. */
const expectation = z.object({
  /** `accepted`: `success` is true. `refused`: it is not. Otherwise the value of a member. */
  must: z.union([
    z.enum(['accepted', 'refused']),
    z.object({
      at: z.array(z.string()),
      value: z.union([z.string(), z.boolean(), z.null()]),
    }),
  ]),
  /** The number of requests in `http` that follow it, not counting the clean-up. */
  followedBy: count,
})

/** Proof of a failure or a warning, or an observation where the document is silent. */
const evidence = z.object({
  kind: z.enum(['failure', 'warning', 'observation', 'preparation']),
  message: z.string(),
  /** JSON or plain text, formatted for people. */
  expected: z.string().exactOptional(),
  actual: z.string().exactOptional(),
  /** The exchanges that show it, the decisive one last. */
  exchanges: z.array(exchange),
  /** A shell script that repeats the check by hand, up to the decisive request. */
  curl: z.string().exactOptional(),
  /** The same as an `.http` file, for editors. */
  http: z.string().exactOptional(),
  expectation: expectation.exactOptional(),
})

const check = z.object({
  /** For example `RES-05.create`. */
  id: z.string(),
  rule: z.string(),
  title: z.string(),
  level: z.enum(levels),
  /** Section of the document. */
  section: z.string(),
  danger: z.array(z.enum(dangers)),
  outcome: z.enum(outcomes),
  /** Why it was skipped, blocked or interrupted. */
  reason: z.string().exactOptional(),
  /** The rule that blocked it. */
  blockedBy: z.string().exactOptional(),
  /** The missing operation that it needs, such as `PUT /v1/users/me`. */
  operation: z.string().exactOptional(),
  /** Whether the baseline lists this failure. */
  known: z.boolean().exactOptional(),
  evidence: z.array(evidence),
  /** The number of attempts; more than one after a broken connection. */
  attempts: count,
  requests: count,
  /**
   * Results that a run obtains once for several checks and this one needs, with their requests, which count for the first
   * check.
   */
  shared: z.record(z.string(), count).exactOptional(),
  /** Milliseconds. */
  took: amount,
})

const rule = z.object({
  id: z.string(),
  area: z.string(),
  level: z.enum(levels),
  section: z.string(),
  statement: z.string(),
  /**
   * The worst of its checks, except less binding ones that did not run; `not selected` if none was planned; `not exercised`
   * if it has none, see `reason`.
   */
  outcome: z.enum([...outcomes, 'not selected', 'not exercised']),
  reason: z.string().exactOptional(),
  /** Some of its checks, apart from less binding ones, were not selected or not reached. */
  partly: z.literal(true).exactOptional(),
  checks: strings,
})

/** An operation of section 4. */
const operation = z.object({
  /** For example `PUT /v1/users/me`. */
  name: z.string(),
  /** `unclear` if nothing was sent that a target with the operation must accept. */
  state: z.enum(['implemented', 'missing', 'unclear']),
  /** The HTTP status that showed it. */
  status: z.int().exactOptional(),
  /** The number of checks that wait for it. */
  waiting: count,
})

/** The most likely reason why several checks did not pass. */
const cause = z.object({
  kind: z.enum(['outage', 'operation', 'credentials', 'envelope', 'refusal', 'member', 'parameter', 'rule']),
  /** For example `PUT /v1/users/me is missing`. */
  title: z.string(),
  /** The number of checks that fail because of it. */
  failed: count,
  /** The number of checks that can't run because of it. */
  waiting: count,
  /** The ids of all these checks. */
  checks: strings,
})

/** Checks that could not run because a permission or a part of the target is missing. */
const gap = z.object({
  /** For example `needs --allow guard`, or `needs a second schedule`. */
  reason: z.string(),
  /** What to do about it, one sentence. */
  remedy: z.string(),
  checks: strings,
})

const baseline = z.object({
  /** Known problems that still exist. */
  known: z.array(
    z.object({
      rule: z.string(),
      /** Absent if the whole rule is listed. */
      check: z.string().exactOptional(),
      reason: z.string(),
      until: z.string().exactOptional(),
    }),
  ),
  /** Checks that did not pass and are not listed; any of them fails the run. */
  regressions: strings.default([]),
  /** Problems of the baseline itself; any of them fails the run. */
  problems: strings,
})

/** The budget of the run, and the known faults that its checks catch. */
const budget = z.object({
  requests: count.exactOptional(),
  /** Milliseconds. */
  time: amount.exactOptional(),
  /** The approximate number of known faults that the checks of this run catch. */
  caught: count,
  /** The number of faults that the kit is known to catch. */
  faults: count,
})

/** The one definition of a report: `readReport` parses with it, and all types derive from it. */
export const reportShape = z.object({
  schema: z.literal(schemaName),
  kit: z.string(),
  target: z.string(),
  /** ISO 8601, UTC. */
  started: z.iso.datetime(),
  /** Milliseconds. */
  took: amount,
  seed: z.number(),
  options: z.object({
    allow: strings,
    only: strings,
    skip: strings,
    level: z.enum(levels),
    strict: z.boolean(),
    jobs: count,
  }),
  verdict: z.enum(verdicts),
  /** Why it is not `conformant`, most important first, one sentence each. */
  reasons: strings,
  exitCode: z.literal([0, 1, 3, 4]),
  counts,
  musts: musts.exactOptional(),
  /** The operations of section 4 and their states, in the order of the section. */
  operations: z.array(operation).default([]),
  traffic: z.object({
    requests: count,
    /** Checks restarted after a broken connection. */
    restarts: count,
    /** Responses that asked the kit to wait. */
    waits: count,
    /**
     * Milliseconds spent waiting for the rate limit; simultaneous waits count once. With several owners, the maximum of
     * their times.
     */
    waited: amount,
    /** Responses that most likely waited about 40 ms for a delayed acknowledgement; absent if there are few. */
    delayed: count.exactOptional(),
    /** Responses that a cache in front of the target had stored; absent if there were none. */
    cached: count.exactOptional(),
    /** The number of owners that ran checks in parallel; absent if there was one. */
    owners: count.exactOptional(),
  }),
  areas: z.array(z.object({ prefix: z.string(), title: z.string() })),
  rules: z.array(rule),
  checks: z.array(check),
  /** Checks that were not selected but ran because selected ones depend on them. */
  preparations: z.array(check).default([]),
  /** Most important first. */
  causes: z.array(cause).default([]),
  gaps: z.array(gap),
  /** What could not be cleaned up or restored, and what to do about it. */
  remains: strings,
  /** The disposable accounts that can't be used again, one sentence each. */
  usedUp: strings.exactOptional(),
  baseline: baseline.exactOptional(),
  budget: budget.exactOptional(),
  /** A digest of the rules and checks of the kit. */
  catalogue: z.string().exactOptional(),
  /** The runs that make up the report, newest last; absent if there is only one. `took` and `traffic` are those of the newest. */
  parts: z.array(z.object({ started: z.iso.datetime(), took: amount, requests: count })).exactOptional(),
})

type Immutable<T> = T extends object ? { readonly [Name in keyof T]: Immutable<T[Name]> } : T

export type Outcome = (typeof outcomes)[number]
export type VerdictName = (typeof verdicts)[number]
export type ShownExchange = Immutable<z.infer<typeof exchange>>
export type Evidence = Immutable<z.infer<typeof evidence>>
export type Expectation = NonNullable<Evidence['expectation']>
export type CheckReport = Immutable<z.infer<typeof check>>
export type RuleReport = Immutable<z.infer<typeof rule>>
export type OperationReport = Immutable<z.infer<typeof operation>>
export type MustCounts = Immutable<z.infer<typeof musts>>
export type Counts = Immutable<z.infer<typeof counts>>
export type Cause = Immutable<z.infer<typeof cause>>
export type Gap = Immutable<z.infer<typeof gap>>
export type BaselineReport = Immutable<z.infer<typeof baseline>>
/** The result of a run. The `json` report is exactly this, and every other report is made from it. */
export type Report = Immutable<z.infer<typeof reportShape>>
