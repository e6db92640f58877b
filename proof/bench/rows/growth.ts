/*
 * What the number of bookings costs: a page far behind, a total, a response with all of them, a seed.
 */
import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { bookingsBefore, count, get, openWindow, sizes, totalOf } from '../data.js'
import { type Answer, exchange } from '../exchange.js'
import { atMost, type Line, megabytes, milliseconds, ratioLine } from '../line.js'
import { cpuSeconds, peakMemory, resetPeakMemory, residentMemory } from '../machine.js'
import { median } from '../measure.js'
import type { Bench, Row } from '../row.js'
import { startSchedkit } from '../server-process.js'
import { contend, contestOf, type Running } from './contest.js'

const serveKept = async ({ data }: Bench, bookings: number) =>
  startSchedkit({ seed: await data.seed(1), data: await data.kept(bookings) })

const millisecondsOf = ({ samples }: Running) => samples.map(({ rate }) => 1000 / rate)

function linesOf(running: readonly Running[]): Line[] {
  const [base] = running
  const first = base ? millisecondsOf(base) : []
  return running.flatMap(one => {
    const values = millisecondsOf(one)
    const cpu = median(one.samples.map(sample => sample.cpu))
    const line: Line = { name: one.name, values, show: milliseconds, more: `CPU ${cpu.toFixed(0)} us` }
    return one === base ? [line] : [line, ratioLine(base?.name, values, first, atMost(1.5))]
  })
}

/** A list with the same response at any size. */
interface Page {
  name: string
  title: string
  query(bookings: number): string
  /** The id of its first booking, and its total. */
  first(bookings: number): number
  total(bookings: number): number
}

function complaintOf(page: Page, bookings: number, { status, text }: Answer): string | undefined {
  const { data, pagination } = JSON.parse(text)
  const isRight =
    status === 200 &&
    data.length === 20 &&
    data[0].id === page.first(bookings) &&
    pagination.total_count === page.total(bookings)
  return isRight ? undefined : `not 20 of ${page.total(bookings)} from id ${page.first(bookings)} on`
}

const pageRow = (page: Page): Row => ({
  name: page.name,
  title: page.title,
  heads: ['time, one connection', ''],
  async measure(bench) {
    // Stored one after the other, before any of them is served.
    for (const bookings of sizes(bench)) await bench.data.kept(bookings)
    const contestants = sizes(bench).map(bookings => ({
      name: count(bookings),
      start: () => serveKept(bench, bookings),
      demand: get(`?${page.query(bookings)}`),
      complaint: (answer: Answer) => complaintOf(page, bookings, answer),
    }))
    const contest = { ...contestOf(bench), connections: 1 }
    const { running, marked } = await contend(bench, contestants, contest)
    return marked(linesOf(running))
  },
})

const offset = pageRow({
  name: 'offset',
  title: '20 from 90 % of all on',
  query: bookings => `offset=${bookings * 0.9}&limit=20`,
  first: bookings => bookings * 0.9 + 1,
  total: bookings => bookings,
})

const openEnded = pageRow({
  name: 'open-window',
  title: '20 of an open-ended window',
  query: () => `${openWindow}&limit=20`,
  first: () => bookingsBefore + 1,
  total: bookings => bookings - bookingsBefore,
})

/** A list without a limit, of which every booking is counted; milliseconds until its first byte. */
async function readAll(
  url: string,
  pause: () => Promise<unknown> | undefined,
  most = Number.POSITIVE_INFINITY,
) {
  const begin = performance.now()
  const { path, headers } = get('?limit=0')
  const [response] = await once(request(url + path, { agent: false, headers }).end(), 'response')
  if (response.statusCode !== 200) {
    response.destroy()
    throw new Error(`limit=0 of all bookings was answered with ${response.statusCode}`)
  }
  const mark = Buffer.from('"start_utc":')
  let [bytes, bookings, rest] = [0, 0, Buffer.alloc(0)]
  let first = Number.NaN
  for await (const chunk of response) {
    if (bytes === 0) first = performance.now() - begin
    bytes += chunk.length
    const text = Buffer.concat([rest, chunk])
    let at = text.indexOf(mark)
    for (; at >= 0; at = text.indexOf(mark, at + 1)) bookings++
    rest = text.subarray(-(mark.length - 1))
    await pause()
    if (performance.now() - begin > most) break
  }
  return { first, bookings }
}

const everything: Row = {
  name: 'all',
  title: 'All bookings in one response',
  heads: ['value', ''],
  async measure(bench) {
    const bookings = bench.quick ? 100_000 : 1_000_000
    await bench.data.kept(bookings)
    const server = await serveKept(bench, bookings)
    try {
      // The first login takes a slow hash, which is no part of a list.
      await exchange(server.url, get('/1'))
      const idle = residentMemory(server.pid)
      const read = await readAll(server.url, () => undefined)
      if (read.bookings !== bookings) throw new Error(`${read.bookings} of ${bookings} bookings were sent`)
      const whole = peakMemory(server.pid)
      resetPeakMemory(server.pid)
      // A response that nobody fetches must not be kept in memory.
      await readAll(server.url, () => wait(50), 3_000)
      const slow = peakMemory(server.pid)
      const more = `${megabytes(idle)} at rest`
      return [
        {
          name: 'first byte',
          more: `of ${count(bookings)}`,
          values: [read.first],
          show: milliseconds,
          goal: atMost(50),
        },
        { name: 'peak memory', values: [whole], show: megabytes, more, goal: atMost(200) },
        { name: 'peak memory, slow reader', values: [slow], show: megabytes, goal: atMost(200) },
      ]
    } finally {
      await server.stop()
    }
  },
}

async function loadSeed(bench: Bench, bookings: number) {
  const seed = await bench.data.seed(bookings)
  bench.tell(`loading ${count(bookings)}`)
  const begin = performance.now()
  const server = await startSchedkit({ seed })
  try {
    const total = await totalOf(server.url)
    const took = performance.now() - begin
    if (total !== bookings) throw new Error(`${total} of ${bookings} bookings were loaded`)
    return { took, peak: peakMemory(server.pid), cpu: `CPU ${cpuSeconds(server.pid).toFixed(1)} s` }
  } finally {
    await server.stop()
  }
}

const seconds = (value: number) => `${(value / 1000).toFixed(1)} s`

const seed: Row = {
  name: 'seed',
  title: 'Seed file to first response',
  heads: ['value', ''],
  async measure(bench) {
    const { took, peak, cpu } = await loadSeed(bench, 100_000)
    const name = count(100_000)
    const lines: Line[] = [
      { name, values: [took], show: seconds, more: cpu, goal: atMost(2_500) },
      { name: '  peak memory', values: [peak], show: megabytes, goal: atMost(200) },
    ]
    if (bench.quick) return lines
    const million = await loadSeed(bench, 1_000_000)
    return [
      ...lines,
      {
        name: count(1_000_000),
        values: [million.took],
        show: seconds,
        more: `${million.cpu}, peak ${megabytes(million.peak)}`,
      },
    ]
  },
}

export const growthRows: readonly Row[] = [offset, openEnded, everything, seed]
