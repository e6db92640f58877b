import { newUser, register } from './accounts.js'
import type { Seed } from './contract/seed.js'
import type { Ports, Settings } from './ports.js'
import type { Rows } from './store.js'
import { instantOf, readTime } from './times.js'

type SeedUser = Seed['users'][number]
type SeedSchedule = Seed['schedules'][number]

interface Account {
  id: string
  timezone: string
}

/** Where a seed grows: nothing of what was there before is left. The same seed gives the same ids every time. */
export async function plant(seed: Seed, ports: Ports, settings: Settings): Promise<void> {
  const hashes = await Promise.all(
    seed.users.map(user => user.password_hash ?? ports.passwords.hash(user.password)),
  )
  const ids = userIds(seed.users)
  const now = ports.clock.now()
  await ports.store.write(async rows => {
    await rows.clear()
    const accounts = new Map<string, Account>()
    for (const [index, { password_hash: _, ...user }] of seed.users.entries()) {
      const made = { id: ids[index] ?? '', password_hash: hashes[index] ?? '', ...settings }
      const account = newUser(user, made)
      await register(rows, account, now)
      accounts.set(user.email.toLowerCase(), account)
    }
    for (const schedule of seed.schedules) await plantSchedule(rows, schedule, accounts, now)
  })
}

/** An id for each user: the one the seed gives, or one by number that nobody else has. */
function userIds(users: readonly SeedUser[]): string[] {
  const given = new Set(users.map(user => user.id))
  let number = 0
  const next = () => {
    do number++
    while (given.has(`user-${number}`))
    return `user-${number}`
  }
  return users.map(({ id }) => id ?? next())
}

async function plantSchedule(
  rows: Rows,
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
