import type { Alter } from '../server/parts.js'

/** A server that a hurried or mistaken implementer might write, and how the kit has to catch it. */
export interface Fault {
  /** Names it for ever: `name-101-on-update`. */
  readonly id: string
  /** What the server does wrong, in the present tense, without a subject: `takes a name of 101 characters`. */
  readonly title: string
  /**
   * The rules that must fail, by their ids or by those of single checks, each with what the proof must say. A rule of
   * level `must` must be failed, one of level `should` warned about.
   */
  readonly breaks: Readonly<Record<string, RegExp>>
  /** Patterns of rules and checks that may fail as a consequence, or could not be exercised any more. */
  readonly touches: readonly string[]
  /** Why the kit does not catch it: then it must not, so that this is taken away the day that it does. */
  readonly missed?: string
  readonly alter: Alter
}

export type FaultOptions = Pick<Fault, 'breaks' | 'alter'> & Partial<Pick<Fault, 'touches' | 'missed'>>

/**
 * Declares a fault.
 *
 * @example
 * fault('name-101-on-update', 'takes a name of 101 characters on update', {
 *   breaks: { 'RES-05': /101 characters/ },
 *   alter: body('changeResource', { name: textUpTo(101) }),
 * })
 */
export const fault = (id: string, title: string, options: FaultOptions): Fault =>
  Object.freeze({ touches: [], ...options, id, title })
