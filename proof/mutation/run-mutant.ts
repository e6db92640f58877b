import { setMaxListeners } from 'node:events'
import {
  checks as allChecks,
  type Check,
  certify,
  invariants,
  levelOf,
  type Report,
  UnreachableError,
} from '../../conformance/index.js'
import { excerpt } from './mutant.js'
import type { Copy } from './subject-copy.js'
import { startService } from './target.js'

/**
 * What the kit said of a mutant: `must` where a rule that must hold was broken; `should` where it warned, and of nothing
 * else; `incomplete` where the target could not be looked at to the end; `fault` where the kit itself broke on it;
 * `crash` and `endless` where the service ended or never did.
 */
export type Verdict = 'must' | 'should' | 'incomplete' | 'fault' | 'crash' | 'endless' | 'conformant'

/** What became of a trial. */
export interface Trial {
  readonly verdict: Verdict
  /** The first check that spoke against it, or why there was none. */
  readonly by?: string
  /** Milliseconds. */
  readonly took: number
}

export interface TrialOptions {
  /** The checks to run, the most telling ones first. */
  readonly checks?: readonly Check[]
  readonly jobs?: number
  /** Milliseconds after which it is endless. */
  readonly most?: number
  readonly ledgerFolder: string
}

type CheckReport = Report['checks'][number]

const order: readonly Verdict[] = ['must', 'should', 'fault', 'incomplete']

/** What the outcome of a check says of the whole target, strictly judged. */
function verdictOf({ outcome, level }: Pick<CheckReport, 'outcome' | 'level'>): Verdict {
  if (outcome === 'failed') return 'must'
  if (outcome === 'warned') return 'should'
  if (outcome === 'error') return 'fault'
  return (outcome === 'blocked' || outcome === 'skipped') && level === 'must' ? 'incomplete' : 'conformant'
}

/** Certifies a service of a copy of the core, until the first check speaks against it. */
export async function tryOut(copy: Copy, options: TrialOptions): Promise<Trial> {
  const { checks = allChecks, jobs = 8, most = 60_000, ledgerFolder } = options
  const began = performance.now()
  const end = new AbortController()
  const late = setTimeout(() => end.abort('late'), most)
  setMaxListeners(0, end.signal)
  const levels = new Map([...checks, ...invariants].map(check => [check.id, levelOf(check)]))
  const told = (verdict: Verdict, by?: string): Trial => ({
    verdict,
    ...(by !== undefined && { by }),
    took: Math.round(performance.now() - began),
  })
  const unfinished = (): Trial | undefined => {
    if (end.signal.reason === 'late') return told('endless', 'it was not at its end in time')
    return end.signal.reason === 'dead'
      ? told('crash', 'it gave an answer that no server can send')
      : undefined
  }
  const watched = invariants.map(invariant => ({
    ...invariant,
    judge(...seen: Parameters<typeof invariant.judge>) {
      const judged = invariant.judge(...seen)
      if (typeof judged === 'object' && levels.get(invariant.id) !== 'may') end.abort('judged')
      return judged
    },
  }))
  try {
    const service = await startService(copy, () => end.abort('dead')).catch(error => String(error))
    if (typeof service === 'string') return told('crash', service)
    const report = await certify({
      ...service,
      checks,
      invariants: watched,
      allow: ['all'],
      jobs,
      signal: end.signal,
      ledgerFolder,
      onProgress({ ended }) {
        if (ended && (ended.outcome === 'failed' || ended.outcome === 'warned')) end.abort('judged')
      },
    })
    const ran = new Set(checks.map(({ id }) => id))
    // An invariant that saw nothing was not asked; and what ends early says nothing of what was left.
    const counted = report.checks.filter(({ id, outcome }) => ran.has(id) || outcome !== 'skipped')
    for (const verdict of order) {
      const found = counted.find(check => verdictOf(check) === verdict)
      if (found && verdict === 'incomplete' && unfinished()) break
      if (found) return told(verdict, found.id)
    }
    return unfinished() ?? told('conformant')
  } catch (error) {
    const ended = unfinished()
    if (ended) return ended
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    const first = excerpt(message)
    // What does not even start is no service; whether it or the kit is at fault can be told by the message.
    return told(error instanceof UnreachableError ? 'incomplete' : 'fault', `${name}: ${first}`)
  } finally {
    clearTimeout(late)
  }
}
