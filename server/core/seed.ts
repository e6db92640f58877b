import { newUser, register } from './accounts.js'
import type { Seed } from './contract/seed.js'
import type { Ports, Settings } from './ports.js'
import type { Repositories } from './store.js'
import { instantOf, readTime } from './times.js'

type SeedSchedule = Seed['schedules'][number]

interface Account {
  id: string
  timezone: string
}

export interface SeedContext {
  ports: Ports
  settings: Settings
  /** The id of a user without one in the seed: always the same for the same address. */
  idOf(email: string): string
}

/** Replaces all data with that of a seed. */
export async function loadSeed(seed: Seed, { ports, settings, idOf }: SeedContext): Promise<void> {
  const hashes = await Promise.all(
    seed.users.map(user => user.password_hash ?? ports.passwords.hash(user.password)),
  )
  const now = ports.clock.now()
  await ports.store.write(async rows => {
    await rows.clear()
    const accounts = new Map<string, Account>()
    for (const [index, { password_hash: _, ...user }] of seed.users.entries()) {
      const id = user.id ?? idOf(user.email)
      const account = newUser(user, { id, password_hash: hashes[index] ?? '', ...settings })
      await register(rows, account, now)
      accounts.set(user.email.toLowerCase(), account)
    }
    for (const schedule of seed.schedules) await loadSchedule(rows, schedule, accounts, now)
  })
}

async function loadSchedule(
  rows: Repositories,
  { id: schedule_id, owner, resources, bookings, collaborators }: SeedSchedule,
  accounts: ReadonlyMap<string, Account>,
  now: number,
): Promise<void> {
  const accountOf = (email: string) => accounts.get(email.toLowerCase())
  await rows.schedules.insert({ id: schedule_id, owner_id: accountOf(owner)?.id ?? '' }, now)
  const ids = new Map<string, number>()
  for (const resource of resources) {
    ids.set(resource.name, await rows.resources.insert({ ...resource, schedule_id }, now))
  }
  for (const { resource, by = owner, start, end, ...booking } of bookings) {
    const zone = accountOf(by)?.timezone ?? 'UTC'
    const instant = (text: string) => instantOf(readTime(text) as never, zone)
    const resource_id = ids.get(resource) ?? 0
    await rows.bookings.insert(
      { ...booking, resource_id, schedule_id, start: instant(start), end: instant(end) },
      now,
    )
  }
  for (const { email, user_role } of collaborators) {
    await rows.collaborators.insert(
      { schedule_id, email, user_role, user_id: accountOf(email)?.id ?? null },
      now,
    )
  }
}
