/**
 * Whether response times reveal what responses hide: whether a schedule exists, and whether an address has an account. Both
 * variants of a question are sent in turns, in random order, over HTTP, with real password hashes. Prints medians in
 * milliseconds. The noise is the difference that 95 of 100 random shuffles of the times stay below; p says how often
 * chance alone gives the difference found.
 *
 *     npm run build && node dist/proof/bench/secrecy.bench.js
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { startServer } from '../../server/index.js'
import { hashPassword } from '../../server/passwords/hash.js'
import { basic } from '../../server/testing/scene.js'
import { median, percentile, print, shuffled } from './measure.js'

const people = ['owner', 'stranger'].map(name => ({
  email: `${name}@example.test`,
  password: `password of ${name}`,
}))
const [owner, stranger] = people as [(typeof people)[0], (typeof people)[0]]
/** An account with a full hash; those of the others are quick. */
const settled = { email: 'owned@example.test', password: 'password of owned' }

interface Question {
  name: string
  turns: number
  /** How many equal requests are sent at once (default: 1). */
  atOnce?: number
  /** The path and credentials of each variant, which may differ in each turn. */
  one(turn: number): { path: string; authorization: string }
  other(turn: number): { path: string; authorization: string }
}

const bookings = (schedule: string, more = '') => ({
  path: `/v1/schedules/${schedule}/bookings${more}`,
  authorization: basic(stranger.email, stranger.password),
})
const login = (email: string, turn: number) => ({
  path: '/v1/users/me',
  // Repeating the same wrong password is not throttled.
  authorization: basic(email, `wrong-${Math.floor(turn / 1_000)}`),
})

/** The turns of quick questions; an argument gives another number. */
const long = Number(process.argv[2]) || 8_000

const questions: readonly Question[] = [
  // The third compares a question with itself and shows the effect of chance.
  ...(
    [
      ['not theirs / no such schedule, list', bookings('theirs'), bookings('absent')],
      ['not theirs / no such schedule, one', bookings('theirs', '/1'), bookings('absent', '/1')],
      ['no such schedule / no such schedule', bookings('esthei'), bookings('absent')],
    ] as const
  ).map(([name, one, other]) => ({ name, turns: long, one: () => one, other: () => other })),
  ...[
    { name: 'wrong password of quick / unknown', one: owner.email, other: 'owneR@example.invalid' },
    { name: 'wrong password of full / unknown', one: settled.email, other: 'owneD@example.invalid' },
    { name: 'wrong password of quick / of full', one: owner.email, other: settled.email },
  ].map(({ name, one, other }) => ({
    name,
    turns: 150,
    one: (turn: number) => login(one, turn),
    other: (turn: number) => login(other, turn),
  })),
  {
    name: 'of quick / unknown, 8 at once',
    turns: 40,
    atOnce: 8,
    one: turn => login(owner.email, turn),
    other: turn => login('owneR@example.invalid', turn),
  },
]

async function serve(): Promise<void> {
  const { url } = await startServer({
    seed: {
      users: [
        ...people,
        { ...settled, password_hash: await hashPassword(settled.password, { ln: 15, r: 8, p: 1 }) },
      ],
      schedules: [
        {
          id: 'theirs',
          owner: owner.email,
          resources: [{ name: 'Room' }],
          bookings: Array.from({ length: 1_000 }, (_, index) => ({
            resource: 'Room',
            title: `Booking ${index}`,
            start: '2026-11-21 14:30',
            end: '2026-11-21 15:30',
          })),
        },
        { id: 'own', owner: stranger.email },
      ],
    },
    requestRateLimit: 1e9,
  })
  process.send?.(url)
}

/** The difference of the medians that chance explains, and how often chance gives the difference found. */
function noiseOf(
  one: readonly number[],
  other: readonly number[],
  found: number,
): { noise: number; p: number } {
  const all = [...one, ...other]
  const chances = Array.from({ length: 500 }, () => {
    const mixed = shuffled(all)
    return Math.abs(median(mixed.slice(0, one.length)) - median(mixed.slice(one.length)))
  })
  const p = chances.filter(each => each >= Math.abs(found)).length / chances.length
  return { noise: percentile(chances, 0.95), p }
}

async function compare(pool: Pool, { name, turns, atOnce = 1, ...asked }: Question): Promise<void> {
  async function time(side: 'one' | 'other', turn: number): Promise<number> {
    const { path, authorization } = asked[side](turn)
    const begin = performance.now()
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        const { statusCode, body } = await pool.request({ path, method: 'GET', headers: { authorization } })
        const text = await body.text()
        if (statusCode !== 404 && statusCode !== 401)
          throw new Error(`${path} was answered ${statusCode} ${text}`)
      }),
    )
    return performance.now() - begin
  }

  const times = { one: [] as number[], other: [] as number[] }
  for (let turn = 0; turn < turns + turns / 10; turn++) {
    for (const side of shuffled(['one', 'other'] as const)) {
      const took = await time(side, turn)
      if (turn >= turns / 10) times[side].push(took)
    }
  }
  const [left, right] = [median(times.one), median(times.other)]
  const { noise, p } = noiseOf(times.one, times.other, left - right)
  const cells = [left, right, left - right, noise].map(value => value.toFixed(4).padStart(11))
  print(`${name.padEnd(38)}${cells.join('')}${p.toFixed(3).padStart(8)}`)
}

if (process.argv[2] === 'serve') await serve()
else {
  const server = fork(fileURLToPath(import.meta.url), ['serve'])
  const [url] = await once(server, 'message')
  const pool = new Pool(url, { connections: 16 })
  // Log both in first, so that their passwords are cached.
  for (const { email, password } of people) {
    const headers = { authorization: basic(email, password) }
    await (await pool.request({ path: '/v1/users/me', method: 'GET', headers })).body.dump()
  }
  const heads = ['one', 'other', 'difference', 'noise'].map(head => head.padStart(11))
  print(`${''.padEnd(38)}${heads.join('')}${'p'.padStart(8)}`)
  for (const question of questions) await compare(pool, question)
  await pool.destroy()
  server.kill()
}
