import { connect, type Socket } from 'node:net'
import { setTimeout as pass } from 'node:timers/promises'
import { type Bodied, Flaw, type RawAnswer, readAnswer } from './answer.js'
import type { Case } from './case.js'

/** What came of something that was sent. */
export interface Heard {
  answers: RawAnswer[]
  /** All that came, for a look at it. */
  received: Buffer
  /** Whether the connection has ended. */
  closed: boolean
  /** Whether nothing more came for too long. */
  late: boolean
}

/** A connection to a service, and no more than that. */
export interface Connection {
  /** Whether something was sent over it before, and more can be. */
  readonly isUsed: boolean
  readonly isOpen: boolean
  /** @throws Flaw where what comes is no HTTP, or more than was asked for */
  talk(talk: Pick<Case, 'pieces' | 'pause' | 'requests' | 'ending'>): Promise<Heard>
  destroy(): void
}

/** Milliseconds in which everything has to be answered, or the connection closed. */
export const patience = 20_000

/** Milliseconds of silence after which a sender says that nothing more comes. */
const silence = 60

export function openConnection(port: number): Connection {
  const socket: Socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
  let received: Buffer = Buffer.alloc(0)
  let last = performance.now()
  let closed = false
  let reset = false
  let isUsed = false
  let wake = () => {}

  socket.on('data', chunk => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    last = performance.now()
    wake()
  })
  socket.on('end', () => socket.end())
  socket.on('error', () => (reset = true))
  socket.on('close', () => {
    closed = true
    wake()
  })

  const changed = (milliseconds: number) =>
    new Promise<void>(resolve => {
      const timer = setTimeout(resolve, milliseconds)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function write(pieces: readonly Uint8Array[], pause = 0): Promise<void> {
    for (const [index, piece] of pieces.entries()) {
      if (index > 0 && pause > 0) await pass(pause)
      if (!socket.writable) return
      socket.write(piece)
      last = performance.now()
    }
  }

  /** Waits for as many answers as there are requests, or until the connection ends. */
  async function hearAll(requests: NonNullable<Case['requests']>): Promise<Heard> {
    const deadline = performance.now() + patience
    const answers: RawAnswer[] = []
    const whole: Buffer[] = []
    const heard = (late = false): Heard => ({
      answers,
      received: Buffer.concat([...whole, received]),
      closed,
      late,
    })
    for (;;) {
      const bodied: Bodied = requests[answers.length]?.method === 'HEAD' ? 'no' : 'yes'
      const next = received.length > 0 ? readAnswer(received, bodied) : undefined
      if (next) {
        whole.push(received.subarray(0, next.length))
        received = received.subarray(next.length)
        if (next.answer.status >= 200) answers.push(next.answer)
        if (answers.length < requests.length) continue
        if (received.length > 0)
          throw new Flaw(`More was answered than asked for: ${received.toString('latin1', 0, 300)}`)
        return heard()
      }
      if (closed) return heard()
      if (performance.now() > deadline) return heard(true)
      await changed(deadline - performance.now() + 10)
    }
  }

  /** Waits until the connection ends, and hurries that by saying that nothing more comes. */
  async function hearOut(ending: Case['ending'], isWritten: () => boolean): Promise<Heard> {
    const deadline = performance.now() + patience
    let isEnded = ending !== 'end'
    while (!closed && performance.now() < deadline) {
      const quiet = performance.now() - last
      const enough = isAnswered(received) ? silence / 6 : silence
      if (!isEnded && isWritten() && quiet >= enough) {
        isEnded = true
        socket.end()
      }
      await changed(isEnded ? deadline - performance.now() + 10 : Math.max(5, enough - quiet))
    }
    return { answers: answersIn(received, reset), received, closed, late: !closed }
  }

  return {
    get isUsed() {
      return isUsed
    },
    get isOpen() {
      return !closed && socket.writable && received.length === 0
    },
    async talk({ pieces, pause, requests, ending }) {
      isUsed = true
      let isWritten = false
      const writing = write(pieces, pause).then(() => {
        isWritten = true
        wake()
      })
      if (ending === 'leave') {
        await writing
        await pass(5)
        socket.destroy()
        return { answers: [], received, closed: true, late: false }
      }
      return requests ? hearAll(requests) : hearOut(ending, () => isWritten)
    },
    destroy: () => void socket.destroy(),
  }
}

function isAnswered(received: Buffer): boolean {
  try {
    return readAnswer(received, 'yes')?.length === received.length
  } catch {
    return false
  }
}

/** All answers in what came over a connection; which of them belong to HEAD is not known. */
function answersIn(received: Buffer, reset: boolean): RawAnswer[] {
  try {
    return split(received, 'yes', reset)
  } catch {
    return split(received, 'unknown', reset)
  }
}

function split(received: Buffer, bodied: Bodied, reset: boolean): RawAnswer[] {
  const answers: RawAnswer[] = []
  let rest = received
  while (rest.length > 0) {
    const next = readAnswer(rest, bodied)
    if (!next && reset) break
    if (!next) throw new Flaw('The last answer is not complete')
    if (next.answer.status >= 200) answers.push(next.answer)
    rest = rest.subarray(next.length)
  }
  return answers
}
