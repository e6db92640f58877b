/*
 * Requests per second: of schedkit and its peers, as ratios to bare node:http.
 */
import { bookingsOfWeek, get, post, sample, totalOf, week } from '../data.js'
import { type Answer, exchange } from '../exchange.js'
import { atLeast, type Goal } from '../line.js'
import type { Demand } from '../load.js'
import type { Bench, Row } from '../row.js'
import { startProcess, startSchedkit } from '../server-process.js'
import { type Contestant, compare, contestHeads } from './contest.js'
import { fastifyArguments, freshDirectory, jsonServerArguments, program } from './peers.js'

const bookings = 1_000

/** What is measured of every server. */
interface Subject {
  demand: Demand
  /** The path for json-server. */
  plainPath: string
  complaint(answer: Answer): string | undefined
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
}

const counting = (demand: Demand, total?: Demand) =>
  demand.method === 'POST' ? { count: (url: string) => totalOf(url, total) } : {}

/** The fixed response is as long as that of the server it is compared with. */
async function bare(bench: Bench, { demand }: Subject): Promise<Contestant> {
  const model = await startSchedkit({ seed: await bench.data.seed(bookings) })
  const { text, status } = await exchange(model.url, demand)
  await model.stop()
  const length = String(Buffer.byteLength(text))
  return {
    name: 'bare node:http',
    demand,
    start: () => startProcess([program('bare'), length, String(status)]),
  }
}

const schedkit = (
  bench: Bench,
  { demand, complaint }: Subject,
  { onDisk = false, ...goals }: { onDisk?: boolean } & Pick<Contestant, 'goal' | 'against'> = {},
): Contestant => ({
  name: onDisk ? 'schedkit --data' : 'schedkit',
  demand,
  complaint,
  ...counting(demand),
  start: async () =>
    startSchedkit({
      seed: await bench.data.seed(bookings),
      ...(onDisk && { data: await freshDirectory(bench) }),
    }),
  ...goals,
})

const fastifyName = (synchronous: string) => `Fastify, SQLite ${synchronous}`

/** Nothing where the peers are not installed. */
async function fastify(
  bench: Bench,
  { demand, complaint }: Subject,
  synchronous: 'NORMAL' | 'FULL',
): Promise<Contestant[]> {
  const args = await fastifyArguments(bench, synchronous, await bench.data.seed(bookings))
  const contestant = { demand, complaint, ...counting(demand) }
  return args ? [{ ...contestant, name: fastifyName(synchronous), start: () => startProcess(args) }] : []
}

/** Too slow to be part of a quick run. */
async function jsonServer(bench: Bench, { demand, plainPath, complaint }: Subject): Promise<Contestant[]> {
  const args = bench.quick ? undefined : await jsonServerArguments(bench, await bench.data.seed(bookings))
  const total = { ...get(), path: '/bookings?_start=0&_limit=1' }
  const contestant = { complaint, demand: { ...demand, path: plainPath }, ...counting(demand, total) }
  return args ? [{ ...contestant, name: 'json-server', start: () => startProcess(args) }] : []
}

const heads = contestHeads('to bare node:http')

const reads = (name: string, title: string, subject: Subject, goal: Goal): Row => ({
  name,
  title,
  heads,
  measure: async bench =>
    compare(bench, [
      await bare(bench, subject),
      schedkit(bench, subject, { goal }),
      ...(bench.quick ? [] : [schedkit(bench, subject, { onDisk: true })]),
      ...(await fastify(bench, subject, 'NORMAL')),
      ...(await jsonServer(bench, subject)),
    ]),
})

export const requestRows: readonly Row[] = [
  reads('one', 'GET one booking', one, atLeast(0.7)),
  reads('list', 'GET a list of 20', list, atLeast(0.3)),
  reads('window', 'GET 20 bookings of a week', inWeek, atLeast(0.2)),
  {
    name: 'post',
    title: 'POST a booking',
    heads,
    measure: async bench =>
      compare(bench, [
        await bare(bench, create),
        schedkit(bench, create, { goal: atLeast(0.4) }),
        ...(await fastify(bench, create, 'NORMAL')),
        ...(await jsonServer(bench, create)),
      ]),
  },
  {
    name: 'post-data',
    title: 'POST, kept on disk',
    heads,
    measure: async bench =>
      compare(bench, [
        await bare(bench, create),
        schedkit(bench, create, {
          onDisk: true,
          against: { name: fastifyName('FULL'), goal: atLeast(4) },
        }),
        ...(await fastify(bench, create, 'FULL')),
      ]),
  },
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
          start: () => startSchedkit({ seed, log: 'pretty', token: 'bench' }),
          goal: atLeast(0.85),
        },
      ])
    },
  },
]
