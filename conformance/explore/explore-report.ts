import type { Level } from '../areas/rule.js'
import type { Evidence } from '../report/report.js'
import { kitVersion } from '../runner/run-report.js'
import type { Session } from '../runner/session.js'
import type { Exploration } from './exploration.js'

/** A step of a walk and the answers of the target. */
export interface StepReport {
  /** For example `update booking`. */
  readonly step: string
  /** For example `PUT /v1/schedules/first/bookings/12 as member 1: accepted`; several where the step reads the state back. */
  readonly requests: readonly string[]
}

/** A difference between the target and the document. */
export interface DifferenceReport {
  readonly rule: string
  readonly level: Level
  /** Section of the document. */
  readonly section: string
  readonly statement: string
  /** The shortest sequence of steps that shows it. */
  readonly steps: readonly StepReport[]
  /** Message, expected, actual, exchanges and a script of curl commands. */
  readonly evidence: Evidence
  /** Steps taken, over all walks, when it first showed. */
  readonly foundAfter: number
  /** Steps of the walk in which it first showed. */
  readonly walkSteps: number
  /** Shorter or simpler walks that were tried. */
  readonly tries: number
  /** Shrinking ended before everything shorter was tried. */
  readonly isCut: boolean
  /** The target does not return to its state before the walk, so the walk could not be shrunk. */
  readonly isLasting: boolean
  /** `SEED/WALK/PATH`: the option `replay` takes it to repeat only this walk. */
  readonly replay: string
}

/** A broken rule of level should: its first message, and how often it was broken. */
export interface WarningReport {
  readonly rule: string
  readonly message: string
  readonly times: number
}

/** The report of an exploration. */
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
  /** Why the verdict is not `no difference`, one sentence each. */
  readonly reasons: readonly string[]
  readonly exitCode: 0 | 1 | 3
  /** Steps taken, without those of shrinking, verification and clean-up. */
  readonly steps: number
  readonly walks: number
  /** How often each kind of step was taken. */
  readonly kinds: Readonly<Record<string, number>>
  readonly difference?: DifferenceReport
  readonly warnings: readonly WarningReport[]
  /** What could not be explored, and how to enable it. */
  readonly gaps: readonly { readonly reason: string; readonly remedy: string }[]
  readonly traffic: { readonly requests: number; readonly waits: number; readonly waited: number }
  /** What could not be cleaned up or restored, and what to do. */
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

/** Makes the report of an exploration, with its verdict. */
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

/** What could not be explored with this target and these permissions. */
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
