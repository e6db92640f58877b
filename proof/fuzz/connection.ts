import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Case } from './case.js'
import { Finding, type HasBody, parseResponse, type RawResponse } from './response.js'

type Sent = Pick<Case, 'pieces' | 'pause' | 'requests' | 'ending'>

/** The result of sending something. */
export interface Exchange {
  responses: RawResponse[]
  received: Buffer
  isClosed: boolean
  /** Whether neither the expected responses nor the end of the connection arrived in time. */
  isLate: boolean
}

/** A plain TCP connection to a service. */
export type Connection = ReturnType<typeof openConnection>

/** Milliseconds within which everything must be answered or the connection closed. */
export const patience = 20_000

/** Milliseconds without data after which the client closes its side. */
const silence = 60

/** A socket with the data that it has received. */
interface Stream {
  readonly socket: Socket
  received: Buffer
  /** When data was last sent or received. */
  lastData: number
  isClosed: boolean
  isReset: boolean
  /** Ends the current wait. */
  wake(): void
}

export function openConnection(port: number) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
  const stream: Stream = {
    socket,
    received: Buffer.alloc(0),
    lastData: performance.now(),
    isClosed: false,
    isReset: false,
    wake() {},
  }
  socket.on('data', chunk => {
    stream.received = stream.received.length === 0 ? chunk : Buffer.concat([stream.received, chunk])
    stream.lastData = performance.now()
    stream.wake()
  })
  socket.on('end', () => socket.end())
  socket.on('error', () => (stream.isReset = true))
  socket.on('close', () => {
    stream.isClosed = true
    stream.wake()
  })

  return {
    get isOpen() {
      return !stream.isClosed && socket.writable && stream.received.length === 0
    },
    /** @throws Finding if the received data is not HTTP, or has more responses than requested */
    async exchange({ pieces, pause, requests, ending = 'end' }: Sent): Promise<Exchange> {
      let isWritten = false
      const writing = write(stream, pieces, pause).then(() => {
        isWritten = true
        stream.wake()
      })
      if (ending === 'disconnect') {
        await writing
        await sleep(5)
        socket.destroy()
        return { responses: [], received: stream.received, isClosed: true, isLate: false }
      }
      return requests ? receiveAll(stream, requests) : receiveUntilClosed(stream, ending, () => isWritten)
    },
    destroy: () => void socket.destroy(),
  }
}

async function write(stream: Stream, pieces: readonly Uint8Array[], pause = 0): Promise<void> {
  for (const [index, piece] of pieces.entries()) {
    if (index > 0 && pause > 0) await sleep(pause)
    if (!stream.socket.writable) return
    stream.socket.write(piece)
    stream.lastData = performance.now()
  }
}

/** Waits for data or the end of the connection. */
const changeWithin = (stream: Stream, milliseconds: number) =>
  new Promise<void>(resolve => {
    const timer = setTimeout(resolve, milliseconds)
    stream.wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })

/** Waits for one response to each request, or for the end of the connection. */
async function receiveAll(stream: Stream, requests: NonNullable<Case['requests']>): Promise<Exchange> {
  const deadline = performance.now() + patience
  const responses: RawResponse[] = []
  const parsed: Buffer[] = []
  const result = (isLate = false): Exchange => ({
    responses,
    received: Buffer.concat([...parsed, stream.received]),
    isClosed: stream.isClosed,
    isLate,
  })
  for (;;) {
    const { received } = stream
    const hasBody: HasBody = requests[responses.length]?.method === 'HEAD' ? 'no' : 'yes'
    const next = received.length > 0 ? parseResponse(received, hasBody) : undefined
    if (next) {
      parsed.push(received.subarray(0, next.length))
      stream.received = received.subarray(next.length)
      if (next.response.status >= 200) responses.push(next.response)
      if (responses.length < requests.length) continue
      if (stream.received.length > 0)
        throw new Finding(`More came than was asked for: ${stream.received.toString('latin1', 0, 300)}`)
      return result()
    }
    if (stream.isClosed) return result()
    if (performance.now() > deadline) return result(true)
    await changeWithin(stream, deadline - performance.now() + 10)
  }
}

/** Waits for the end of the connection; the client closes its side once no more data arrives, unless told to wait. */
async function receiveUntilClosed(
  stream: Stream,
  ending: 'end' | 'wait',
  isWritten: () => boolean,
): Promise<Exchange> {
  const deadline = performance.now() + patience
  let isEnded = ending !== 'end'
  while (!stream.isClosed && performance.now() < deadline) {
    const quiet = performance.now() - stream.lastData
    const enough = isOneResponse(stream.received) ? silence / 6 : silence
    if (!isEnded && isWritten() && quiet >= enough) {
      isEnded = true
      stream.socket.end()
    }
    const wait = isEnded ? deadline - performance.now() + 10 : Math.max(5, enough - quiet)
    await changeWithin(stream, wait)
  }
  const { received, isReset, isClosed } = stream
  return { responses: parseAll(received, isReset), received, isClosed, isLate: !isClosed }
}

function isOneResponse(received: Buffer): boolean {
  try {
    return parseResponse(received, 'yes')?.length === received.length
  } catch {
    return false
  }
}

/** Parses all responses in the received data; which of them belong to HEAD is unknown. */
function parseAll(received: Buffer, isReset: boolean): RawResponse[] {
  try {
    return split(received, 'yes', isReset)
  } catch {
    return split(received, 'unknown', isReset)
  }
}

function split(received: Buffer, hasBody: HasBody, isReset: boolean): RawResponse[] {
  const responses: RawResponse[] = []
  for (let rest = received; rest.length > 0; ) {
    const next = parseResponse(rest, hasBody)
    if (!next && isReset) break
    if (!next) throw new Finding('The last response is incomplete')
    if (next.response.status >= 200) responses.push(next.response)
    rest = rest.subarray(next.length)
  }
  return responses
}
