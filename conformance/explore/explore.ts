import type { Gated } from '../areas/index.js'
import { logInThrowaways, reached } from '../runner/accounts.js'
import type { Progress } from '../runner/runner.js'
import { defaults, openSession, runSession } from '../runner/session.js'
import type { TargetInput } from '../target/target.js'
import { type ExploreReport, exploreReport } from './explore-report.js'

export interface ExploreOptions {
  /** What to explore, as in a target file. */
  readonly target: TargetInput
  /** Dangers that are accepted: `guard` and `wipe` for the third schedule, `lock` for disposable accounts. */
  readonly allow?: readonly Gated[] | readonly ['all']
  /** How many steps to take; 2,000 by default. */
  readonly steps?: number
  /** The same seed gives the same walks; 1 by default. */
  readonly seed?: number
  /** `SEED/WALK/PATH` of a report: takes just that walk. */
  readonly replay?: string
  /** Rules that should hold count like those that must. */
  readonly strict?: boolean
  /** Requests a second at most. */
  readonly rate?: number
  /** Milliseconds to wait for an answer; 10,000 by default. */
  readonly timeout?: number
  /** Carries the requests, instead of the network. */
  readonly fetch?: typeof globalThis.fetch
  /** Plain http beyond this machine is all right. */
  readonly insecure?: boolean
  /** Folder of the ledger; by default the working directory, or that for temporary files where it is read-only. */
  readonly ledgerFolder?: string
  /** Ends it early: the step that is taken is finished, and everything cleaned up. */
  readonly signal?: AbortSignal
  /** Called after each walk. */
  readonly onProgress?: (progress: Progress) => void
}

/**
 * Explores an implementation of the service by random walks of several users, and holds every answer against a model of
 * what the document says of state. What differs is shrunk to the shortest sequence of requests that shows it.
 *
 * Throws a `TargetError` where the target is not described well, an `UnreachableError` where it is not there or does not
 * let its accounts in, and a `RangeError` where an option is none.
 *
 * @example
 * const report = await explore({ target: { baseUrl, owner, schedules, members }, steps: 5000 })
 * console.log(report.verdict)
 */
export async function explore(options: ExploreOptions): Promise<ExploreReport> {
  const { steps = defaults.steps, strict = false, replay, onProgress = () => {} } = options
  const allow: readonly string[] =
    options.allow?.[0] === 'all' ? ['guard', 'wipe', 'lock'] : (options.allow ?? [])
  if (!Number.isInteger(steps) || steps < 1)
    throw new RangeError(`steps must be a whole number from 1 on, not ${steps}.`)
  const only = replay === undefined ? undefined : replayOf(replay)
  const session = openSession({ ...options, seed: only?.seed ?? options.seed })
  const { target, pacing, ledger, started } = session

  const exploration = await runSession(session, async () => {
    // Imported here since it loads fast-check.
    const { exploreAll } = await import('./exploration.js')
    const disposable = allow.includes('lock') ? target.disposable : []
    const { others } = await reached(logInThrowaways(session, disposable), target)
    const walks = exploreAll({
      session,
      steps,
      strict,
      throwaways: others,
      mayWipe: allow.includes('wipe'),
      mayGuard: allow.includes('guard'),
      only,
      onWalk: (done, walks, warned, failed) =>
        onProgress({
          planned: Math.max(steps, done),
          done,
          failed,
          warned,
          running: [`walk ${walks + 1}`],
          ...(pacing.left !== undefined && { waiting: pacing.left }),
          ledger: ledger.file,
          elapsed: Date.now() - started,
        }),
    })
    return reached(walks, target)
  })
  return exploreReport({ session, allow, steps, strict, replay, exploration })
}

/** Which walk to take again. */
export interface Replay {
  readonly seed: number
  readonly index: number
  readonly path: string
}

/** Reads `SEED/WALK/PATH` as a report gives it. Throws a `RangeError` where it is none. */
export function replayOf(text: string): Replay {
  const [, seed, index, path] = /^(\d{1,10})\/(\d{1,9})\/(0(?::\d+)*)$/.exec(text) ?? []
  if (path === undefined) {
    throw new RangeError(`A walk to replay is written as SEED/WALK/PATH, such as 7/12/0:3:1, not "${text}".`)
  }
  return { seed: Number(seed), index: Number(index), path }
}
