import { newUser, register } from './accounts.js'
import type { Seed } from './contract/seed.js'
import type { Ports, Settings } from './ports.js'
import type { Rows } from './store.js'
import { instantOf, readTime } from './times.js'

type SeedUser = Seed['users'][number]
type SeedSchedule = Seed['schedules'][number]

/** Where a seed grows: nothing of what was there before is left. */
export async function plant(seed: Seed, ports: Ports, settings: Settings): Promise<void> {
  const hashes = await Promise.all(
    seed.users.map(user => user.password_hash ?? ports.passwords.hash(user.password)),
  )
  const now = ports.clock.now()
  await ports.store.write(async rows => {
    await rows.clear()
    const accounts = new Map<string, { id: string; timezone: string }>()
    for (const [index, user] of seed.users.entries()) {
      const { id, timezone } = await plantUser(rows, user, hashes[index] ?? '', { ports, settings, now })
      accounts.set(user.email.toLowerCase(), { id, timezone })
    }
    for (const schedule of seed.schedules) await plantSchedule(rows, schedule, accounts, now)
  })
}

async function plantUser(
  rows: Rows,
  { password_hash: _, ...user }: SeedUser,
  hash: string,
  { ports, settings, now }: { ports: Ports; settings: Settings; now: number },
) {
  const { requestRateLimit } = settings
  const account = newUser(user, { id: ports.ids.user(), password_hash: hash, requestRateLimit })
  await register(rows, account, now)
  return account
}

async function plantSchedule(
  rows: Rows,
  { id: schedule_id, owner, resources, bookings, collaborators }: SeedSchedule,
  accounts: ReadonlyMap<string, { id: string; timezone: string }>,
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
