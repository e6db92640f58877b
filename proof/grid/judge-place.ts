import { answerJobs } from '../processes/thread-pool.js'
import { certifyServer } from '../runner/certify-server.js'
import type { GridFigures } from '../runner/figures.js'
import { places } from './mistakes.js'

/** A place to certify. */
export interface PlaceJob {
  readonly id: string
  /** The check that caught the mistake there in an earlier run. */
  readonly by?: string | undefined
}

export interface PlaceResult {
  readonly id: string
  /** The first check that failed or, failing that, warned; undefined if none did. */
  readonly by?: string | undefined
  readonly outcome?: 'failed' | 'warned'
  readonly message?: string
}

/** The check that caught the mistake of a place in an earlier run; undefined if none did. */
export const caughtBy = (figures: GridFigures, id: string): string | undefined =>
  figures.caught[id]?.replace(warned, '') || undefined

/** Recorded in place of a check if the kit refuses to start, because the server cannot be certified at all. */
export const cannotBegin = 'start'

const warned = ' (warned)'

/** Merges the results of a run into those of an earlier one, which remain for the places that the run left out. */
export function resultOf(
  before: GridFigures,
  results: readonly PlaceResult[],
): Omit<GridFigures, 'measured'> {
  const now = new Map(
    results.map(({ id, by = '', outcome }) => [id, outcome === 'warned' ? `${by}${warned}` : by]),
  )
  const caught = [...places.keys()].map(id => [id, now.get(id) ?? before.caught[id] ?? ''])
  return { caught: Object.fromEntries(caught) }
}

/** Certifies a server with a mistake: first with the check that caught it before, then with all checks if that one passes. */
export async function judgePlace({ id, by }: PlaceJob): Promise<PlaceResult> {
  const found = by === undefined ? undefined : await judge(id, [by])
  return found?.by ? found : judge(id)
}

async function judge(id: string, only?: readonly string[]): Promise<PlaceResult> {
  const alter = places.get(id)?.cell.alter
  if (!alter) throw new Error(`The grid has no ${id}.`)
  const result = await certifyServer([alter], { bail: true, ...(only && { only }) })
  if ('unreachable' in result) return { id, by: cannotBegin, outcome: 'failed', message: result.unreachable }
  for (const outcome of ['failed', 'warned'] as const) {
    const check = result.report.checks.find(each => each.outcome === outcome)
    if (check) return { id, by: check.id, outcome, message: check.evidence[0]?.message ?? '' }
  }
  return { id }
}

answerJobs(judgePlace)
