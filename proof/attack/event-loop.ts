/*
 * One account that keeps the server busy.
 */

import { atMost, milliseconds } from '../bench/line.js'
import { basicHeaders, owner } from '../processes/data.js'
import type { Sent } from '../processes/exchange.js'
import { type Attack, type Count, latency, type Measured, type Target, type Verdict } from './attack.js'
import { loop } from './hostile.js'

const bookings = 100_000
const path = '/v1/schedules/one/bookings'
const headers = { ...basicHeaders(owner), 'content-type': 'application/json' }

const p99 = (measured: Measured): Verdict[] => [latency(measured, 50)]
const slowestRead = ({ attacked, quiet }: Measured): Verdict[] => [
  {
    what: 'slowest read of the normal client',
    value: Math.max(0, ...attacked.reads),
    quiet: Math.max(0, ...quiet.reads),
    show: milliseconds,
    goal: atMost(300),
  },
]

const read = (query: string, connections: number) => (target: Target, count: Count) =>
  loop(target, { connections, next: () => ({ method: 'GET', path: `${path}?${query}`, headers }) }, count)

const change = (connections: number) => (target: Target, count: Count) => {
  let turn = 0
  const next = () => ({ method: 'PUT', path, headers, body: JSON.stringify({ title: `Changed ${turn++}` }) })
  return loop(target, { connections, next }, count)
}

/** Long strings where a short one belongs; parsing them must not take quadratic time. */
const longTexts: readonly Sent[] = [
  { method: 'POST', path, headers, body: JSON.stringify({ start: 'T0000'.repeat(20_000) }) },
  {
    ...{ method: 'PUT', path: '/v1/users/me?token=1', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify(Array.from({ length: 3_000 }, (_, index) => ({ pw: `secret-${index}` }))),
  },
  { method: 'GET', path: '/docs', headers: { 'if-none-match': `a${' '.repeat(15_000)}b` } },
]

const sendInTurn = (requests: readonly Sent[]) => (target: Target, count: Count) => {
  let turn = 0
  const next = () => requests[turn++ % requests.length] as Sent
  return loop(target, { connections: 4, next }, count)
}

export const eventLoopAttacks: readonly Attack[] = [
  {
    name: 'lists',
    title: '50 lists of 100,000 bookings at once',
    bookings,
    run: read('limit=0', 50),
    verdicts: p99,
  },
  {
    name: 'ids',
    title: '8 lists of 100,000 ids at once',
    bookings,
    isLong: true,
    run: read('limit=0&fields=id', 8),
    verdicts: p99,
  },
  {
    name: 'filters',
    title: '16 filters over 100,000 bookings at once',
    bookings,
    run: read('limit=1&offset=99000&time_min=2026-01-01', 16),
    verdicts: p99,
  },
  {
    name: 'texts',
    title: 'Times, bodies and headers that are too long',
    bookings: 20,
    run: sendInTurn(longTexts),
    verdicts: slowestRead,
  },
  {
    name: 'bulk',
    title: 'Changes of 100,000 bookings, one after the other',
    bookings,
    run: change(1),
    verdicts: slowestRead,
  },
  {
    name: 'bulk-parallel',
    title: '8 changes of 100,000 bookings at once',
    bookings,
    isLong: true,
    run: change(8),
    verdicts: slowestRead,
  },
]
