import type { Manner } from '../server/listen.js'
import type { Alter, Parts } from '../server/parts.js'

/** A server that obeys every sentence of the document, but differs from the reference server where it is silent. */
export interface Variant {
  /** Permanent: `refusals-with-200`. */
  readonly id: string
  /** What the server does, in the present tense and without a subject: `answers refusals with the status 200`. */
  readonly title: string
  /** Patterns of SHOULD checks that rightly advise against it. */
  readonly warns: readonly string[]
  /** Patterns of checks that have nothing to check on such a server. */
  readonly skips: readonly string[]
  /** Ids of variants that it can't be combined with. */
  readonly excludes: readonly string[]
  /** How it sends HTTP responses, if that is the difference. */
  readonly manner?: Manner | undefined
  readonly alter: Alter
}

export type VariantOptions = Partial<Omit<Variant, 'id' | 'title'>>

/** Declares a variant; by default the unaltered server. */
export const variant = (id: string, title: string, options: VariantOptions): Variant =>
  Object.freeze({ warns: [], skips: [], excludes: [], alter: (parts: Parts) => parts, ...options, id, title })
