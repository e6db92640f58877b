import type { Gated } from '../catalogue/rule.js'
import { waitingOf } from '../http/pacing.js'
import { kitVersion } from '../run/run-report.js'
import type { Progress } from '../run/runner.js'
import { logInThrowaways, orUnreachable } from '../session/accounts.js'
import { runDefaults } from '../session/defaults.js'
import { type ConnectionOptions, openSession, runSession } from '../session/session.js'
import type { Target } from '../target/target.js'
import type { ExploreReport } from './explore-report.js'

/** Options of `explore`; only `target` is required. */
export interface ExploreOptions extends ConnectionOptions {
  /** Dangers to accept: `guard` and `wipe` for the third schedule, `lock` for disposable accounts; none by default. */
  readonly allow?: readonly Gated[] | readonly ['all']
  /** Steps to take; 2,000 by default. */
  readonly steps?: number
  /** The same seed gives the same walks; 1 by default. */
  readonly seed?: number
  /** `SEED/WALK/PATH` from a report: repeats only that walk. */
  readonly replay?: string
  /** Treat rules of level should like those of level must; false by default. */
  readonly strict?: boolean
  /** Called after each walk. */
  readonly onProgress?: (progress: Progress) => void
}

/**
 * Explores an implementation of the service by random walks of several users, and compares every response with a model of
 * the document. A difference is shrunk to the shortest sequence of requests that shows it.
 *
 * Throws a `TargetError` if the target is described incorrectly, an `UnreachableError` if it can't be reached or does not
 * let its accounts in, a `LedgerError` if no ledger can be written, and a `RangeError` if `steps` or `replay` is wrong.
 *
 * @example
 * const report = await explore({ target: { baseUrl, owner, schedules, members }, steps: 5000 })
 * console.log(report.verdict)
 */
export async function explore(options: ExploreOptions): Promise<ExploreReport> {
  const { steps = runDefaults.steps, strict = false, replay, onProgress = () => {} } = options
  const allow: readonly string[] =
    options.allow?.[0] === 'all' ? ['guard', 'wipe', 'lock'] : (options.allow ?? [])
  if (!Number.isInteger(steps) || steps < 1)
    throw new RangeError(`steps must be a whole number, 1 or more, not ${steps}.`)
  const only = replay === undefined ? undefined : replayOf(replay)
  const session = openSession({ ...options, seed: only?.seed ?? options.seed })
  const { target, client, pacing, ledger, leftovers, seed, started } = session

  const { interruption, ...explored } = await runSession(session, async () => {
    // Imported here because it loads fast-check.
    const { exploreAll } = await import('./exploration.js')
    const disposable = allow.includes('lock') ? target.disposable : []
    const { others } = await orUnreachable(logInThrowaways(session, disposable), target)
    const walks = exploreAll({
      session,
      steps,
      strict,
      throwaways: others,
      mayWipe: allow.includes('wipe'),
      mayGuard: allow.includes('guard'),
      only,
      onWalk: (done, walks, warned, failed, now = `walk ${walks + 1}`) =>
        onProgress({
          planned: Math.max(steps, done),
          done,
          failed,
          warned,
          running: [now],
          ...waitingOf(pacing),
          ledgers: [ledger.file],
          elapsed: Date.now() - started,
        }),
    })
    return orUnreachable(walks, target)
  })
  const { difference } = explored
  const reasons = [
    ...(difference ? [`${difference.rule}: ${difference.evidence.message}`] : []),
    ...((session.ending.reason ?? interruption) ? [session.ending.reason ?? interruption ?? ''] : []),
    ...(explored.steps === 0 && !difference ? ['no step could be taken'] : []),
  ]
  const verdict = difference ? 'difference' : reasons.length > 0 ? 'incomplete' : 'no difference'
  return {
    schema: 'schedkit-explore/1',
    kit: kitVersion(),
    target: target.baseUrl,
    started: new Date(started).toISOString(),
    took: Date.now() - started,
    seed,
    options: { allow, steps, strict, ...(replay !== undefined && { replay }) },
    verdict,
    reasons,
    exitCode: (
      { difference: 1, incomplete: session.ending.reason === undefined ? 3 : 4, 'no difference': 0 } as const
    )[verdict],
    ...explored,
    gaps: gapsOf(target, allow),
    traffic: { requests: client.requests, waits: client.waits, waited: Math.round(pacing.waited) },
    remains: leftovers,
  }
}

/** What could not be explored with this target and these permissions. */
function gapsOf({ members, schedules, disposable }: Target, allow: readonly string[]): ExploreReport['gaps'] {
  const gaps: [isMissing: boolean, reason: string, remedy: string][] = [
    [members.length < 3, 'several users', 'Give three members: --member, or members of the target file.'],
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
      disposable.length === 0 || !allow.includes('lock'),
      'changed passwords',
      'Give disposable accounts, and --allow lock.',
    ],
  ]
  return gaps.filter(([isMissing]) => isMissing).map(([, reason, remedy]) => ({ reason, remedy }))
}

/** Parses `SEED/WALK/PATH` from a report. Throws a `RangeError` if the text has another form. */
export function replayOf(text: string): { seed: number; index: number; path: string } {
  const [, seed, index, path] = /^(\d{1,10})\/(\d{1,9})\/(0(?::\d+)*)$/.exec(text) ?? []
  if (path === undefined) {
    throw new RangeError(`A walk to replay is written as SEED/WALK/PATH, such as 7/12/0:3:1, not "${text}".`)
  }
  return { seed: Number(seed), index: Number(index), path }
}
