/*
 * Connections and half-sent requests without credentials.
 */
import { type Attack, latency } from './attack.js'
import { keepConnections } from './hostile.js'

/** @param text what each connection sends */
const attack = (
  named: Pick<Attack, 'name' | 'title' | 'isLong'>,
  text: string,
  connections = { quick: 2_050, full: 5_000 },
): Attack => ({
  ...named,
  bookings: 1_000,
  opensConnections: true,
  run: (target, count) =>
    keepConnections(target, { connections: connections[target.quick ? 'quick' : 'full'], text }, count),
  verdicts: measured => [latency(measured, 100)],
})

export const connectionAttacks: readonly Attack[] = [
  attack(
    { name: 'half-bodies', title: '510 requests whose body does not arrive' },
    'PUT /v1/users/me HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n',
    { quick: 510, full: 510 },
  ),
  attack({ name: 'silent', title: 'Thousands of silent connections' }, ''),
  attack(
    { name: 'half-headers', title: 'Thousands of requests whose headers do not end', isLong: true },
    'GET / HTTP/1.1\r\nHost: x\r\nA: ',
  ),
  attack(
    { name: 'half-bodies-many', title: 'Thousands of requests whose body does not arrive', isLong: true },
    'POST /v1/schedules/one/bookings HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n',
  ),
]
