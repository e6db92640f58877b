import { parseSeed } from '../../server/core/index.js'
import { type Account, initialState } from '../requests/known-state.js'
import { cheapHash, createSeed, unlimitedAccount } from '../requests/seed.js'

/** Every password of a run contains this, so that a leaked one is recognized anywhere. */
export const passwordMarker = 'guarded-'

/** The data of a fuzz run. */
export type FuzzSetup = ReturnType<typeof createSetup>

const spareCount = 60

/** The data of the traffic comparison, with recognizable passwords and additional accounts. */
export function createSetup(number: number) {
  const { users, schedules } = createSeed(number)
  const withMarker = (id: string, password = '') => {
    const end = password.endsWith('\0') ? '\0' : ''
    return `${password.replace(/[\w ]/g, '')}${passwordMarker}${number}-${id}${end}`
  }
  const people = users
    .filter(({ email }) => email !== unlimitedAccount.email)
    .map(user => ({ ...user, password: withMarker(user.id ?? user.email, user.password) }))
  const account = (id: string) => ({ id, email: `${id}@fuzz.example`, password: withMarker(id) })
  const canary = account('canary')
  const spares = Array.from({ length: spareCount }, (_, index) => account(`spare-${index}`))
  const seed = parseSeed({
    users: [...people, canary, ...spares].map(user => ({ ...user, password_hash: cheapHash(user.password) })),
    schedules: [...schedules, { id: 'of-the-canary', owner: canary.email }],
  })
  const known = parseSeed({ users: people, schedules })
  return {
    seed,
    /** Sends only valid requests, which must be answered as if there were no others. */
    canary: { ...toAccount(canary), schedule: 'of-the-canary' },
    /** Accounts for requests that make an account unusable: a new password, a new address, a deletion. */
    spareAccounts: spares.map(toAccount),
    /** The known state at the beginning of each round. */
    initialState: () => initialState(known),
  }
}

const toAccount = ({ id, email, password }: { id: string; email: string; password: string }): Account => ({
  id,
  email,
  passwords: [password],
})
