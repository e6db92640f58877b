import { certifyServer } from '../runner/certify-server.js'
import { places } from './mistakes.js'
import { cannotBegin, type PlaceJob, type PlaceResult } from './result.js'

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
