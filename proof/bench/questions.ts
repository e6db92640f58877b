/*
 * The requests to servers, and what their responses must contain. Pages and weeks are random, because a response that is
 * requested again and again comes from a cache.
 */

import { basicHeaders, bookingsPath, bookingsPerDay, owner, sample } from '../processes/data.js'
import type { Answer } from '../processes/exchange.js'
import type { Question } from './contest.js'

const headers = basicHeaders(owner)
const many = 5_000
const random = (from: number, until: number) => Math.floor(from + Math.random() * (until - from))

const readData = ({ text }: Answer) => JSON.parse(text).data

type Complaint = NonNullable<Question['complaint']>

const get = (paths: readonly string[], complaint: Complaint): Question => ({
  demand: { method: 'GET', paths, headers },
  complaint,
})

const isList =
  (total: number, first?: number) =>
  ({ status, text }: Answer): string | undefined => {
    const { data, pagination } = status === 200 ? JSON.parse(text) : { data: [] }
    const isRight = data.length === 20 && data[19].note === sample.note && pagination.total_count === total
    return isRight && (first === undefined || data[0].id === first) ? undefined : `not 20 of ${total}`
  }

/** A random booking. */
export function one(bookings: number): Question {
  const id = bookings / 2
  const complaint = (answer: Answer) => {
    const { title, note } = answer.status === 200 ? readData(answer) : {}
    return title === `Booking ${id}` && note === sample.note ? undefined : `not 200 with "Booking ${id}"`
  }
  return get([`${bookingsPath}/${id}`], complaint)
}

/** 20 bookings from a random offset, which is at least this share of the total. */
export function page(bookings: number, share = 0): Question {
  const from = bookings * share
  const offsets = [from, ...Array.from({ length: many }, () => random(from, bookings - 20))]
  return get(
    offsets.map(offset => `${bookingsPath}?offset=${offset}&limit=20`),
    isList(bookings, from + 1),
  )
}

const day = 86_400_000
const firstDay = Date.UTC(2026, 0, 1)
const text = (time: number) => new Date(time).toISOString().slice(0, 16)

/** Minutes from the second day on, so that some bookings lie before all of them. */
const minutes = (days: number) => [
  firstDay + day,
  ...Array.from({ length: many }, () => firstDay + day + random(0, days * 1_440) * 60_000),
]

/** The first 20 bookings of a week that begins at a random minute. */
export const week = (bookings: number): Question =>
  get(
    minutes(bookings / bookingsPerDay - 9).map(
      start => `${bookingsPath}?time_min=${text(start)}&time_max=${text(start + 7 * day)}&limit=20`,
    ),
    isList(7 * bookingsPerDay),
  )

/** The first 20 bookings from a random minute on. */
export const openWindow = (bookings: number): Question =>
  get(
    minutes(bookings / bookingsPerDay / 5).map(start => `${bookingsPath}?time_min=${text(start)}&limit=20`),
    isList(bookings - bookingsPerDay, bookingsPerDay + 1),
  )

/** A new booking. */
export function create(bookings: number): Question {
  const complaint = (answer: Answer) => {
    const { id } = answer.status === 201 ? readData(answer)[0] : {}
    return id > bookings ? undefined : 'not 201 with the id of a new booking'
  }
  const demand = {
    method: 'POST' as const,
    paths: [bookingsPath],
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ resource_id: 1, ...sample }),
  }
  return { demand, complaint }
}
