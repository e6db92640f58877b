import type { Alter } from '../server/parts.js'

/** A server that a hurried or mistaken implementer might write, and how the kit has to catch it. */
export interface Fault {
  /** Permanent: `name-101-on-update`. */
  readonly id: string
  /** What the server does wrong, in the present tense and without a subject: `accepts a name of 101 characters`. */
  readonly title: string
  /**
   * The rules that must fail, by their ids or by those of single checks, each with a pattern that the message must
   * match. A rule of level `must` has to fail, one of level `should` to warn.
   */
  readonly breaks: Readonly<Record<string, RegExp>>
  /** Patterns of rules and checks that may fail as a consequence, or can no longer be exercised. */
  readonly touches: readonly string[]
  /** Why the kit misses this fault. Remove it once the kit catches it; the proof fails until you do. */
  readonly missed?: string
  /** The fault shows only after this many steps: `explore` must find it and shrink it to them; single checks need not. */
  readonly steps?: number
  readonly alter: Alter
}

export type FaultOptions = Pick<Fault, 'breaks' | 'alter'> & Partial<Omit<Fault, 'id' | 'title'>>

/**
 * Declares a fault.
 *
 * @example
 * fault('name-101-on-update', 'accepts a name of 101 characters on update', {
 *   breaks: { 'RES-05': /101 characters/ },
 *   alter: body('changeResource', { name: textUpTo(101) }),
 * })
 */
export const fault = (id: string, title: string, options: FaultOptions): Fault =>
  Object.freeze({ touches: [], ...options, id, title })
