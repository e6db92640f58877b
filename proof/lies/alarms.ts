import { invariants } from '../../conformance/index.js'
import { certifyAltered, type Run } from './recording.js'
import { judgeRecording } from './replay.js'

const honestRun = (options?: Parameters<typeof certifyAltered>[1]) =>
  certifyAltered((_, answer) => answer, options)

/**
 * How many requests judging every answer adds. Counted again where it adds or saves some: on a busy machine, a check that waits
 * may need one more or less, but what judging sends, it sends in each run.
 */
async function requestsOfJudging(judged: Run): Promise<number> {
  const unwatched = await honestRun({ invariants: invariants.filter(({ judge }) => judge) })
  return judged.report.traffic.requests - unwatched.report.traffic.requests
}

/** What is wrong with judging the answers of a server that does not lie: it accuses nobody, and sends nothing. */
export async function alarmsOf(): Promise<readonly string[]> {
  const honest = await honestRun()
  let added = await requestsOfJudging(honest)
  if (added !== 0) added = await requestsOfJudging(await honestRun())
  return [
    ...(honest.report.verdict === 'conformant'
      ? []
      : [`A server that does not lie is ${honest.report.verdict}.`]),
    ...judgeRecording(honest).map(
      ({ id, message }) => `A server that does not lie breaks ${id}: ${message}.`,
    ),
    ...(added === 0 ? [] : [`Judging every answer sends ${added} more requests.`]),
  ]
}
