import { invariants } from '../../conformance/index.js'
import { certifyAltered } from './recording.js'
import { judgeRecording } from './replay.js'

/** What is wrong with judging the answers of a server that does not lie: it accuses nobody, and sends nothing. */
export async function alarmsOf(): Promise<readonly string[]> {
  const honest = await certifyAltered((_, answer) => answer)
  const unwatched = await certifyAltered((_, answer) => answer, {
    invariants: invariants.filter(({ judge }) => judge),
  })
  const [more, fewer] = [honest, unwatched].map(({ report }) => report.traffic.requests)
  return [
    ...(honest.report.verdict === 'conformant'
      ? []
      : [`A server that does not lie is ${honest.report.verdict}.`]),
    ...judgeRecording(honest).map(
      ({ id, message }) => `A server that does not lie breaks ${id}: ${message}.`,
    ),
    ...(more === fewer ? [] : [`Judging every answer sends ${more} requests instead of ${fewer}.`]),
  ]
}
