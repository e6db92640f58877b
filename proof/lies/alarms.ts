import { invariants } from '../../conformance/index.js'
import { certifyAltered, type Run } from './recording.js'
import { judgeRecording } from './replay.js'

export const honestRun = (options?: Parameters<typeof certifyAltered>[1]) =>
  certifyAltered((_, answer) => answer, options)

/** The number of requests that the checks of a run sent. Excludes the clean-up, whose requests vary with the timing. */
const requestsOfChecks = ({ recorded }: Run) => recorded.filter(({ check }) => check !== 'clean-up').length

/** The number of requests that judging every answer adds. */
async function requestsOfJudging(judged: Run): Promise<number> {
  const unwatched = await honestRun({ invariants: invariants.filter(({ judge }) => judge) })
  return requestsOfChecks(judged) - requestsOfChecks(unwatched)
}

/** False alarms about a server that does not lie: judging its answers must not accuse it, and must not send requests. */
export async function alarmsOf(honest: Run): Promise<readonly string[]> {
  let added = await requestsOfJudging(honest)
  // On a busy machine, a check that waits may send a few more or less; requests that judging sends would appear in every run.
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
