import { randomBytes, scryptSync } from 'node:crypto'
import { demo, fixturesBySeed } from '../../fixtures/index.js'
import { parseSeed, type Seed } from '../../server/core/index.js'

/** When every story begins: two days before the clocks of Europe change, so that the demo's bookings lie around it. */
export const beginning = Date.UTC(2026, 9, 23, 9, 30)

/** The account of requests that only some twins can be told: it makes no others, so that nobody sees how many it made. */
export const unlimited = { id: 'unlimited', email: 'unlimited@elsewhere.example', password: 'no limit' }

/** Whom the stories need beside a company: a stranger, one with few requests, and odd but rightful names and passwords. */
const others = [
  unlimited,
  {
    id: 'stranger',
    email: 'stranger@elsewhere.example',
    password: 'the stranger',
    timezone: 'Australia/Lord_Howe',
  },
  { id: 'hasty', email: 'hasty@elsewhere.example', password: 'five a time', request_rate_limit: 5 },
  {
    id: '__proto__',
    email: '__proto__@elsewhere.example',
    password: 'pass:word::',
    timezone: 'America/Sao_Paulo',
  },
  {
    id: 'constructor',
    email: 'Ägir.ẞ@Elsewhere.example',
    password: 'Pässwörd 🔑 e\u0301',
    timezone: 'Africa/Casablanca',
  },
  {
    id: '~',
    email: 'reserved@elsewhere.example',
    password: 'zero at the end\0',
    timezone: 'Pacific/Apia',
    allow_collaboration: false,
  },
  {
    id: 'full',
    email: 'FULL@elsewhere.example',
    password: 'none taken',
    collaboration_limit: 1,
    language_tag: 'de',
  },
] as const

/** Schedules whose ids an object made of them would trip over. */
const oddSchedules = [
  { id: 'a.b~c', owner: 'stranger@elsewhere.example' },
  { id: '__proto__', owner: '__proto__@elsewhere.example' },
  { id: 'toString', owner: 'ägir.ẞ@elsewhere.EXAMPLE' },
]

/** Where a story takes place: the demo company or one of the factories, the same again for the same seed. */
export function worldOf(seed: number): Seed {
  const company =
    seed % 2 === 1
      ? demo({ now: beginning })
      : fixturesBySeed(seed, { now: beginning }).aSeed({
          schedules: 3,
          resources: 12,
          bookings: 60,
          users: 5,
          collaborators: 9,
        })
  return parseSeed({
    users: [...company.users, ...others].map(user => ({ ...user, password_hash: cheapHash(user.password) })),
    schedules: [...company.schedules, ...oddSchedules],
  })
}

/** A hash that costs next to nothing to verify, so that wrong passwords don't slow the stories down. */
export function cheapHash(password: string): string {
  const salt = randomBytes(16)
  const bytes = Buffer.from(password)
  // As the server does, for scrypt takes no notice of zeros at the end.
  const key = scryptSync(
    password.endsWith('\0') ? Buffer.concat([bytes, Buffer.of(0xff)]) : bytes,
    salt,
    32,
    {
      N: 2,
      r: 8,
      p: 1,
    },
  )
  const text = (part: Buffer) => part.toString('base64').replace(/=+$/, '')
  return `$scrypt$ln=1,r=8,p=1$${text(salt)}$${text(key)}`
}
