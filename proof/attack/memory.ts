/*
 * Responses that nobody reads, or only slowly.
 */

import { atMost, megabytes } from '../bench/line.js'
import { basicHeaders, owner } from '../processes/data.js'
import { type Attack, latency } from './attack.js'
import { type Flood, keepConnections } from './hostile.js'

const { authorization } = basicHeaders(owner)
const requestOf = (query: string) =>
  `GET /v1/schedules/one/bookings?${query} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`

type Unread = Pick<Attack, 'name' | 'title' | 'bookings' | 'isLong' | 'onMock'> & Partial<Flood>

const attack = ({
  connections = 60,
  text = requestOf('limit=0'),
  reading = 'never',
  ...rest
}: Unread): Attack => ({
  ...rest,
  run: (target, count) => keepConnections(target, { connections, text, reading }, count),
  verdicts: ({ peak }) => [{ what: 'peak memory', value: peak, show: megabytes, goal: atMost(300) }],
})

/** Documents need no credentials. The server parses all that arrives; the normal client waits for that, but no longer. */
function withoutCredentials(path: string, named: Pick<Attack, 'name' | 'title' | 'isLong'>): Attack {
  const text = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(40)
  const { verdicts, ...rest } = attack({ ...named, bookings: 1_000, connections: 300, text })
  return {
    ...rest,
    opensConnections: true,
    verdicts: measured => [...verdicts(measured), latency(measured, 1_000)],
  }
}

const large = { bookings: 100_000 }
const many = { bookings: 10_000, connections: 490, isLong: true }
const pipelined = (lists: number) => ({
  ...{ bookings: 10_000, connections: 200 },
  text: requestOf('limit=100').repeat(lists),
})

export const memoryAttacks: readonly Attack[] = [
  attack({ name: 'unread', title: '60 responses of 100,000 bookings that are not read', ...large }),
  attack({ name: 'unread-many', title: '490 responses of 10,000 bookings that are not read', ...many }),
  attack({
    name: 'unread-pipelined',
    title: '200 connections with 200 lists each that are not read',
    ...pipelined(200),
  }),
  withoutCredentials('/openapi.json', {
    name: 'unread-documents',
    title: '300 connections with 40 documents each that are not read',
  }),
  withoutCredentials('/docs/swagger-ui-bundle.js', {
    name: 'unread-docs',
    title: '300 connections with 40 scripts each that are not read',
    isLong: true,
  }),
  attack({
    name: 'unread-queued',
    title: '200 connections with 100 lists each that are not read',
    ...pipelined(100),
    isLong: true,
  }),
  attack({
    name: 'slow-readers',
    title: '60 responses of 100,000 bookings that are read slowly',
    ...large,
    reading: 'slow',
    isLong: true,
  }),
  attack({
    name: 'unread-mock',
    title: 'The mock: 490 responses of 10,000 bookings that are not read',
    ...many,
    onMock: true,
  }),
]
