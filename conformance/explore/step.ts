import type fc from 'fast-check'
import type { World } from './world.js'

/** Returned by a step that has nothing to act on: it is left out of the walk. */
export const skipped = Symbol('skipped')

/** The rest of a step: it sends requests and compares the answers with the model. */
// biome-ignore lint/suspicious/noConfusingVoidType: it lets a step end without a return statement.
export type Action = Promise<typeof skipped | void>

/** One kind of step. Its data are only choices: the state in which the step is taken says what they refer to. */
export interface StepKind<Data> {
  readonly name: string
  /** How often it is chosen, compared with the other kinds. */
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

/*
 * Who acts in a step, and whom it is about: people are numbered from 0, which is the owner; as a collaborator a person has
 * the index of the principal, which is one less.
 */

interface People {
  readonly who?: number
  readonly slot?: number
  readonly slots?: readonly number[]
}

const isAboutPrincipals = ({ name }: Step) => name.includes('collaborator')

/** The numbers of all people but the owner in a step. */
export function peopleOf(step: Step): number[] {
  const { who = 0, slot, slots = [] } = step.data as People
  const principals = isAboutPrincipals(step) ? [...slots, ...(slot === undefined ? [] : [slot])] : []
  return [who, ...principals.map(principal => principal + 1)].filter(person => person > 0)
}

/** The same step with two people swapped. */
export function withPerson(step: Step, from: number, to: number): Step {
  const { who, slot, slots } = step.data as People
  const other = (person: number) => (person === from ? to : person === to ? from : person)
  const principal = (number: number) => other(number + 1) - 1
  return {
    name: step.name,
    data: {
      ...(step.data as object),
      ...(who !== undefined && { who: other(who) }),
      ...(isAboutPrincipals(step) && slot !== undefined && { slot: principal(slot) }),
      ...(isAboutPrincipals(step) && slots && { slots: slots.map(principal) }),
    },
  }
}
