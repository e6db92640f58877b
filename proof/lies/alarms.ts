import { invariants } from '../../conformance/index.js'
import { certifyAltered, type Run } from './recording.js'
import { judgeRecording } from './replay.js'

export const honestRun = (options?: Parameters<typeof certifyAltered>[1]) =>
  certifyAltered((_, answer) => answer, options)

/** How many requests the checks of a run sent. What cleaning up takes depends on which objects are left at the same time. */
const requestsOfChecks = ({ recorded }: Run) => recorded.filter(({ check }) => check !== 'clean-up').length

/** How many requests judging every answer adds. */
async function requestsOfJudging(judged: Run): Promise<number> {
  const unwatched = await honestRun({ invariants: invariants.filter(({ judge }) => judge) })
  return requestsOfChecks(judged) - requestsOfChecks(unwatched)
}

/** What is wrong with judging the answers of this run of a server that does not lie: it accuses nobody, and sends nothing. */
export async function alarmsOf(honest: Run): Promise<readonly string[]> {
  let added = await requestsOfJudging(honest)
  // On a busy machine, a check that waits may need a few more or less: what judging sends, it sends in each run.
  for (let again = 0; added !== 0 && again < 3; again++) added = await requestsOfJudging(await honestRun())
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
