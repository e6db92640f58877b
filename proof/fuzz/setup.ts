import { parseSeed, type Seed } from '../../server/core/index.js'
import { type Account, type Memory, memoryOf } from '../requests/known-state.js'
import { cheapHash, unlimited, worldOf } from '../requests/seed.js'

/** What every password of a fuzz run begins with, so that one shows wherever it must not. */
export const mark = 'guarded-'

/** Where a fuzz run takes place. */
export interface FuzzWorld {
  seed: Seed
  /** Whose requests are always right, and must be served as if there were no others. */
  witness: Account & { schedule: string }
  /** Accounts for what ends the use of one: a new password, a new address, the deletion. */
  wanderers: readonly Account[]
  /** What the requests of a round are made of; the same at the beginning of each. */
  memory(): Memory
}

const wanderersOfRound = 60

/** A world of the stories, with passwords that can be told from everything else. */
export function fuzzWorld(number: number): FuzzWorld {
  const { users, schedules } = worldOf(number)
  const password = (id: string, given = '') =>
    `${given.replace(/[\w ]/g, '')}${mark}${number}-${id}${oddEnd(given)}`
  const people = users
    .filter(({ email }) => email !== unlimited.email)
    .map(user => ({ ...user, password: password(user.id ?? user.email, user.password) }))
  const account = (id: string) => ({ id, email: `${id}@fuzz.example`, password: password(id) })
  const witness = account('witness')
  const wanderers = Array.from({ length: wanderersOfRound }, (_, index) => account(`wanderer-${index}`))
  const seed = parseSeed({
    users: [...people, witness, ...wanderers].map(user => ({
      ...user,
      password_hash: cheapHash(user.password),
    })),
    schedules: [...schedules, { id: 'of-the-witness', owner: witness.email }],
  })

  const known = parseSeed({ users: people, schedules })
  return {
    seed,
    witness: { ...asAccount(witness), schedule: 'of-the-witness' },
    wanderers: wanderers.map(asAccount),
    memory: () => memoryOf(known),
  }
}

const oddEnd = (password: string) => (password.endsWith('\0') ? '\0' : '')

const asAccount = ({ id, email, password }: { id: string; email: string; password: string }): Account => ({
  id,
  email,
  passwords: [password],
})
