/*
 * Whether a client that has no connection yet is served while others keep the server busy.
 */

import { atMost, milliseconds, percentile } from '../bench/line.js'
import { basicHeaders, owner } from '../processes/data.js'
import type { Attack, Measured, Verdict } from './attack.js'
import { type Barrage, fire } from './hostile.js'

const { authorization } = basicHeaders(owner)

const anonymous = 'GET /v1/users/me HTTP/1.1\r\nHost: x\r\n\r\n'

function search(): string {
  const offset = Math.floor(Math.random() * 50_000)
  const query = `limit=20&offset=${offset}&time_min=1990-01-01&time_max=2050-12-31`
  return `GET /v1/schedules/one/bookings?${query} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`
}

const searches = () => Array.from({ length: 50 }, search).join('')

const unknown = JSON.stringify(Object.fromEntries(Array.from({ length: 70_000 }, (_, key) => [`k${key}`, 1])))
const unknownKeys = Buffer.from(
  `PUT /v1/users/me HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Length: ${unknown.length}\r\n\r\n${unknown}`,
)

function verdicts({ attacked, quiet }: Measured): Verdict[] {
  const of = (what: string, share: number, goal: number) => ({
    what: `${what} of a new connection`,
    value: percentile(attacked.times, share),
    quiet: percentile(quiet.times, share),
    show: milliseconds,
    goal: atMost(goal),
  })
  return [of('median', 0.5, 500), of('slowest response', 1, 1_500)]
}

const attack = (named: Pick<Attack, 'name' | 'title'> & Partial<Attack>, barrage: Barrage): Attack => ({
  bookings: 1_000,
  ...named,
  opensConnections: true,
  run: (target, count) => fire(target, barrage, count),
  verdicts,
})

/** Below the limit for one address. */
const connections = 980

export const newClientAttacks: readonly Attack[] = [
  attack(
    { name: 'reconnecting', title: '980 connections send 50 requests each, and connect again' },
    { connections, text: () => anonymous.repeat(50), responses: 50, reconnects: true },
  ),
  attack(
    { name: 'pipelining', title: '980 connections send 50 requests each, again and again', isLong: true },
    { connections, text: () => anonymous.repeat(50), responses: 50 },
  ),
  attack(
    { name: 'addresses', title: '2,100 connections from as many addresses, which connect again' },
    {
      connections: 2_100,
      text: () => anonymous.repeat(50),
      responses: 50,
      reconnects: true,
      addressOf: index => `127.1.${index >> 8}.${index & 255}`,
    },
  ),
  attack(
    { name: 'unknown-keys', title: '980 connections send 70,000 unknown fields each' },
    { connections, text: () => unknownKeys, responses: 1, reconnects: true },
  ),
  attack(
    {
      name: 'searches',
      title: '980 connections search 100,000 bookings, which lie far apart',
      bookings: 100_000,
      layout: 'apart',
    },
    { connections, text: searches, responses: 50, reconnects: true },
  ),
  attack(
    {
      name: 'neighbours',
      title: '980 connections search from two addresses of the network of the normal client',
      bookings: 100_000,
      layout: 'apart',
    },
    {
      ...{ connections, text: searches, responses: 50, reconnects: true },
      addressOf: index => `127.0.1.${index % 2}`,
    },
  ),
]
