import type { Ids } from '../server/core/index.js'

/** The last numbers that were given, by kind. */
export interface Given {
  user: number
  schedule: number
  secret: number
}

/** Identifiers that are the same in every run: numbers from 1. */
export interface Sequence extends Ids {
  given(): Given
  /** Goes on from other numbers. */
  continueFrom(given: Given): void
}

export function createSequence(): Sequence {
  let last: Given = { user: 0, schedule: 0, secret: 0 }
  const next = (kind: keyof Given) => `mock-${kind}-${++last[kind]}`
  return {
    user: () => next('user'),
    schedule: () => next('schedule'),
    secret: () => next('secret'),
    given: () => ({ ...last }),
    continueFrom(given) {
      last = { ...given }
    },
  }
}
