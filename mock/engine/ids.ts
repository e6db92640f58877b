import type { Ids } from '../../server/core/index.js'

/** The last number used in an id of each kind. */
export interface IdCounters {
  user: number
  schedule: number
  secret: number
}

/** Identifiers that are the same in every run: numbers from 1. */
export interface IdSequence extends Ids {
  counters(): IdCounters
  /** Continues numbering after these counters. */
  continueFrom(counters: IdCounters): void
}

export function createIdSequence(): IdSequence {
  let last: IdCounters = { user: 0, schedule: 0, secret: 0 }
  const next = (kind: keyof IdCounters) => `mock-${kind}-${++last[kind]}`
  return {
    user: () => next('user'),
    schedule: () => next('schedule'),
    secret: () => next('secret'),
    counters: () => ({ ...last }),
    continueFrom(counters) {
      last = { ...counters }
    },
  }
}
