import { type Exchange, isNetworkError, networkError } from '../../server/control/index.js'
import {
  bodyLimit,
  bodyTooLarge,
  type Call,
  type Handler,
  type MovableClock,
  type Reply,
  refused,
  urlLimit,
  urlTooLong,
} from '../../server/core/index.js'
import { type Authentication, hideChallenge, type Login, loginsOf } from './authentication.js'
import type { Epochs } from './epochs.js'

/** Answers a request from the data of the moment at which it arrived. */
export interface Receiver {
  /**
   * A network error if the call does not arrive, because its body breaks off. The signal says that the client has given up.
   */
  answer(call: Promise<Call>, signal?: AbortSignal): Promise<Reply>
  /** Says that the request is no longer in progress; once it is answered, that is known. */
  leave(): void
}

interface ReceivingOptions {
  epochs: Epochs
  /** Lets requests fail and wait, as a test has planned, and answers in the manner of a world. */
  around(answer: Handler): Handler
  mistakes: {
    answered(call: Call, reply: Reply, readLogins: () => Promise<readonly Login[]>): Promise<void>
  }
  authentication: Authentication
  clock: MovableClock
  /** Resolves once the seed is loaded. */
  ready: Promise<void>
  /** Whether browsers must not see the challenge of a reply. */
  isHidden: boolean
  record(exchange: Exchange): void
}

/** Returns what takes a call that arrives now: it is answered from the data of now, even after a reset. */
export function createReceiving(options: ReceivingOptions): () => Receiver {
  const { epochs, around, mistakes, authentication, clock, ready, isHidden, record } = options

  /** Measures milliseconds: by the clock of the service while it is frozen, so that two runs have the same. */
  function startWatch(): () => number {
    const [time, begin] = [clock.now(), performance.now()]
    return () => (clock.frozen ? clock.now() - time : performance.now() - begin)
  }

  return () => {
    const epoch = epochs.current()
    const entry = epoch.enter()
    const { leave } = entry
    const { store } = epoch.service.ports
    const answer: Handler = async call => {
      const reply = await epoch.service.answer(call)
      await mistakes.answered(call, reply, async () => loginsOf(await store.read(rows => rows.users.list())))
      return reply
    }
    const faulty = around(answer)
    const respond = async (sent: Promise<Call>, signal?: AbortSignal): Promise<Reply> => {
      try {
        // If the body breaks off, so has the connection.
        const arrived = await sent.catch(() => undefined)
        entry.arrive()
        if (!arrived) return networkError
        await ready
        // A server never sees a request that is aborted before it is sent.
        if (signal?.aborted) return networkError
        const took = startWatch()
        const call = await authentication.apply(arrived, store)
        const toAnswer = call.body.length > bodyLimit ? { ...call, receive: refuseBody } : call
        // Faults planned after a reset are not for requests from before.
        const tooLong = urlTooLong(call.target, urlLimit)
        const reply = tooLong ? refused(tooLong) : await (epoch.isOver ? answer : faulty)(toAnswer)
        const aborted = signal?.aborted ?? false
        if (!epoch.isOver) record({ call, reply, took: took(), aborted })
        return isHidden && !isNetworkError(reply) ? hideChallenge(reply) : reply
      } finally {
        leave()
      }
    }
    return { answer: respond, leave }
  }
}

/** The body is at hand, but the server would have refused it while it arrived. */
const refuseBody = () => Promise.reject(bodyTooLarge(bodyLimit))
