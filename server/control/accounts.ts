import * as z from 'zod'
import {
  type NewAccount,
  newUser,
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

/** A schedule to be created: its owner by the e-mail address, and an id if a certain one is wanted. */
export const newSchedule = z.strictObject({
  id: scheduleId.optional(),
  owner: z.string({ error: 'is required: the e-mail address of an account' }),
})
export type NewSchedule = z.infer<typeof newSchedule>

/** The account of an address; @throws Refusal that names the nearest one there is. */
export async function accountOf(rows: Repositories, email: string): Promise<StoredUser> {
  const account = await rows.users.findByEmail(email)
  if (account) return account
  const known = (await rows.users.list()).map(user => user.email)
  throw new Refusal('invalid', `There is no account ${email}; ${suggest(email, known)}`)
}

/** Creates an account; the document shows no way to. */
export async function createAccount({ ports, settings }: Service, wanted: NewAccount): Promise<User> {
  const password_hash = await ports.passwords.hash(wanted.password)
  const { requestRateLimit } = settings
  const user = newUser(wanted, { id: ports.ids.user(), password_hash, requestRateLimit })
  return ports.store.write(async rows => {
    await register(rows, user, ports.clock.now())
    return userObject((await rows.users.find(user.id)) as StoredUser)
  })
}

/** Creates a schedule; the document shows no way to. */
export async function createSchedule(
  { ports }: Service,
  wanted: NewSchedule,
): Promise<{ id: string; owner: string }> {
  return ports.store.write(async rows => {
    const owner = await accountOf(rows, wanted.owner)
    const id = wanted.id ?? ports.ids.schedule()
    await rows.schedules.insert({ id, owner_id: owner.id }, ports.clock.now())
    return { id, owner: owner.email }
  })
}

const notPositive = ({ input }: { input?: unknown }) => `must be a whole number from 1, not ${shown(input)}`

/** A rate limit to come, for all accounts or that of an address. */
export const rateLimit = z.strictObject({
  requests: z.int({ error: notPositive }).min(1, { error: notPositive }),
  email: z.string({ error: 'must be the e-mail address of an account' }).optional(),
})

/**
 * Gives every account, or that of an address, a `request_rate_limit` (section 8), and counts anew: the next `requests`
 * within 5 minutes are answered.
 *
 * @throws Refusal where there is no account of this address
 */
export async function limitRates(
  service: Service,
  { requests, email }: z.infer<typeof rateLimit>,
): Promise<void> {
  const { store, clock } = service.ports
  await store.write(async rows => {
    const limited = email === undefined ? await rows.users.list() : [await accountOf(rows, email)]
    for (const { id } of limited) await rows.users.change(id, { request_rate_limit: requests }, clock.now())
  })
  service.clearRates()
}
