/*
 * Connections and half-sent requests without credentials.
 */
import type { Attack, Count, Target } from '../attack.js'
import { keepConnections } from '../hostile.js'
import { latency } from '../latency.js'

const flood =
  (text: string, { quick: few, full }: { quick: number; full: number }) =>
  (target: Target, count: Count) =>
    keepConnections(target, { connections: target.quick ? few : full, text }, count)

const attack = (
  name: string,
  title: string,
  text: string,
  connections = { quick: 2_050, full: 5_000 },
): Attack => ({
  name,
  title,
  bookings: 1_000,
  opensConnections: true,
  run: flood(text, connections),
  verdicts: measured => [latency(measured, 100)],
})

export const connectionAttacks: readonly Attack[] = [
  attack(
    'half-bodies',
    '510 requests whose body does not arrive',
    'PUT /v1/users/me HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n',
    { quick: 510, full: 510 },
  ),
  attack('silent', 'Thousands of silent connections', ''),
  {
    ...attack(
      'half-headers',
      'Thousands of requests whose headers do not end',
      'GET / HTTP/1.1\r\nHost: x\r\nA: ',
    ),
    isLong: true,
  },
  {
    ...attack(
      'half-bodies-many',
      'Thousands of requests whose body does not arrive',
      'POST /v1/schedules/one/bookings HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n',
    ),
    isLong: true,
  },
]
