import type { TargetInput } from '../../conformance/index.js'
import { type Seed, seed } from '../../server/core/index.js'

/** More than a run uses up on a right server, for a wrong one uses up more. */
const throwaways = 12

/** Requests within 5 minutes: more than a run makes. */
const plenty = 1_000_000
/** Few enough to be used up by the kit. */
const few = 20

const names = {
  owner: 'owner',
  members: ['editor', 'viewer', 'stranger'],
  disposable: ['limited', ...Array.from({ length: throwaways }, (_, index) => `throwaway-${index + 1}`)],
}

const account = (name: string) => ({ email: `${name}@example.test`, password: `Password of ${name}, 1` })

/** Whom a target has. */
export const target: TargetInput = {
  baseUrl: 'http://target.test',
  owner: account(names.owner),
  schedules: ['first', 'second', 'spare'],
  members: names.members.map(account),
  disposable: names.disposable.map(account),
}

/** The same people and schedules as the server has them. */
export const population: Seed = seed.parse({
  users: [names.owner, ...names.members, ...names.disposable].map(name => ({
    id: `user-${name}`,
    ...account(name),
    request_rate_limit: name === 'limited' ? few : plenty,
  })),
  schedules: [
    ...target.schedules.map(id => ({ id, owner: target.owner.email })),
    // Somebody who owns a schedule, and is a stranger to the others all the same.
    { id: 'elsewhere', owner: account('stranger').email },
  ],
})
