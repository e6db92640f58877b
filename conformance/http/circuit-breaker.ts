import { setTimeout as sleep } from 'node:timers/promises'
import type { Exchange, SentRequest } from './exchange.js'
import { Interrupted, messageOf } from './interrupted.js'

interface CircuitBreakerOptions {
  /** Milliseconds to wait for a response. */
  readonly timeout: number
  /** Removes secrets from a body that is shown. */
  readonly clean?: (text: string) => string
  /** Sends a request that the target has answered before. Throws if no complete response comes. */
  probe(): Promise<Exchange>
  /** Called when the target is given up, with the reason. */
  onOpen(reason: string): void
}

/** After this many requests in a row without a usable response, the target is probed. */
const mostFailures = 5
/** The pauses before the probes, as shares of the timeout: the target may only be restarting. */
const pauses = [0, 0.05, 0.1, 0.2, 0.4]
/** The share of the timeout without any response after which the target is probed. */
const silence = 0.2

const isUsable = ({ answer }: Exchange) => answer.status < 500
const shown = ({ request, answer }: Exchange) => `${answer.status} to ${request.method} ${request.path}`
/** Includes the beginning of the body: that of an error page may tell the cause. `clean` removes secrets, before it is cut. */
export const shownWithBody = (exchange: Exchange, clean = (text: string) => text) => {
  const text = clean(exchange.answer.text).replace(/\s+/g, ' ').slice(0, 120)
  return `${shown(exchange)}${text === '' ? '' : ` (${text})`}`
}

/** Detects that a target has stopped answering, so that a run does not continue against a dead one. */
export interface CircuitBreaker {
  /** Resolves when the next request may be sent. Throws `Interrupted` once the target is given up. */
  admit(): Promise<void>
  /** Called when a request is sent for this check. */
  sent(request: SentRequest, check: string): void
  /** Called when a request got a response. One with a status from 500 is not usable. */
  answered(exchange: Exchange): void
  /** Called when a request got a response that only asks to wait, as others did before. */
  postponed(request: SentRequest): void
  /** Called when a request got no complete response. */
  failed(request: SentRequest, reason: string): void
  /** Since when the target gave no usable response, in milliseconds since 1970; undefined unless it is given up. */
  readonly givenUpSince: number | undefined
  release(): void
}

/**
 * Gives up a target when several requests in a row got no usable response, or none came for a while, and probes fail too:
 * with the default timeout, within 13 seconds.
 */
export function createCircuitBreaker(options: CircuitBreakerOptions): CircuitBreaker {
  const { timeout, clean, probe, onOpen } = options
  const started = Date.now()
  /** The requests in progress, with the checks that sent them. */
  const running = new Map<SentRequest, string>()
  /** The requests in progress when the responses stopped, the first to fail before the others. */
  let suspects: readonly (readonly [SentRequest, string])[] = []
  let usableCount = 0
  let failures = 0
  let since = started
  let latest = ''
  let usable: Exchange | undefined
  /** When the target last answered, or when the first running request was sent. */
  let heardAt = started
  let testing: Promise<void> | undefined
  let outage: string | undefined
  const released = new AbortController()

  const fail = (reason: string, request?: SentRequest) => {
    if (failures++ === 0) {
      since = heardAt
      suspects = [...running].sort(([a], [b]) => Number(b === request) - Number(a === request))
    }
    latest = reason
    if (failures >= mostFailures) suspect()
  }
  const recover = (exchange: Exchange) => {
    failures = 0
    usableCount++
    usable = exchange
    heardAt = Date.now()
  }
  const isBack = async (): Promise<boolean> => {
    for (const pause of pauses) {
      await sleep(pause * timeout, undefined, { signal: released.signal }).catch(() => {})
      if (released.signal.aborted) return true
      const from = Date.now()
      const exchange = await within(timeout, probe()).catch(error => fail(messageOf(error)))
      if (exchange && isUsable(exchange)) recover(exchange)
      else if (exchange) fail(shownWithBody(exchange, clean))
      // Another request may have been answered meanwhile.
      if (failures === 0) return true
      if (Date.now() - from >= timeout) return false
    }
    return false
  }
  const test = async () => {
    if (await isBack()) return
    outage = outageOf()
    onOpen(outage)
  }
  const suspect = () => {
    if (outage !== undefined) return
    testing ??= test().finally(() => {
      testing = undefined
    })
  }
  const outageOf = () => {
    const after = Math.round((since - started) / 1000)
    const underWay = new Set(suspects.map(([{ method, path }, check]) => `${method} ${path} (${check})`))
    const last = usable
      ? `The last usable response, at ${instant(endOf(usable))}, was ${shown(usable)}.`
      : 'It never gave a usable response.'
    // One line each, in this order: the screen shows one line of each reason.
    return [
      `The target stopped answering at ${instant(since)}, ${after} s after the start and after ${usableCount} usable responses.`,
      ...(underWay.size > 0 ? [`Under way when it stopped: ${[...underWay].join(', ')}.`] : []),
      `${failures} requests in a row got none; the last result was: ${latest}.`,
      last,
    ].join('\n')
  }
  const timer = setInterval(
    () => {
      if (running.size > 0 && Date.now() - heardAt >= silence * timeout) suspect()
    },
    silence * timeout * 0.1,
  ).unref()

  return {
    async admit(): Promise<void> {
      await testing
      if (outage !== undefined) throw new Interrupted(outage)
    },
    sent(request, check): void {
      if (running.size === 0) heardAt = Date.now()
      running.set(request, check)
    },
    answered(exchange: Exchange) {
      const { request } = exchange
      if (isUsable(exchange)) recover(exchange)
      else {
        heardAt = Date.now()
        fail(shownWithBody(exchange, clean), request)
      }
      running.delete(request)
    },
    postponed(request): void {
      running.delete(request)
      heardAt = Date.now()
    },
    failed(request, reason): void {
      fail(reason, request)
      running.delete(request)
    },
    get givenUpSince(): number | undefined {
      return outage === undefined ? undefined : since
    },
    release(): void {
      clearInterval(timer)
      released.abort()
    },
  }
}

/** Throws `Interrupted` if something takes longer. */
function within<T>(milliseconds: number, act: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const error = new Interrupted(`no complete response within ${milliseconds} ms`)
    const timer = setTimeout(reject, milliseconds, error)
    act.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

const endOf = ({ sentAt, took }: Exchange) => sentAt + took
const instant = (milliseconds: number) => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`
