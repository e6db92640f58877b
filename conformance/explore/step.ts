import type fc from 'fast-check'
import type { World } from './world.js'

/** What a step does, once it is clear that it can be done. */
export type Action = () => Promise<void>

/** One kind of step. Its data are choices only: what they mean is told by the state in which the step is taken. */
export interface StepKind<Data> {
  readonly name: string
  /** How often it comes, among the others. */
  readonly weight: number
  readonly data: fc.Arbitrary<Data>
  /** Answers nothing where there is nothing to do it with: the step is left out then. */
  take(world: World, data: Data): Action | undefined
}

/** A step of a walk: the name of its kind, and its choices. */
export interface Step {
  readonly name: string
  readonly data: unknown
}

/** Declares a kind of step. */
export const stepKind = <Data>(kind: StepKind<Data>): StepKind<unknown> => kind as StepKind<unknown>

/*
 * Who acts in a step, and who is meant by it: people have numbers from 0, the owner, on; as a collaborator somebody has the
 * number of the principal, which is one less.
 */

interface Roles {
  readonly who?: number
  readonly slot?: number
  readonly slots?: readonly number[]
}

const isOfPrincipals = ({ name }: Step) => name.includes('collaborator')
const rolesOf = ({ data }: Step) => data as Roles

/** The numbers of all people but the owner that a step is about. */
export function peopleOf(step: Step): number[] {
  const { who = 0, slot, slots = [] } = rolesOf(step)
  const principals = isOfPrincipals(step) ? [...slots, ...(slot === undefined ? [] : [slot])] : []
  return [who, ...principals.map(principal => principal + 1)].filter(person => person > 0)
}

/** The same step, with two people swapped. */
export function withPerson(step: Step, from: number, to: number): Step {
  const { who, slot, slots } = rolesOf(step)
  const other = (person: number) => (person === from ? to : person === to ? from : person)
  const principal = (number: number) => other(number + 1) - 1
  return {
    name: step.name,
    data: {
      ...(step.data as object),
      ...(who !== undefined && { who: other(who) }),
      ...(isOfPrincipals(step) && slot !== undefined && { slot: principal(slot) }),
      ...(isOfPrincipals(step) && slots && { slots: slots.map(principal) }),
    },
  }
}
