/*
 * The data of benchmarks and attacks: one schedule of one account, in seed files and data directories.
 */
import { createWriteStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { basicAuth } from '../requests/credentials.js'
import { exchange } from './exchange.js'
import { startSchedkit } from './server-process.js'

/** The owner of the schedule "one", with the bookings. */
export const owner = 'ada@example.test'
export const password = 'secret-password'
export const sizeText = (bookings: number): string => `${bookings.toLocaleString('en')} bookings`

export const bookingsPerDay = 40
const day = 86_400_000
const first = Date.UTC(2026, 0, 1, 8)
const local = (time: number) => new Date(time).toISOString().slice(0, 16).replace('T', ' ')

/** The booking that a benchmark creates, whose members all other bookings have too. */
export const sample = {
  title: 'Booking',
  start: '2026-03-02 09:00',
  end: '2026-03-02 10:30',
  color_bk: '#D8F3DC',
  note: 'Bring the plans of the second floor,\nand the samples that came on Friday. '.repeat(2).slice(0, 140),
  link: 'https://example.com/rooms/1',
}

/** How the bookings of a seed are spread: one day after the other, or half of them sixty years after the rest. */
export type Layout = 'days' | 'apart'

const apart = [Date.UTC(1990, 0, 1, 8), Date.UTC(2050, 0, 1, 8)]

function bookingText(index: number, resource: string, layout: Layout): string {
  const begin =
    layout === 'days' ? first + Math.floor(index / bookingsPerDay) * day : (apart[index % 2] as number)
  const start = begin + (index % bookingsPerDay) * 900_000
  return JSON.stringify({
    ...sample,
    resource,
    title: `Booking ${index + 1}`,
    start: local(start),
    end: local(start + 1_800_000),
  })
}

const user = (email: string) => ({
  email,
  password,
  timezone: 'Europe/Berlin',
  firstname: 'Ada',
})

/** The first of the other accounts owns the schedule "two". */
function* seedParts(bookings: number, others: readonly string[], layout: Layout): Generator<string> {
  const schedules = [
    { id: 'one', owner, bookings, resources: ['Red', 'Blue'] },
    ...others
      .slice(0, 1)
      .map(other => ({ id: 'two', owner: other, bookings: 20, resources: ['Green', 'Brown'] })),
  ]
  yield `{"users":${JSON.stringify([owner, ...others].map(user))},"schedules":[`
  for (const [place, { id, owner, resources, bookings }] of schedules.entries()) {
    const named = resources.map(name => ({ name }))
    yield `${place > 0 ? ',' : ''}{"id":"${id}","owner":"${owner}","resources":${JSON.stringify(named)},"bookings":[\n`
    for (let index = 0; index < bookings; index++) {
      yield `${index > 0 ? ',\n' : ''}${bookingText(index, resources[index % 2] ?? '', layout)}`
    }
    yield ']}\n'
  }
  yield ']}\n'
}

export const basicHeaders = (email: string): Record<string, string> => ({
  authorization: basicAuth(email, password),
})

/** The path of the list of bookings. */
export const bookingsPath = '/v1/schedules/one/bookings'

/** The total number of bookings. */
export async function countBookings(url: string): Promise<number> {
  const sent = { method: 'GET', path: `${bookingsPath}?limit=1`, headers: basicHeaders(owner) }
  const { text } = await exchange(url, sent)
  return JSON.parse(text).pagination?.total_count
}

/** Creates files when they are first requested. */
export interface Data {
  /** The directory for these and all other files. */
  directory: string
  /** A seed file with this number of bookings. */
  seedFile(bookings: number, layout?: Layout): Promise<string>
  /** A data directory with this number of bookings. */
  dataDirectory(bookings: number, layout?: Layout): Promise<string>
}

/** @param others addresses of further accounts */
export function createData(
  directory: string,
  tell: (what: string) => void,
  others: readonly string[] = [],
): Data {
  async function seedFile(bookings: number, layout: Layout = 'days'): Promise<string> {
    const file = join(directory, `${bookings}-${layout}.json`)
    if (!existsSync(file)) {
      await pipeline(Readable.from(seedParts(bookings, others, layout)), createWriteStream(file))
    }
    return file
  }

  async function dataDirectory(bookings: number, layout: Layout = 'days'): Promise<string> {
    const data = join(directory, `kept-${bookings}-${layout}`)
    if (!existsSync(data)) {
      tell(`storing ${sizeText(bookings)}`)
      const server = await startSchedkit({ seed: await seedFile(bookings, layout), data })
      await server.stop()
    }
    return data
  }
  return { directory, seedFile, dataDirectory }
}
