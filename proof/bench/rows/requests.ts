/*
 * Requests per second: of schedkit and its peers, as ratios to bare node:http.
 */
import { bookingsOfWeek, get, post, sample, totalOf, week } from '../data.js'
import { type Answer, exchange } from '../exchange.js'
import { atLeast, type Goal } from '../line.js'
import type { Bench, Row } from '../row.js'
import { startProcess, startSchedkit } from '../server-process.js'
import { type Contestant, compare, contestHeads } from './contest.js'
import { fastifyArguments, freshDirectory, jsonServerArguments, program } from './peers.js'

const bookings = 1_000

/** What is measured of every server. */
interface Subject extends Pick<Contestant, 'demand' | 'complaint' | 'count'> {
  /** The path for json-server. */
  plainPath: string
}

// biome-ignore lint/suspicious/noExplicitAny: servers respond with different envelopes
const parsed = (text: string): any => JSON.parse(text)
const dataOf = ({ text }: Answer) => parsed(text).data ?? parsed(text)

const isOne = (answer: Answer) => {
  const { title, note } = answer.status === 200 ? dataOf(answer) : {}
  return title === 'Booking 500' && note === sample.note ? undefined : 'not 200 with "Booking 500"'
}
const isCreated = (answer: Answer) => {
  const { id } = answer.status === 201 ? [dataOf(answer)].flat()[0] : {}
  return id > bookings ? undefined : 'not 201 with the id of a new booking'
}
const isList = (answer: Answer, total: number) => {
  const found = answer.status === 200 ? dataOf(answer) : []
  const { total_count = Number(answer.headers['x-total-count']) } = parsed(answer.text).pagination ?? {}
  return found.length === 20 && found[19].note === sample.note && total_count === total
    ? undefined
    : `not 20 of ${total}`
}

const one: Subject = {
  demand: get('/500'),
  plainPath: '/bookings/500',
  complaint: isOne,
}
const list: Subject = {
  demand: get(),
  plainPath: '/bookings?_start=0&_limit=20',
  complaint: answer => isList(answer, bookings),
}
const inWeek: Subject = {
  demand: get(`?${week}&limit=20`),
  plainPath: '/bookings?start_gte=2026-01-02&start_lte=2026-01-09&_start=0&_limit=20',
  complaint: answer => isList(answer, bookingsOfWeek),
}
const create: Subject = {
  demand: post,
  plainPath: '/bookings',
  complaint: isCreated,
  count: url => totalOf(url),
}

/** A server that is measured; none where it is not installed. */
type Competitor = (bench: Bench, subject: Subject) => Promise<Contestant[]>

/** The fixed response is as long as that of the server it is compared with. */
const bare: Competitor = async (bench, { demand }) => {
  const model = await startSchedkit({ seed: await bench.data.seed(bookings) })
  const { text, status } = await exchange(model.url, demand)
  await model.stop()
  const length = String(Buffer.byteLength(text))
  const start = () => startProcess([program('bare'), length, String(status)])
  return [{ name: 'bare node:http', demand, start }]
}

const schedkit =
  ({ onDisk = false, ...goals }: { onDisk?: boolean } & Pick<Contestant, 'goal' | 'against'>): Competitor =>
  async (bench, subject) => {
    const seed = await bench.data.seed(bookings)
    const start = async () => startSchedkit({ seed, ...(onDisk && { data: await freshDirectory(bench) }) })
    return [{ ...subject, name: onDisk ? 'schedkit --data' : 'schedkit', start, ...goals }]
  }

const fastifyName = (synchronous: string) => `Fastify, SQLite ${synchronous}`

const fastify =
  (synchronous: 'NORMAL' | 'FULL'): Competitor =>
  async (bench, subject) => {
    const args = await fastifyArguments(bench, synchronous, await bench.data.seed(bookings))
    return args ? [{ ...subject, name: fastifyName(synchronous), start: () => startProcess(args) }] : []
  }

const jsonServer: Competitor = async (bench, { demand, plainPath, complaint, count }) => {
  const args = await jsonServerArguments(bench, await bench.data.seed(bookings))
  if (!args) return []
  const total = { ...get(), path: '/bookings?_start=0&_limit=1' }
  return [
    {
      name: 'json-server',
      demand: { ...demand, path: plainPath },
      complaint,
      count: count && (url => totalOf(url, total)),
      start: () => startProcess(args),
    },
  ]
}

const row = (name: string, title: string, subject: Subject, competitors: readonly Competitor[]): Row => ({
  name,
  title,
  heads: contestHeads('to bare node:http'),
  async measure(bench) {
    const contestants: Contestant[] = []
    for (const competitor of competitors) contestants.push(...(await competitor(bench, subject)))
    return compare(bench, contestants)
  },
})

const unlessQuick =
  (competitor: Competitor): Competitor =>
  async (bench, subject) =>
    bench.quick ? [] : competitor(bench, subject)

const reads = (name: string, title: string, subject: Subject, goal: Goal): Row =>
  row(name, title, subject, [
    ...[bare, schedkit({ goal }), unlessQuick(schedkit({ onDisk: true })), fastify('NORMAL')],
    unlessQuick(jsonServer),
  ])

export const requestRows: readonly Row[] = [
  reads('one', 'GET one booking', one, atLeast(0.7)),
  reads('list', 'GET a list of 20', list, atLeast(0.3)),
  reads('window', 'GET 20 bookings of a week', inWeek, atLeast(0.2)),
  row('post', 'POST a booking', create, [
    ...[bare, schedkit({ goal: atLeast(0.4) }), fastify('NORMAL'), unlessQuick(jsonServer)],
  ]),
  row('post-data', 'POST, kept on disk', create, [
    bare,
    schedkit({ onDisk: true, against: { name: fastifyName('FULL'), goal: atLeast(4) } }),
    fastify('FULL'),
  ]),
  {
    name: 'log',
    title: 'Log and control interface',
    heads: contestHeads('to --log off'),
    async measure(bench) {
      const { demand, complaint } = one
      const seed = await bench.data.seed(bookings)
      return compare(bench, [
        { name: '--log off', demand, complaint, start: () => startSchedkit({ seed }) },
        {
          name: '--log pretty, --control',
          demand,
          complaint,
          start: () => startSchedkit({ seed, log: 'pretty', 'control-token': 'bench' }),
          goal: atLeast(0.85),
        },
      ])
    },
  },
]
