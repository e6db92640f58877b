import type fc from 'fast-check'
import type { World } from './world.js'

/** Returned by a step that has nothing to act on, which is left out of the walk. */
export const skipped = Symbol('skipped')

/** The rest of a step: it sends requests and compares the responses with the model. */
// biome-ignore lint/suspicious/noConfusingVoidType: it lets a step end without a return statement.
export type Action = Promise<typeof skipped | void>

/** One kind of step. Its data are only choices: what they refer to depends on the state in which the step is taken. */
export interface StepKind<Data> {
  readonly name: string
  /** How often it is chosen, relative to the other kinds. */
  readonly weight: number
  readonly data: fc.Arbitrary<Data>
  take(world: World, data: Data): Action
}

/** A step of a walk: the name of its kind, and its choices. */
export interface Step {
  readonly name: string
  readonly data: unknown
}

/** Declares a kind of step. */
export const stepKind = <Data>(kind: StepKind<Data>): StepKind<unknown> => kind as StepKind<unknown>
