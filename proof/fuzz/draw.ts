import type { Random } from '../../fixtures/factories/random.js'
import type { Account } from '../requests/known-state.js'
import type { Sent } from '../requests/request.js'
import type { Case } from './case.js'

/** What cases are drawn from. */
export interface Source {
  random: Random
  /** The next request of the stories: mostly right, often nearly so. */
  request(): Sent
  /** One that is HTTP beyond doubt, with credentials that are written otherwise than anywhere else. */
  plainRequest(): Sent
  /** An account that nobody else needs. */
  wanderer(): Account
  /** How many cases there were before this one. */
  number(): number
}

/** Draws a case. */
export type Draw = (source: Source) => Case
