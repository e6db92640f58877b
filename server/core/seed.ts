import type { LoadableSeed } from './contract/seed.js'
import { instantsIn } from './contract/seed-references.js'
import { emailKey } from './contract/user.js'
import { newUser } from './operations/accounts.js'
import type { Passwords, Ports, Settings } from './ports.js'
import type { NewBooking, NewCollaborator, Repositories } from './store.js'

type SeedSchedule = LoadableSeed['schedules'][number]

interface Account {
  id: string
  timezone: string
}

type Accounts = ReadonlyMap<string, Account>

export interface SeedContext {
  ports: Pick<Ports, 'store' | 'passwords' | 'clock'>
  settings: Settings
  /** Returns the id of a user without one in the seed: always the same for the same address. */
  idOf(email: string): string
}

/** Replaces all data with that of a seed, in one transaction. */
export async function loadSeed(
  { users, schedules }: LoadableSeed,
  { ports, settings, idOf }: SeedContext,
): Promise<void> {
  const { passwords } = ports
  const hashes = await hashesOf(users, passwords)
  const now = ports.clock.now()
  await ports.store.write(
    async rows => {
      await rows.clear()
      const accounts = new Map<string, Account>()
      for (const [index, { password_hash: _, ...user }] of users.entries()) {
        const id = user.id ?? idOf(user.email)
        const account = newUser(user, { id, password_hash: hashes[index] ?? '', ...settings })
        await rows.users.insert(account, now)
        accounts.set(emailKey(user.email), account)
      }
      for (const schedule of schedules) await loadSchedule(rows, schedule, accounts, now)
    },
    { frees: true },
  )
  for (const [index, { password, password_hash }] of users.entries()) {
    // A given hash may not belong to the given password.
    if (password_hash === undefined) passwords.remember(password, hashes[index] ?? '')
  }
}

/** The maximum number of passwords waiting to be hashed: more would be refused like a flood of logins. */
const hashedAtOnce = 50

async function hashesOf(users: LoadableSeed['users'], passwords: Passwords): Promise<string[]> {
  const hashes: string[] = []
  for (let at = 0; at < users.length; at += hashedAtOnce) {
    const next = users.slice(at, at + hashedAtOnce)
    const made = next.map(({ password, password_hash }) => password_hash ?? passwords.hash(password))
    hashes.push(...(await Promise.all(made)))
  }
  return hashes
}

async function loadSchedule(
  rows: Repositories,
  schedule: SeedSchedule,
  accounts: Accounts,
  now: number,
): Promise<void> {
  const { id: schedule_id, owner, resources } = schedule
  await rows.schedules.insert({ id: schedule_id, owner_id: accounts.get(emailKey(owner))?.id ?? '' }, now)
  const ids = new Map<string, number>()
  for (const resource of resources) {
    ids.set(resource.name, await rows.resources.insert({ ...resource, schedule_id }, now))
  }
  for (const booking of newBookings(schedule, accounts, ids)) {
    await rows.bookings.insert(booking, now)
  }
  for (const collaborator of newCollaborators(schedule, accounts)) {
    await rows.collaborators.insert(collaborator, now)
  }
}

function* newBookings(
  { id: schedule_id, owner, bookings }: SeedSchedule,
  accounts: Accounts,
  ids: ReadonlyMap<string, number>,
): Generator<NewBooking> {
  const zoneOf = (email: string) => accounts.get(emailKey(email))?.timezone ?? 'UTC'
  const ownZone = zoneOf(owner)
  for (const { resource, by, ...booking } of bookings) {
    const zone = by === undefined ? ownZone : zoneOf(by)
    const times = instantsIn(zone, booking)
    yield { ...booking, ...times, schedule_id, resource_id: ids.get(resource) ?? 0 }
  }
}

function* newCollaborators(
  { id: schedule_id, collaborators }: SeedSchedule,
  accounts: Accounts,
): Generator<NewCollaborator> {
  for (const { email, user_role } of collaborators) {
    yield { schedule_id, email, user_role, user_id: accounts.get(emailKey(email))?.id ?? null }
  }
}
