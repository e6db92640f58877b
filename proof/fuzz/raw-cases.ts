import type { Random } from '../../fixtures/factories/random.js'
import { inPieces } from './bytes.js'
import type { CaseGenerator } from './case.js'

const tlsHello =
  '16030100a5010000a10303f0e1d2c3b4a5968778695a4b3c2d1e0f00112233445566778899aabbccddeeff20000000000000000000000000'

const host = 'host: localhost'

/** The first bytes of other protocols, and malformed HTTP. */
const openings: readonly ((random: Random) => Buffer | string)[] = [
  () => Buffer.from(tlsHello, 'hex'),
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0',
  () => 'EHLO example.test\r\nMAIL FROM:<a@b>\r\n',
  () => 'SSH-2.0-OpenSSH_9.6\r\n',
  () => '*1\r\n$4\r\nPING\r\n',
  () => Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]),
  () => Buffer.from([5, 1, 0]),
  () => 'GET /v1/users/me\r\n',
  () => 'GET\r\n\r\n',
  () => `GET  /v1/users/me  HTTP/1.1\r\n${host}\r\n\r\n`,
  () => `GET /v1/users/me HTTP/1.1\n${host}\n\n`,
  () => `GET /v1/users/me HTTP/1.1\r${host}\r\r`,
  () => `\r\n\r\n\r\nGET /v1/users/me HTTP/1.1\r\n${host}\r\n\r\n`,
  () => `get /v1/users/me HTTP/1.1\r\n${host}\r\n\r\n`,
  () => `GET http://localhost/v1/users/me HTTP/1.1\r\n${host}\r\n\r\n`,
  () => `GET https://elsewhere.example:99999/_control HTTP/1.1\r\n${host}\r\n\r\n`,
  () => `GET //elsewhere.example/v1/users/me HTTP/1.1\r\n${host}\r\n\r\n`,
  () => `CONNECT localhost:25 HTTP/1.1\r\n${host}\r\n\r\nEHLO x\r\n`,
  () => `CONNECT / HTTP/1.1\r\n${host}\r\ncontent-length: 5\r\n\r\nhello`,
  () => `OPTIONS * HTTP/1.1\r\n${host}\r\n\r\n`,
  () => `GET * HTTP/1.1\r\n${host}\r\n\r\n`,
  () => `GET /v1/../_control HTTP/1.1\r\n${host}\r\n\r\n`,
  () => `GET /%5fcontrol HTTP/1.1\r\n${host}\r\n\r\n`,
  random => `${random.pick(methods)} / HTTP/1.1\r\n${host}\r\n\r\n`,
  random => {
    const path = `/${random.pick(['x', '%00', '%', '?', '../', '/', 'é'])}`
    const length = random.pick([300, 8_000, 8_192, 16_000, 90_000])
    const padded = path.padEnd(length, random.pick(['x', '/', '%41', '?', '&', ',', '=', ';']))
    return `GET ${padded} HTTP/1.1\r\n${host}\r\n\r\n`
  },
  random => 'GET / HTTP/1.1\r\n'.padEnd(random.pick([100, 20_000]), 'x: y\r\n'),
  random =>
    random.pick(['\r\n', '\n', '\0', ' ', 'A', '\xff']).repeat(random.pick([1, 100, 20_000, 200_000])),
  random => Buffer.from(Array.from({ length: random.pick([1, 10, 300, 5_000]) }, () => random.whole(0, 255))),
]

const methods = ['M-SEARCH', 'SOURCE', 'QUERY', 'PURGE', 'UNBIND', 'X', 'GET\0', 'PO ST']

/** Bytes that are not a valid request. */
export const raw: CaseGenerator = ({ random }) => {
  const opening = Buffer.from(random.pick(openings)(random) as string, 'latin1')
  return {
    kind: 'raw',
    pieces: random.chance(0.2) && opening.length < 1_000 ? inPieces(random, opening) : [opening],
    pause: 2,
    ending: random.chance(0.03) ? 'wait' : random.chance(0.05) ? 'disconnect' : 'end',
  }
}
