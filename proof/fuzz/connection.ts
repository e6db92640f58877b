import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Case } from './cases.js'
import { Finding, type HasBody, parseResponse, type RawResponse } from './response.js'

/** What came back for something that was sent. */
export interface Exchange {
  responses: RawResponse[]
  received: Buffer
  isClosed: boolean
  /** Whether neither the missing responses nor the end of the connection came in time. */
  isLate: boolean
}

/** A plain TCP connection to a service. */
export interface Connection {
  /** Whether something has been sent over it. */
  readonly isUsed: boolean
  readonly isOpen: boolean
  /** @throws Finding if what comes is not HTTP, or more than was asked for */
  exchange(sent: Pick<Case, 'pieces' | 'pause' | 'requests' | 'ending'>): Promise<Exchange>
  destroy(): void
}

/** Milliseconds in which everything must be answered or the connection closed. */
const patience = 20_000

/** Milliseconds without data after which the client closes its side. */
const silence = 60

export function openConnection(port: number): Connection {
  const socket: Socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
  let received: Buffer = Buffer.alloc(0)
  let lastData = performance.now()
  let isClosed = false
  let isReset = false
  let isUsed = false
  let wake = () => {}

  socket.on('data', chunk => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    lastData = performance.now()
    wake()
  })
  socket.on('end', () => socket.end())
  socket.on('error', () => (isReset = true))
  socket.on('close', () => {
    isClosed = true
    wake()
  })

  const changeWithin = (milliseconds: number) =>
    new Promise<void>(resolve => {
      const timer = setTimeout(resolve, milliseconds)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function write(pieces: readonly Uint8Array[], pause = 0): Promise<void> {
    for (const [index, piece] of pieces.entries()) {
      if (index > 0 && pause > 0) await sleep(pause)
      if (!socket.writable) return
      socket.write(piece)
      lastData = performance.now()
    }
  }

  /** Waits for one response to each request, or for the end of the connection. */
  async function receiveAll(requests: NonNullable<Case['requests']>): Promise<Exchange> {
    const deadline = performance.now() + patience
    const responses: RawResponse[] = []
    const parsed: Buffer[] = []
    const result = (isLate = false): Exchange => ({
      responses,
      received: Buffer.concat([...parsed, received]),
      isClosed,
      isLate,
    })
    for (;;) {
      const hasBody: HasBody = requests[responses.length]?.method === 'HEAD' ? 'no' : 'yes'
      const next = received.length > 0 ? parseResponse(received, hasBody) : undefined
      if (next) {
        parsed.push(received.subarray(0, next.length))
        received = received.subarray(next.length)
        if (next.response.status >= 200) responses.push(next.response)
        if (responses.length < requests.length) continue
        if (received.length > 0)
          throw new Finding(`More came than was asked for: ${received.toString('latin1', 0, 300)}`)
        return result()
      }
      if (isClosed) return result()
      if (performance.now() > deadline) return result(true)
      await changeWithin(deadline - performance.now() + 10)
    }
  }

  /** Waits for the end of the connection; unless told to wait, the client closes its side once nothing more comes. */
  async function receiveUntilClosed(ending: Case['ending'], isWritten: () => boolean): Promise<Exchange> {
    const deadline = performance.now() + patience
    let isEnded = ending !== 'end'
    while (!isClosed && performance.now() < deadline) {
      const quiet = performance.now() - lastData
      const enough = isOneResponse(received) ? silence / 6 : silence
      if (!isEnded && isWritten() && quiet >= enough) {
        isEnded = true
        socket.end()
      }
      await changeWithin(isEnded ? deadline - performance.now() + 10 : Math.max(5, enough - quiet))
    }
    return { responses: parseAll(received, isReset), received, isClosed, isLate: !isClosed }
  }

  return {
    get isUsed() {
      return isUsed
    },
    get isOpen() {
      return !isClosed && socket.writable && received.length === 0
    },
    async exchange({ pieces, pause, requests, ending }) {
      isUsed = true
      let isWritten = false
      const writing = write(pieces, pause).then(() => {
        isWritten = true
        wake()
      })
      if (ending === 'disconnect') {
        await writing
        await sleep(5)
        socket.destroy()
        return { responses: [], received, isClosed: true, isLate: false }
      }
      return requests ? receiveAll(requests) : receiveUntilClosed(ending, () => isWritten)
    },
    destroy: () => void socket.destroy(),
  }
}

function isOneResponse(received: Buffer): boolean {
  try {
    return parseResponse(received, 'yes')?.length === received.length
  } catch {
    return false
  }
}

/** All responses in what was received; which of them belong to HEAD is unknown. */
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
