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

/** Answers a request from the data as they were when it arrived. */
export interface Receiver {
  /**
   * Resolves with a network error if the body of the call breaks off. The signal aborts when the client gives up.
   */
  answer(call: Promise<Call>, signal?: AbortSignal): Promise<Reply>
  /** Marks the request as no longer in progress; not needed after `answer`. */
  leave(): void
}

interface ReceivingOptions {
  epochs: Epochs
  /** Wraps the handler: adds the failures and delays that a test planned, and the behavior of a world. */
  around(answer: Handler): Handler
  mistakes: {
    answered(call: Call, reply: Reply, readLogins: () => Promise<readonly Login[]>): Promise<void>
  }
  authentication: Authentication
  clock: MovableClock
  /** Resolves once the seed is loaded. */
  ready: Promise<void>
  /** Whether to hide the WWW-Authenticate challenge from browsers. */
  isHidden: boolean
  record(exchange: Exchange): void
}

/** Returns a function that accepts an arriving call: it is answered from the data at that moment, even after a reset. */
export function createReceiving(options: ReceivingOptions): () => Receiver {
  const { epochs, around, mistakes, authentication, clock, ready, isHidden, record } = options

  /** Measures milliseconds: by the clock of the service while it is frozen, so that runs are reproducible. */
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
        // A body that breaks off means a lost connection.
        const arrived = await sent.catch(() => undefined)
        entry.arrive()
        if (!arrived) return networkError
        await ready
        // A server never sees a request that is aborted before it is sent.
        if (signal?.aborted) return networkError
        const took = startWatch()
        const call = await authentication.apply(arrived, store)
        const toAnswer = call.body.length > bodyLimit ? { ...call, receive: refuseBody } : call
        // Faults planned after a reset do not apply to earlier requests.
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

/** Rejects a body that is already in memory, as the server does while it is still arriving. */
const refuseBody = () => Promise.reject(bodyTooLarge(bodyLimit))
