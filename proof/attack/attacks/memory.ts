/*
 * Responses that nobody reads, or only slowly.
 */
import { headersOf, owner } from '../../bench/data.js'
import { atMost, megabytes } from '../../bench/line.js'
import type { Attack } from '../attack.js'
import { type Flood, keepConnections } from '../hostile.js'
import { latency } from '../latency.js'

const { authorization } = headersOf(owner)
const requestOf = (query: string) =>
  `GET /v1/schedules/one/bookings?${query} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`

const attack = (
  name: string,
  title: string,
  bookings: number,
  { reading = 'never', text = requestOf('limit=0'), connections }: Omit<Flood, 'text'> & { text?: string },
): Attack => ({
  name,
  title,
  bookings,
  run: (target, count) => keepConnections(target, { connections, text, reading }, count),
  verdicts: ({ peak }) => [{ what: 'peak memory', value: peak, show: megabytes, goal: atMost(300) }],
})

/** Documents need no credentials. The server parses all that arrives, so the normal client waits for that, and not longer. */
const withoutCredentials = (name: string, title: string, path: string): Attack => {
  const text = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(40)
  const { verdicts, ...rest } = attack(name, title, 1_000, { connections: 300, text })
  return {
    ...rest,
    opensConnections: true,
    verdicts: measured => [...verdicts(measured), latency(measured, 1_000)],
  }
}

const many = { connections: 490 }

export const memoryAttacks: readonly Attack[] = [
  attack('unread', '60 responses of 100,000 bookings that are not read', 100_000, { connections: 60 }),
  {
    ...attack('unread-many', '490 responses of 10,000 bookings that are not read', 10_000, many),
    isLong: true,
  },
  attack('unread-pipelined', '200 connections with 200 lists each that are not read', 10_000, {
    connections: 200,
    text: requestOf('limit=100').repeat(200),
  }),
  withoutCredentials(
    'unread-documents',
    '300 connections with 40 documents each that are not read',
    '/openapi.json',
  ),
  {
    ...withoutCredentials(
      'unread-docs',
      '300 connections with 40 scripts each that are not read',
      '/docs/swagger-ui-bundle.js',
    ),
    isLong: true,
  },
  {
    ...attack('unread-queued', '200 connections with 100 lists each that are not read', 10_000, {
      connections: 200,
      text: requestOf('limit=100').repeat(100),
    }),
    isLong: true,
  },
  {
    ...attack('slow-readers', '60 responses of 100,000 bookings that are read slowly', 100_000, {
      connections: 60,
      reading: 'slow',
    }),
    isLong: true,
  },
  {
    ...attack('unread-mock', 'The mock: 490 responses of 10,000 bookings that are not read', 10_000, many),
    onMock: true,
    isLong: true,
  },
]
