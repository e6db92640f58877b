import type { Step } from './step.js'

/*
 * Who acts in a step, and who is meant by it: people have numbers from 0, the owner, on; as a collaborator somebody has the
 * number of the party, which is one less.
 */

interface Roles {
  readonly who?: number
  readonly slot?: number
  readonly slots?: readonly number[]
}

const isOfParties = ({ name }: Step) => name.includes('collaborator')
const rolesOf = ({ data }: Step) => data as Roles

/** The numbers of all people but the owner that a step is about. */
export function peopleOf(step: Step): number[] {
  const { who = 0, slot, slots = [] } = rolesOf(step)
  const parties = isOfParties(step) ? [...slots, ...(slot === undefined ? [] : [slot])] : []
  return [who, ...parties.map(party => party + 1)].filter(person => person > 0)
}

/** The same step, with somebody else in the place of somebody. */
export function withPerson(step: Step, from: number, to: number): Step {
  const { who, slot, slots } = rolesOf(step)
  const other = (person: number) => (person === from ? to : person === to ? from : person)
  const party = (number: number) => other(number + 1) - 1
  return {
    name: step.name,
    data: {
      ...(step.data as object),
      ...(who !== undefined && { who: other(who) }),
      ...(isOfParties(step) && slot !== undefined && { slot: party(slot) }),
      ...(isOfParties(step) && slots && { slots: slots.map(party) }),
    },
  }
}
