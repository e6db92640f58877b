/*
 * What servers are asked, and what must be in their responses. Pages and weeks are random, because a response that is asked
 * for again and again comes from a cache.
 */

import { basicHeaders, bookingsPath, bookingsPerDay, owner, sample } from '../processes/data.js'
import type { Answer } from '../processes/exchange.js'
import type { Question } from './contest.js'

const headers = basicHeaders(owner)
const many = 5_000
const random = (from: number, until: number) => Math.floor(from + Math.random() * (until - from))

// biome-ignore lint/suspicious/noExplicitAny: servers respond with different envelopes
const parsed = (text: string): any => JSON.parse(text)
const readData = ({ text }: Answer) => parsed(text).data ?? parsed(text)

type Complaint = NonNullable<Question['complaint']>

const get = (paths: readonly string[], complaint: Complaint): Question => ({
  demand: { method: 'GET', paths, headers },
  complaint,
})

const isList =
  (total: number, first?: number) =>
  ({ status, text, headers }: Answer): string | undefined => {
    const { data = parsed(text), pagination } = status === 200 ? parsed(text) : { data: [] }
    const counted = pagination?.total_count ?? Number(headers['x-total-count'])
    const isRight = data.length === 20 && data[19].note === sample.note && counted === total
    return isRight && (first === undefined || data[0].id === first) ? undefined : `not 20 of ${total}`
  }

/** The same question for schedkit and Fastify, and for json-server, which has other queries. */
interface Questions {
  ours: Question
  jsonServer: Question
}

const both = (
  complaint: Complaint,
  pages: readonly (readonly [ours: string, jsonServer: string])[],
): Questions => ({
  ours: get(
    pages.map(([query]) => bookingsPath + query),
    complaint,
  ),
  jsonServer: get(
    pages.map(([, query]) => `/bookings${query}`),
    complaint,
  ),
})

/** One of the bookings. */
export function one(bookings: number): Questions {
  const id = bookings / 2
  const complaint = (answer: Answer) => {
    const { title, note } = answer.status === 200 ? readData(answer) : {}
    return title === `Booking ${id}` && note === sample.note ? undefined : `not 200 with "Booking ${id}"`
  }
  return both(complaint, [[`/${id}`, `/${id}`]])
}

/** 20 bookings from a random offset on, which is at least this share of all. */
export function page(bookings: number, share = 0): Questions {
  const from = bookings * share
  const offsets = [from, ...Array.from({ length: many }, () => random(from, bookings - 20))]
  return both(
    isList(bookings, from + 1),
    offsets.map(offset => [`?offset=${offset}&limit=20`, `?_start=${offset}&_limit=20`]),
  )
}

const day = 86_400_000
const firstDay = Date.UTC(2026, 0, 1)
const text = (time: number) => new Date(time).toISOString().slice(0, 16)

/** Minutes from the second day on, so that some bookings are earlier. */
const minutes = (days: number) => [
  firstDay + day,
  ...Array.from({ length: many }, () => firstDay + day + random(0, days * 1_440) * 60_000),
]

/** The first 20 bookings of a week that begins at a random minute. */
export const week = (bookings: number): Questions =>
  both(
    isList(7 * bookingsPerDay),
    minutes(bookings / bookingsPerDay - 9).map(start => {
      const [from, until] = [text(start), text(start + 7 * day)]
      return [
        `?time_min=${from}&time_max=${until}&limit=20`,
        `?start_gte=${from}&start_lte=${until}&_start=0&_limit=20`,
      ]
    }),
  )

/** The first 20 bookings from a random minute on. */
export const openWindow = (bookings: number): Question =>
  get(
    minutes(bookings / bookingsPerDay / 5).map(start => `${bookingsPath}?time_min=${text(start)}&limit=20`),
    isList(bookings - bookingsPerDay, bookingsPerDay + 1),
  )

/** A new booking. */
export function create(bookings: number): Questions {
  const complaint = (answer: Answer) => {
    const { id } = answer.status === 201 ? [readData(answer)].flat()[0] : {}
    return id > bookings ? undefined : 'not 201 with the id of a new booking'
  }
  const demand = {
    method: 'POST' as const,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ resource_id: 1, ...sample }),
  }
  async function countAll(url: string): Promise<number> {
    const response = await fetch(`${url}/bookings?_start=0&_limit=1`)
    await response.text()
    return Number(response.headers.get('x-total-count'))
  }
  return {
    ours: { demand: { ...demand, paths: [bookingsPath] }, complaint },
    jsonServer: { demand: { ...demand, paths: ['/bookings'] }, complaint, count: countAll },
  }
}
