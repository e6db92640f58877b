import type { ApiRequest } from '../requests/http.js'
import { hostileJson } from '../requests/malformed-json.js'
import {
  bytesOf,
  inPieces,
  type Message,
  mutateBytes,
  requestBytes,
  singleRequest,
  toMessage,
} from './bytes.js'
import type { CaseGenerator, ExpectedRequest } from './case.js'

/** An API request as a client sends it, sometimes in pieces. */
export const ordinary: CaseGenerator = ({ random, request }) => {
  const generated = request()
  const bytes = requestBytes(generated)
  const isCut = bytes.length < 10_000 && random.chance(0.05)
  return {
    ...singleRequest('ordinary', generated),
    ...(isCut && { pieces: inPieces(random, bytes), pause: random.pick([0, 1, 20]) }),
    allowsPage: generated.target.startsWith('/v1/activations/'),
  }
}

/** A write with a body that attacks the parser. */
export const hostileBody: CaseGenerator = ({ random, plainRequest }) => {
  const request = { ...plainRequest(), chunked: random.chance(0.1) }
  const body = Buffer.from(hostileJson(random, membersOf(request.body)))
  const method = request.body ? request.method : random.pick(['POST', 'PUT', 'DELETE'])
  return singleRequest('hostile body', { ...request, method, body })
}

const defaultMembers = { name: 'Room', start: '2026-11-21 14:30', resource_id: 1 }

function membersOf(body: Uint8Array | undefined): Record<string, unknown> {
  try {
    return { ...defaultMembers, ...JSON.parse(new TextDecoder().decode(body)) }
  } catch {
    return defaultMembers
  }
}

/** Several pipelined requests. Every other one is for an unknown path, which its response must repeat. */
export const pipelined: CaseGenerator = ({ random, plainRequest, number }) => {
  const requests = Array.from({ length: random.whole(2, 12) }, (_, index): ApiRequest & ExpectedRequest => {
    if (index % 2 === 0) return plainRequest()
    const target = `/nowhere-${number()}-${index}`
    return { method: 'GET', target, headers: {}, repeats: target }
  })
  const bytes = Buffer.concat(requests.map(each => requestBytes(each)))
  const isCut = random.chance(0.5)
  return {
    kind: 'pipelined',
    pieces: isCut ? inPieces(random, bytes) : [bytes],
    pause: isCut ? random.pick([0, 1, 10]) : 0,
    requests,
  }
}

/** A valid request with some of its bytes changed. */
export const mutated: CaseGenerator = ({ random, plainRequest }) => {
  const message = toMessage({ ...plainRequest(), chunked: random.chance(0.1) })
  const { requestLine, headers, body } = message

  function mutate(): Buffer {
    const place = random.next()
    if (place < 0.3)
      return bytesOf({ ...message, requestLine: mutateBytes(random, Buffer.from(requestLine)).toString() })
    if (place < 0.65 && body.length > 0) return withBody(message, mutateBytes(random, body))
    if (place < 0.7) return mutateAnywhere(message)
    // Without credentials, most mutated requests get past the password check.
    return mutateAnywhere({ ...message, headers: headers.filter(([name]) => name !== 'authorization') })
  }

  function mutateAnywhere(original: Message): Buffer {
    let bytes = bytesOf(original)
    for (let times = random.pick([1, 1, 2, 4]); times > 0; times--) {
      const head = bytes.indexOf('\r\n\r\n') + 4
      bytes = mutateBytes(random, bytes, 0, random.chance(0.8) ? head : bytes.length)
    }
    return bytes
  }

  return {
    kind: 'mutated',
    pieces: [mutate()],
    ending: random.chance(0.02) ? 'wait' : random.chance(0.02) ? 'disconnect' : 'end',
  }
}

/** Sets Content-Length to that of the changed body, so that the server reads all of it. */
function withBody({ requestLine, headers }: Message, body: Buffer): Buffer {
  const others = headers.filter(([name]) => name !== 'content-length' && name !== 'transfer-encoding')
  return bytesOf({ requestLine, headers: [...others, ['content-length', String(body.length)]], body })
}
