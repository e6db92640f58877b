import { hostileJson } from '../requests/hostile-json.js'
import type { Sent } from '../requests/request.js'
import { bytesOf, mutatedBytes, pieces, written } from './bytes.js'
import type { Draw, Source } from './draw.js'

/** A request of the stories, as it is or in pieces. */
export const ordinary: Draw = ({ random, request }) => {
  const sent = request()
  const bytes = bytesOf(written(sent))
  const isCut = bytes.length < 10_000 && random.chance(0.05)
  return {
    kind: 'ordinary',
    pieces: isCut ? pieces(random, bytes) : [bytes],
    pause: isCut ? random.pick([0, 1, 20]) : 0,
    requests: [{ method: sent.method }],
    // Links of e-mails are followed by browsers too.
    page: sent.target.startsWith('/v1/activations/'),
    ending: 'end',
  }
}

/** A write with a body that is hostile within. */
export const hostileBody: Draw = ({ random, plainRequest }) => {
  const sent = { ...plainRequest(), chunked: random.chance(0.1) }
  const members = membersOf(sent.body)
  const body = Buffer.from(hostileJson(random, members))
  const method = sent.body ? sent.method : random.pick(['POST', 'PUT', 'DELETE'])
  const bytes = bytesOf(written({ ...sent, method, body }))
  return { kind: 'hostile body', pieces: [bytes], requests: [{ method }], ending: 'end' }
}

const usual = { name: 'Room', start: '2026-11-21 14:30', resource_id: 1 }

function membersOf(body: Uint8Array | undefined): Record<string, unknown> {
  try {
    return { ...usual, ...JSON.parse(new TextDecoder().decode(body)) }
  } catch {
    return usual
  }
}

/** Several requests at once, with questions between them whose answers tell where they belong. */
export const pipelined: Draw = source => {
  const { random } = source
  const sent = Array.from({ length: random.whole(2, 12) }, (_, index) =>
    index % 2 === 0 ? source.plainRequest() : probe(source, index),
  )
  const bytes = Buffer.concat(sent.map(each => bytesOf(written(each))))
  const isCut = random.chance(0.5)
  return {
    kind: 'pipelined',
    pieces: isCut ? pieces(random, bytes) : [bytes],
    pause: isCut ? random.pick([0, 1, 10]) : 0,
    requests: sent.map(({ method, target }, index) =>
      index % 2 === 0 ? { method } : { method, repeats: target },
    ),
    ending: 'end',
  }
}

/** Asks for what is not there: the answer repeats the path. */
const probe = ({ number }: Source, index: number): Sent => ({
  method: 'GET',
  target: `/nowhere-${number()}-${index}`,
  headers: {},
})

/** A right request with some of its bytes changed. */
export const mutated: Draw = ({ random, plainRequest }) => {
  const sent = plainRequest()
  const parts = written({ ...sent, chunked: random.chance(0.1) })
  const place = random.next()
  let bytes: Buffer
  if (place < 0.3) bytes = bytesOf({ ...parts, line: inLine(mutatedBytes(random, Buffer.from(parts.line))) })
  else if (place < 0.65 && parts.body.length > 0) bytes = withBody(parts, mutatedBytes(random, parts.body))
  else if (place < 0.7) bytes = mutatedAnywhere(parts)
  else
    bytes = mutatedAnywhere({ ...parts, headers: parts.headers.filter(([name]) => name !== 'authorization') })

  function mutatedAnywhere(all: typeof parts): Buffer {
    let changed = bytesOf(all)
    for (let times = random.pick([1, 1, 2, 4]); times > 0; times--) {
      const head = changed.indexOf('\r\n\r\n') + 4
      changed = mutatedBytes(random, changed, 0, random.chance(0.8) ? head : changed.length)
    }
    return changed
  }

  return {
    kind: 'mutated',
    pieces: [bytes],
    ending: random.chance(0.02) ? 'wait' : random.chance(0.02) ? 'leave' : 'end',
  }
}

/** Bytes of a request line, held until they are written: each is one character. */
const inLine = (bytes: Buffer) => bytes.toString('utf8')

/** The length is that of the changed body, so that it is read to its end. */
function withBody({ line, headers }: ReturnType<typeof written>, body: Buffer): Buffer {
  const others = headers.filter(([name]) => name !== 'content-length' && name !== 'transfer-encoding')
  return bytesOf({ line, headers: [...others, ['content-length', String(body.length)]], body })
}
