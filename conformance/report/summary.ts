import { count, countMusts, grouped } from '../run/counts.js'
import type { Counts, Report } from '../run/report.js'

/** Formats milliseconds for people: `840 ms`, `12.3 s`, `2 min 5 s`, `1 h 3 min`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`
  const seconds = Math.round(milliseconds / 1000)
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  const minutes = Math.round(seconds / 60)
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** For example `12 planned = 9 ran + 3 skipped`; zeros are shown for the first `always` parts only. */
function sum(total: string, always: number, parts: readonly (readonly [number, string])[]): string {
  const shown = parts.filter(([number], index) => number > 0 || index < always)
  return `${total} = ${shown.map(([number, word]) => `${grouped(number)} ${word}`).join(' + ')}`
}

/** The counts as sums that readers can verify. */
export function countSums(counts: Counts): string[] {
  const { planned, ran, notSelected, preparations } = counts
  const plannedSum = sum(`${grouped(planned)} planned`, 3, [
    [ran, 'ran'],
    [counts.skipped, 'skipped'],
    [counts.blocked, 'blocked'],
    [counts.notImplemented, 'not implemented'],
    [counts.notStarted, 'not started'],
  ])
  const ranSum = sum(`${grouped(ran)} ran`, 2, [
    [counts.passed, 'passed'],
    [counts.failed, 'failed'],
    [counts.warned, 'warned'],
    [counts.observed, 'observed'],
    [counts.error, counts.error === 1 ? 'error' : 'errors'],
  ])
  const asides = [
    ...(notSelected > 0 ? [`${grouped(notSelected)} more not selected`] : []),
    ...(preparations > 0 ? [`${grouped(preparations)} run as preparation`] : []),
  ]
  return [asides.length > 0 ? `${plannedSum} (${asides.join(', ')})` : plannedSum, ranSum]
}

/** The requests of the run in one sentence. */
export function trafficSum({ traffic, took }: Report): string {
  const { requests, restarts, waits, waited, delayed = 0, cached = 0, owners = 1 } = traffic
  const parts = [
    `${count(requests, 'request')} in ${duration(took)}${owners > 1 ? ` for ${owners} owners at the same time` : ''}`,
    restarts > 0 ? `${count(restarts, 'check')} restarted after a broken connection` : '',
    waits > 0 ? `${count(waits, 'wait')} for the rate limit, ${duration(waited)} in total` : '',
    delayed > 0 ? `${count(delayed, 'response')} took some 40 ms: is TCP_NODELAY set?` : '',
    cached > 0 ? `${count(cached, 'response')} came from a cache: certify without it` : '',
  ]
  return parts.filter(part => part !== '').join('; ')
}

/** How many of the rules of level `must` the run verified; `sum` says what became of the others. */
export function mustSum({ rules }: Pick<Report, 'rules'>): {
  verified: number
  all: number
  text: string
  sum: string
} {
  const { all, verified, ...others } = countMusts(rules)
  const parts = sum(count(all, 'MUST rule'), 1, [
    [verified, 'verified'],
    [others.failed, 'broken'],
    [others.error, 'not decided because of an error'],
    [others.notImplemented, 'not implemented'],
    [others.blocked, 'blocked'],
    [others.skipped, 'skipped'],
    [others.partlySelected, 'partly selected'],
    [others.notSelected, 'not selected'],
  ])
  return { verified, all, text: `${grouped(verified)} of ${count(all, 'MUST rule')} verified`, sum: parts }
}

/** The number of warnings that alone make the exit code 1, because of --strict; 0 if there are none, or something is worse. */
export function decidingWarnings({ verdict, exitCode, options, checks }: Report): number {
  if (exitCode !== 1 || verdict === 'not conformant' || !options.strict) return 0
  return checks.filter(({ outcome, known }) => outcome === 'warned' && known !== true).length
}

/** For example `290 of 290 MUST rules verified; exit code 1 because of --strict`. */
export const exitSum = (report: Report): string =>
  `${mustSum(report).text}; exit code ${report.exitCode}${decidingWarnings(report) > 0 ? ' because of --strict' : ''}`

/** All counts as sums that readers can verify, and the traffic. */
export const sumsOf = (report: Report): string[] => [
  ...countSums(report.counts),
  mustSum(report).sum,
  trafficSum(report),
]
