import * as z from 'zod'
import {
  newUser,
  type ParsedAccount,
  Refusal,
  type Repositories,
  register,
  type Service,
  type StoredUser,
  scheduleId,
  shown,
  suggest,
  type User,
  userObject,
} from '../core/index.js'

/** The input for creating a schedule: the e-mail address of its owner, and optionally an id. */
export const newSchedule = z.strictObject({
  id: scheduleId.optional(),
  owner: z.string({ error: 'is required: the e-mail address of an account' }),
})
/** A schedule to create; the document has no operation for it. */
export type NewSchedule = {
  /** Letters, digits and any of `. _ ~ -`; at most 100. By default, the service chooses one. */
  id?: string | undefined
  /** The e-mail address of an account. */
  owner: string
}

/** Returns the account with an address. @throws {Refusal} that suggests the nearest one */
export async function accountOf(rows: Repositories, email: string): Promise<StoredUser> {
  const account = await rows.users.findByEmail(email)
  if (account) return account
  const known = (await rows.users.list()).map(user => user.email)
  throw new Refusal('invalid', `There is no account ${email}; ${suggest(email, known)}`)
}

/** Creates an account; the document has no operation for it. */
export async function createAccount({ ports, settings }: Service, wanted: ParsedAccount): Promise<User> {
  const { passwords } = ports
  const password_hash = await passwords.hash(wanted.password, wanted.email)
  const { requestRateLimit } = settings
  const user = newUser(wanted, { id: ports.ids.user(), password_hash, requestRateLimit })
  const created = await ports.store.write(async rows => {
    await register(rows, user, ports.clock.now())
    return userObject((await rows.users.find(user.id)) as StoredUser)
  })
  passwords.remember(wanted.password, password_hash)
  return created
}

/** Creates a schedule; the document has no operation for it. */
export async function createSchedule({ ports }: Service, wanted: NewSchedule) {
  return ports.store.write(async rows => {
    const owner = await accountOf(rows, wanted.owner)
    const id = wanted.id ?? ports.ids.schedule()
    await rows.schedules.insert({ id, owner_id: owner.id }, ports.clock.now())
    return { id, owner: owner.email }
  })
}

const notPositive = ({ input }: { input?: unknown }) => `must be a whole number from 1, not ${shown(input)}`

/** A rate limit for all accounts, or for the account with an address. */
export const rateLimit = z.strictObject({
  requests: z.int({ error: notPositive }).min(1, { error: notPositive }),
  email: z.string({ error: 'must be the e-mail address of an account' }).optional(),
})

/**
 * Sets the `request_rate_limit` (section 8) of all accounts, or of the account with an address, and restarts the counts.
 *
 * @throws {Refusal} if no account has this address
 */
export async function limitRates(
  service: Service,
  { requests, email }: z.infer<typeof rateLimit>,
): Promise<void> {
  const { store, clock } = service.ports
  const limited = await store.write(async rows => {
    const accounts = email === undefined ? await rows.users.list() : [await accountOf(rows, email)]
    for (const { id } of accounts) await rows.users.change(id, { request_rate_limit: requests }, clock.now())
    return accounts
  })
  if (email === undefined) await service.clearRates()
  else for (const { id } of limited) await service.counts.rate.clear(id)
}
