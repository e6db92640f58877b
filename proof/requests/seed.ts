import { randomBytes, scryptSync } from 'node:crypto'
import { demo, fixturesBySeed } from '../../fixtures/index.js'
import { parseSeed, type Seed } from '../../server/core/index.js'

/** The start of every run: two days before the clocks change in Europe, with the demo's bookings around that date. */
export const startTime = Date.UTC(2026, 9, 23, 9, 30)

const account = <More extends object>(id: string, email: string, password: string, more: More) => ({
  ...{ id, email, password },
  ...more,
})

/** Sends only the requests that not every implementation can receive, so that they count against no compared rate limit. */
export const unlimitedAccount = account('unlimited', 'unlimited@elsewhere.example', 'no limit', {})

/** Accounts with unusual but valid names, passwords, zones and limits. */
const unusualAccounts = [
  unlimitedAccount,
  account('stranger', 'stranger@elsewhere.example', 'the stranger', { timezone: 'Australia/Lord_Howe' }),
  account('hasty', 'hasty@elsewhere.example', 'five a time', { request_rate_limit: 5 }),
  account('__proto__', '__proto__@elsewhere.example', 'pass:word::', { timezone: 'America/Sao_Paulo' }),
  account('constructor', 'Ägir.ẞ@Elsewhere.example', 'Pässwörd 🔑 e\u0301', {
    timezone: 'Africa/Casablanca',
  }),
  account('~', 'reserved@elsewhere.example', 'zero at the end\0', {
    timezone: 'Pacific/Apia',
    allow_collaboration: false,
  }),
  account('full', 'FULL@elsewhere.example', 'none taken', {
    collaboration_limit: 1,
    language_tag: 'de' as const,
  }),
]

/** Schedule ids that break code which uses plain objects as maps. */
const unusualSchedules = [
  { id: 'a.b~c', owner: 'stranger@elsewhere.example' },
  { id: '__proto__', owner: '__proto__@elsewhere.example' },
  { id: 'toString', owner: 'ägir.ẞ@elsewhere.EXAMPLE' },
]

const sizes = { schedules: 3, resources: 12, bookings: 60, users: 5, collaborators: 9 }

/** The data that a run begins with: the demo company for odd numbers, generated data for even ones. */
export function createSeed(number: number): Seed {
  const company =
    number % 2 === 1 ? demo({ now: startTime }) : fixturesBySeed(number, { now: startTime }).aSeed(sizes)
  return parseSeed({
    users: [...company.users, ...unusualAccounts].map(user => ({
      ...user,
      password_hash: cheapHash(user.password),
    })),
    schedules: [...company.schedules, ...unusualSchedules],
  })
}

/** A hash that is cheap to verify, so that wrong passwords do not slow a run down. */
export function cheapHash(password: string): string {
  const salt = randomBytes(16)
  // The server does the same, because scrypt ignores trailing zero bytes.
  const end = password.endsWith('\0') ? [0xff] : []
  const bytes = Buffer.concat([Buffer.from(password), Buffer.from(end)])
  const key = scryptSync(bytes, salt, 32, { N: 2, r: 8, p: 1 })
  const base64 = (part: Buffer) => part.toString('base64').replace(/=+$/, '')
  return `$scrypt$ln=1,r=8,p=1$${base64(salt)}$${base64(key)}`
}
