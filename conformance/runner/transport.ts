import { Agent, Client, type Dispatcher, request as dispatch } from 'undici'
import type { Answer, SentRequest } from './exchange.js'
import { Interrupted } from './outcomes.js'

/** Sends requests. It does not follow redirects: credentials must go to one origin only. */
export interface Transport {
  /** Throws `Interrupted` where no complete answer was received. */
  send(url: string, request: SentRequest, headers: Readonly<Record<string, string>>): Promise<Answer>
  /** The same with a single connection. */
  single(origin: string): Transport
  close(): Promise<void>
}

/**
 * Sends requests over the network. Connections are kept alive until the target closes one without notice: from then on
 * each request uses a new connection, so that the next write does not fail in the same way.
 *
 * `timeout`: milliseconds until an answer must begin; it must end within twice that time.
 */
export function networkTransport(timeout: number): Transport {
  const limits = {
    connect: { timeout },
    headersTimeout: timeout,
    bodyTimeout: timeout,
    maxResponseSize: 256 * 1024 * 1024,
  }
  const over = (first: Dispatcher, fallback: () => Dispatcher): Transport => {
    let dispatcher = first
    return {
      async send(url, { method, body }, headers) {
        const used = dispatcher
        try {
          const answer = await dispatch(url, {
            dispatcher: used,
            method: method as Dispatcher.HttpMethod,
            headers,
            // The limits of the connection apply between two chunks: a trickling answer would never end.
            signal: AbortSignal.timeout(2 * timeout),
            ...(body !== undefined && { body }),
          })
          return { status: answer.statusCode, headers: flat(answer.headers), text: await answer.body.text() }
        } catch (error) {
          if (isClosed(error) && used === first && dispatcher === first) dispatcher = fallback()
          throw interruption(error, timeout)
        }
      },
      single: origin => {
        const client = new Client(origin, limits)
        return over(client, () => client)
      },
      async close() {
        await first.close()
        if (dispatcher !== first) await dispatcher.close()
      },
    }
  }
  return over(new Agent({ ...limits, keepAliveTimeout: 2000 }), () => new Agent({ ...limits, pipelining: 0 }))
}

/** The target closed a connection that was kept alive. */
const isClosed = (error: unknown) =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(String((error as { code?: unknown } | null)?.code))

/** Sends requests with a `fetch` of the caller. */
export function fetchTransport(fetch: typeof globalThis.fetch, timeout: number): Transport {
  const transport: Transport = {
    async send(url, { method, body }, headers) {
      const controller = new AbortController()
      // Cleared with the answer: otherwise thousands of timers would be kept.
      const timer = setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), timeout)
      try {
        const answer = await fetch(url, {
          method,
          headers: { ...headers },
          redirect: 'manual',
          signal: controller.signal,
          ...(body !== undefined && { body }),
        })
        return {
          status: answer.status,
          headers: Object.fromEntries(answer.headers),
          text: await answer.text(),
        }
      } catch (error) {
        throw interruption(error, timeout)
      } finally {
        clearTimeout(timer)
      }
    },
    single: () => transport,
    close: async () => {},
  }
  return transport
}

function interruption(error: unknown, timeout: number): unknown {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = (cause as { code?: unknown } | null)?.code
  // A request that can't be sent, such as one with a line break in a header, is a fault of the check.
  if (code === 'UND_ERR_INVALID_ARG') return error
  const text = cause instanceof Error ? cause.message : String(cause)
  const slow = /TIMEOUT/.test(String(code)) || (error instanceof Error && error.name === 'TimeoutError')
  const reason = slow ? `no whole answer within ${timeout} ms; --timeout sets more` : text
  return new Interrupted(typeof code === 'string' && !slow ? `${reason || code} (${code})` : reason, {
    cause: error,
  })
}

const flat = (headers: Record<string, string | string[] | undefined>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]))
