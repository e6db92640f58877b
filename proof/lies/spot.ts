import type { Members } from './history.js'
import type { Answer } from './recording.js'

/** The ways to alter an answer. */
export const lieKinds = [
  'change',
  'drop',
  'null',
  'old',
  'other',
  'missing',
  'twice',
  'order',
  'count',
  'link',
  'success',
  'status',
  'header',
] as const
export type LieKind = (typeof lieKinds)[number]

/** A list may be in any order: exchanging two objects contradicts nothing unless another page shows them. */
export const isPromised = (kind: LieKind) => kind !== 'order'

/** One alteration of an answer. */
export interface Spot {
  readonly kind: LieKind
  /** For example `drop name of data[3]`. */
  readonly what: string
  readonly answer: () => Answer
}

/** Makes a spot of a change of a body. */
export type MakeSpot = (kind: LieKind, what: string, change: (body: Members) => void) => Spot
