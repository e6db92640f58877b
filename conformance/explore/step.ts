import type fc from 'fast-check'
import type { World } from './world.js'

/** What a step does, once it is clear that it can be done. */
export type Deed = () => Promise<void>

/** One kind of step. Its data are choices only: what they mean is told by the state in which the step is taken. */
export interface StepKind<Data> {
  readonly name: string
  /** How often it comes, among the others. */
  readonly weight: number
  readonly data: fc.Arbitrary<Data>
  /** Answers nothing where there is nothing to do it with: the step is left out then. */
  take(world: World, data: Data): Deed | undefined
}

/** A step of a walk: the name of its kind, and its choices. */
export interface Step {
  readonly name: string
  readonly data: unknown
}

/** Declares a kind of step. */
export const stepKind = <Data>(kind: StepKind<Data>): StepKind<unknown> => kind as StepKind<unknown>
