import { certifyAltered, type Run } from './recording.js'
import { judgeRecording } from './replay.js'

export const honestRun = (options?: Parameters<typeof certifyAltered>[1]) =>
  certifyAltered((_, answer) => answer, options)

/** A run that always sends the same requests: its checks do not wait, and run one after another. */
const repeatable = { only: ['RES-0*', 'BKG-0*', 'LIST-0*', 'USER-0*'], jobs: 1 }

/** Which check sent which requests. Excludes the clean-up, whose requests vary with the timing. */
const requestsOf = ({ recorded }: Run): readonly string[] =>
  recorded
    .filter(({ check }) => check !== 'clean-up')
    .map(({ check, method }) => `${method} of ${check}`)
    .sort()

/** What judging every answer changes about the requests of such a run. */
async function changesOfJudging(): Promise<readonly string[]> {
  const unjudged = requestsOf(await honestRun({ ...repeatable, invariants: [] }))
  const judged = requestsOf(await honestRun(repeatable))
  return judged.join() === unjudged.join()
    ? []
    : [`Judging every answer changes the requests: ${judged.length} instead of ${unjudged.length}.`]
}

/** False alarms about a server that does not lie: judging its answers must not accuse it, and must not send requests. */
export async function alarmsOf(honest: Run): Promise<readonly string[]> {
  return [
    ...(honest.report.verdict === 'conformant'
      ? []
      : [`A server that does not lie is ${honest.report.verdict}.`]),
    ...judgeRecording(honest).map(
      ({ id, message }) => `A server that does not lie breaks ${id}: ${message}.`,
    ),
    ...(await changesOfJudging()),
  ]
}
