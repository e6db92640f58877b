import type { Session } from '../runner/session.js'
import { kitVersion } from '../runner/version.js'
import type { Exploration } from './exploration.js'
import type { ExploreReport } from './explore-report.js'

export interface ExploreResults {
  readonly session: Session
  /** Milliseconds since the epoch. */
  readonly started: number
  readonly allow: readonly string[]
  readonly steps: number
  readonly strict: boolean
  readonly replay: string | undefined
  readonly exploration: Exploration
}

/** Judges an exploration, and puts everything into its report. */
export async function exploreReport(results: ExploreResults): Promise<ExploreReport> {
  const { session, started, allow, steps, strict, replay, exploration } = results
  const { client, pacing, remains, target, seed } = session
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
