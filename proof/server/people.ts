import type { TargetInput } from '../../conformance/index.js'
import { type Seed, seed } from '../../server/core/index.js'

/** More disposable accounts than a run uses on a correct server, because it uses more on a faulty one. */
const throwaways = 16

/** Requests within 5 minutes: more than a run sends. */
const plenty = 1_000_000
/** Few enough for the kit to exhaust. */
const few = 20

const names = {
  owner: 'owner',
  members: ['editor', 'viewer', 'stranger'],
  disposable: ['limited', ...Array.from({ length: throwaways }, (_, index) => `throwaway-${index + 1}`)],
}

const account = (name: string) => ({ email: `${name}@example.test`, password: `Password of ${name}, 1` })

/** The accounts and schedules of the target. */
export const target: TargetInput = {
  baseUrl: 'http://target.test',
  owner: account(names.owner),
  schedules: ['first', 'second', 'spare'],
  members: names.members.map(account),
  disposable: names.disposable.map(account),
}

/** The same accounts and schedules as a seed for the server. */
export const population: Seed = seed.parse({
  users: [names.owner, ...names.members, ...names.disposable].map(name => ({
    id: `user-${name}`,
    ...account(name),
    request_rate_limit: name === 'limited' ? few : plenty,
  })),
  schedules: [
    ...target.schedules.map(id => ({ id, owner: target.owner.email })),
    // The stranger owns a schedule and has no access to the others.
    { id: 'elsewhere', owner: account('stranger').email },
  ],
})
