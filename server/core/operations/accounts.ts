import { accountDefaults, type ParsedAccount, type User } from '../contract/user.js'
import type { NewUser, Repositories, StoredUser } from '../store.js'

/** Returns the user object of a stored account. */
export const userObject = (account: StoredUser): User => JSON.parse(account.json)

/** Creates an account: the given values, with the defaults of the service. */
export function newUser(
  { password: _, ...wanted }: ParsedAccount,
  made: { id: string; password_hash: string; requestRateLimit: number },
): NewUser {
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined)
  return {
    request_rate_limit: made.requestRateLimit,
    ...accountDefaults,
    ...(Object.fromEntries(given) as typeof wanted),
    id: wanted.id ?? made.id,
    password_hash: made.password_hash,
  } as NewUser
}

/** Stores a new account and links the invitations of its address to it. */
export async function register(rows: Repositories, user: NewUser, now: number): Promise<void> {
  await rows.users.insert(user, now)
  await linkInvitations(rows, user)
}

/**
 * Links the invitations of an address to its account, oldest first, up to `collaboration_limit`. Skips schedules in which the
 * account already has a role.
 */
export async function linkInvitations(
  rows: Repositories,
  user: Pick<User, 'id' | 'email' | 'collaboration_limit' | 'allow_collaboration'>,
): Promise<void> {
  if (!user.allow_collaboration) return
  let free = user.collaboration_limit - (await rows.collaborators.countOf(user.id))
  for (const { id, schedule_id } of await rows.collaborators.invitations(user.email)) {
    if (free <= 0) return
    if (await rows.schedules.membershipOf(schedule_id, user.id)) continue
    await rows.collaborators.link(id, user.id)
    free--
  }
}
