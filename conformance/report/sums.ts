import { duration } from './duration.js'
import type { Counts, Report } from './report.js'

/** For example `3 checks`, `1 check`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function sum(total: string, parts: readonly (readonly [number, string])[], always: number): string {
  const shown = parts.filter(([number], index) => number > 0 || index < always)
  return `${total} = ${shown.map(([number, word]) => `${number} ${word}`).join(' + ')}`
}

/** The counts as sums that can be checked by eye. */
export function countSums(counts: Counts): string[] {
  const { planned, ran, notSelected } = counts
  const beside = notSelected > 0 ? ` (beside them ${notSelected} not selected)` : ''
  return [
    sum(
      `${planned} planned`,
      [
        [ran, 'ran'],
        [counts.skipped, 'skipped'],
        [counts.blocked, 'blocked'],
        [counts.notStarted, 'not started'],
      ],
      3,
    ) + beside,
    sum(
      `${ran} ran`,
      [
        [counts.passed, 'passed'],
        [counts.failed, 'failed'],
        [counts.warned, 'warned'],
        [counts.observed, 'observed'],
        [counts.error, counts.error === 1 ? 'error' : 'errors'],
      ],
      2,
    ),
  ]
}

/** What went over the wire, in one sentence. */
export function trafficSum({ traffic, took }: Report): string {
  const { requests, restarts, waits, waited } = traffic
  const parts = [
    `${count(requests, 'request')} in ${duration(took)}`,
    restarts > 0 ? `${count(restarts, 'check')} started again after a broken connection` : '',
    waits > 0 ? `${count(waits, 'wait')} for the rate limit, ${duration(waited)} in all` : '',
  ]
  return parts.filter(part => part !== '').join('; ')
}

/** The rules of level `must`, and how many of them were shown to be kept. */
export function mustSum({ rules }: Report): { kept: number; all: number } {
  const musts = rules.filter(rule => rule.level === 'must')
  const kept = musts.filter(({ outcome }) => ['passed', 'warned', 'observed'].includes(outcome))
  return { kept: kept.length, all: musts.length }
}
