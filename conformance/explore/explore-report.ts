import type { Level } from '../areas/rule.js'
import type { Evidence } from '../report/report.js'
import { kitVersion } from '../runner/run-report.js'
import type { Session } from '../runner/session.js'
import type { Exploration } from './exploration.js'

/** What a step was, and what the target made of it. */
export interface StepReport {
  /** For example `update booking`. */
  readonly step: string
  /** For example `PUT /v1/schedules/first/bookings/12 as member 1: accepted`; more than one where the step looks again. */
  readonly requests: readonly string[]
}

/** Where the target does something else than the document says. */
export interface DifferenceReport {
  readonly rule: string
  readonly level: Level
  /** Of the document. */
  readonly section: string
  readonly statement: string
  /** The shortest sequence that was found to show it. */
  readonly steps: readonly StepReport[]
  /** Message, expected, actual, exchanges and a script of curl commands. */
  readonly evidence: Evidence
  /** How many steps had been taken, over all walks, when it showed first. */
  readonly foundAfter: number
  /** How many steps the walk had then. */
  readonly walkSteps: number
  /** How many shorter or simpler walks were tried. */
  readonly tries: number
  /** Shrinking was ended before nothing shorter was left to try. */
  readonly isCut: boolean
  /** The target does not come back to how it was before, so that nothing could be shrunk. */
  readonly isLasting: boolean
  /** `SEED/WALK/PATH`, which repeats just this walk. */
  readonly replay: string
}

/** A rule that should hold and does not, the first time it showed. */
export interface WarningReport {
  readonly rule: string
  readonly message: string
  readonly times: number
}

/** The outcome of an exploration. */
export interface ExploreReport {
  readonly schema: 'schedkit-explore/1'
  readonly kit: string
  /** Base URL. */
  readonly target: string
  /** ISO 8601, UTC. */
  readonly started: string
  /** Milliseconds. */
  readonly took: number
  readonly seed: number
  readonly options: {
    readonly allow: readonly string[]
    readonly steps: number
    readonly strict: boolean
    readonly replay?: string
  }
  readonly verdict: 'no difference' | 'difference' | 'incomplete'
  /** Why it is not `no difference`, one sentence each. */
  readonly reasons: readonly string[]
  readonly exitCode: 0 | 1 | 3
  /** Steps that were taken; shrinking, looks in between and clean-up do not count. */
  readonly steps: number
  readonly walks: number
  /** Of each kind of step, how often it was taken. */
  readonly kinds: Readonly<Record<string, number>>
  readonly difference?: DifferenceReport
  readonly warnings: readonly WarningReport[]
  /** What could not be explored, and what it takes. */
  readonly gaps: readonly { readonly reason: string; readonly remedy: string }[]
  readonly traffic: { readonly requests: number; readonly waits: number; readonly waited: number }
  /** What could not be cleaned up or put back, with what to do. */
  readonly remains: readonly string[]
}

export interface ExploreResults {
  readonly session: Session
  readonly allow: readonly string[]
  readonly steps: number
  readonly strict: boolean
  readonly replay: string | undefined
  readonly exploration: Exploration
}

/** Judges an exploration, and puts everything into its report. */
export async function exploreReport(results: ExploreResults): Promise<ExploreReport> {
  const { session, allow, steps, strict, replay, exploration } = results
  const { client, pacing, remains, target, seed, started } = session
  const { difference, interruption } = exploration
  const reasons = [
    ...(difference ? [`${difference.rule}: ${difference.evidence.message}`] : []),
    ...(interruption === undefined ? [] : [interruption]),
    ...(exploration.steps === 0 && !difference ? ['not one step could be taken'] : []),
  ]
  const verdict = difference ? 'difference' : reasons.length > 0 ? 'incomplete' : 'no difference'
  return {
    schema: 'schedkit-explore/1',
    kit: await kitVersion(),
    target: target.baseUrl,
    started: new Date(started).toISOString(),
    took: Date.now() - started,
    seed,
    options: { allow, steps, strict, ...(replay !== undefined && { replay }) },
    verdict,
    reasons,
    exitCode: ({ difference: 1, incomplete: 3, 'no difference': 0 } as const)[verdict],
    steps: exploration.steps,
    walks: exploration.walks,
    kinds: exploration.kinds,
    ...(difference && { difference }),
    warnings: exploration.warnings,
    gaps: gapsOf(session, allow),
    traffic: { requests: client.requests, waits: client.waits, waited: Math.round(pacing.waited) },
    remains,
  }
}

/** What the target, or what it allows, left out. */
function gapsOf({ target, schedules }: Session, allow: readonly string[]): ExploreReport['gaps'] {
  const gaps: [isMissing: boolean, reason: string, remedy: string][] = [
    [
      target.members.length < 3,
      'several users',
      'Give three members: --member, or members of the target file.',
    ],
    [schedules.length < 2, 'a second schedule', 'Give a second schedule of the owner.'],
    [
      schedules.length < 3 || !allow.some(each => each === 'guard' || each === 'wipe'),
      'guards against emptying a schedule',
      'Give a third schedule, and --allow guard.',
    ],
    [
      schedules.length < 3 || !allow.includes('wipe'),
      'bulk requests to a whole schedule',
      'Give a third schedule, and --allow wipe.',
    ],
    [
      target.disposable.length === 0 || !allow.includes('lock'),
      'changed passwords',
      'Give disposable accounts, and --allow lock.',
    ],
  ]
  return gaps.filter(([isMissing]) => isMissing).map(([, reason, remedy]) => ({ reason, remedy }))
}
