/**
 * Whether the time of an answer tells an outsider what the answer itself does not: whether there is a schedule that is
 * not theirs, and whether an address has an account. Both questions are asked by turns, in a random order, over HTTP,
 * with passwords hashed as they are in earnest. Medians in milliseconds; the noise is what the difference of the
 * medians comes to when the answers are shuffled: 95 of 100 times it is smaller. p tells how often it is as large by chance.
 *
 *     npm run build && node dist/proof/bench/secrecy.bench.js
 */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { startServer } from '../../server/index.js'
import { basic } from '../../server/testing/scene.js'

const people = ['owner', 'stranger'].map(name => ({
  email: `${name}@example.test`,
  password: `password of ${name}`,
}))
const [owner, stranger] = people as [(typeof people)[0], (typeof people)[0]]

interface Question {
  name: string
  turns: number
  /** How many of the same question come at once; one by default. */
  atOnce?: number
  /** What is asked, by its path and credentials; each turn may take other ones. */
  one(turn: number): { path: string; authorization: string }
  other(turn: number): { path: string; authorization: string }
}

const bookings = (schedule: string, more = '') => ({
  path: `/v1/schedules/${schedule}/bookings${more}`,
  authorization: basic(stranger.email, stranger.password),
})
const login = (email: string, turn: number) => ({
  path: '/v1/users/me',
  // Whoever repeats the same wrong password does not have to wait.
  authorization: basic(email, `wrong-${Math.floor(turn / 1_000)}`),
})

const questions: readonly Question[] = [
  // The third asks for the same twice, and shows what chance looks like.
  {
    name: 'not theirs / no such schedule, list',
    turns: 8_000,
    one: () => bookings('theirs'),
    other: () => bookings('absent'),
  },
  {
    name: 'not theirs / no such schedule, one',
    turns: 8_000,
    one: () => bookings('theirs', '/1'),
    other: () => bookings('absent', '/1'),
  },
  {
    name: 'no such schedule / no such schedule',
    turns: 8_000,
    one: () => bookings('esthei'),
    other: () => bookings('absent'),
  },
  {
    name: 'wrong password / unknown address',
    turns: 150,
    one: turn => login(owner.email, turn),
    other: turn => login('owneR@example.invalid', turn),
  },
  {
    name: 'the same, 8 at once',
    turns: 40,
    atOnce: 8,
    one: turn => login(owner.email, turn),
    other: turn => login('owneR@example.invalid', turn),
  },
]

async function serve(): Promise<void> {
  const { url } = await startServer({
    seed: {
      users: people,
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

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

function shuffled<Item>(items: readonly Item[]): Item[] {
  const copy = [...items]
  for (let last = copy.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1))
    ;[copy[last], copy[other]] = [copy[other] as Item, copy[last] as Item]
  }
  return copy
}

/** How large the difference of the medians is by chance, and how often it is as large as that which was found. */
function noiseOf(
  one: readonly number[],
  other: readonly number[],
  found: number,
): { noise: number; p: number } {
  const all = [...one, ...other]
  const chances = Array.from({ length: 500 }, () => {
    const mixed = shuffled(all)
    return Math.abs(median(mixed.slice(0, one.length)) - median(mixed.slice(one.length)))
  }).sort((a, b) => a - b)
  const p = chances.filter(each => each >= Math.abs(found)).length / chances.length
  return { noise: chances[Math.floor(chances.length * 0.95)] ?? Number.NaN, p }
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
  process.stdout.write(`${name.padEnd(38)}${cells.join('')}${p.toFixed(3).padStart(8)}\n`)
}

if (process.argv[2] === 'serve') await serve()
else {
  const server = fork(fileURLToPath(import.meta.url), ['serve'])
  const url = await new Promise<string>(resolve =>
    server.once('message', message => resolve(String(message))),
  )
  const pool = new Pool(url, { connections: 16 })
  // Both have logged in before: their passwords are remembered.
  for (const { email, password } of people) {
    const headers = { authorization: basic(email, password) }
    await (await pool.request({ path: '/v1/users/me', method: 'GET', headers })).body.dump()
  }
  const heads = ['one', 'other', 'difference', 'noise'].map(head => head.padStart(11))
  process.stdout.write(`${''.padEnd(38)}${heads.join('')}${'p'.padStart(8)}\n`)
  for (const question of questions) await compare(pool, question)
  await pool.destroy()
  server.kill()
}
