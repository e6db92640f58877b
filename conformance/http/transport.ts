import { setImmediate } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync, inflateSync, type ZlibOptions } from 'node:zlib'
import { Agent, Client, type Dispatcher, EnvHttpProxyAgent, ProxyAgent, request } from 'undici'
import { createExcess, sizeText } from './answer-limits.js'
import type { Answer, SentRequest } from './exchange.js'
import { Interrupted } from './interrupted.js'
import { directNetwork, headersIn, type Network } from './network.js'

/** The limits of a transport. */
export interface TransportLimits {
  /** Milliseconds until a response must begin; it must end within twice that time. */
  timeout: number
  /** Maximum bytes of a body; the rest of a larger one is not read. */
  maxResponse: number
}

/** Sends requests. It does not follow redirects: credentials must go to one origin only. */
export interface Transport {
  /** Throws `Interrupted` if no complete response was received. */
  send(url: string, request: SentRequest, headers: Readonly<Record<string, string>>): Promise<Answer>
  /** Returns the same transport with a single connection. */
  single(origin: string): Transport
  close(): Promise<void>
  /** Aborts all connections: requests in progress, and later ones, throw `Interrupted`. */
  destroy(): void
}

/**
 * Sends requests over the network. Connections are kept alive until the target closes one without notice: from then on
 * each request uses a new connection, so that the next write does not fail in the same way.
 */
export function networkTransport(given: TransportLimits, network: Network = directNetwork): Transport {
  const { timeout } = given
  const dispatchers = createDispatchers(network, timeout)
  const open = new Set<Dispatcher>()
  const over = (first: Dispatcher, fallback: () => Dispatcher): Transport => {
    let dispatcher = first
    open.add(first)
    return {
      async send(url, request, headers) {
        const used = dispatcher
        try {
          return await dispatch(used, url, request, headersIn(network, headers), given)
        } catch (error) {
          if (isClosed(error) && used === first && dispatcher === first) {
            dispatcher = fallback()
            open.add(dispatcher)
          }
          throw interruption(error, timeout)
        }
      },
      single: origin => {
        const client = dispatchers.single(origin)
        return over(client, () => client)
      },
      async close() {
        for (const each of new Set([first, dispatcher])) {
          open.delete(each)
          // Aborted connections are closed already.
          await each.close().catch(() => {})
        }
      },
      destroy() {
        for (const each of open) void each.destroy()
      },
    }
  }
  return over(dispatchers.agent({ keepAliveTimeout: 2000 }), () => dispatchers.agent({ pipelining: 0 }))
}

/** Opens connections to a target, directly or through a proxy. */
function createDispatchers({ tls, proxy, usesEnvironment }: Network, timeout: number) {
  const connect = { ...tls, ca: tls.ca && [...tls.ca], timeout }
  const limits = { headersTimeout: timeout, bodyTimeout: timeout }
  const through = (options: Agent.Options): Dispatcher => {
    const all = { ...limits, ...options, requestTls: connect, proxyTls: { timeout } }
    return proxy === undefined ? new EnvHttpProxyAgent(all) : new ProxyAgent({ ...all, uri: proxy })
  }
  const isDirect = proxy === undefined && !usesEnvironment
  return {
    agent: (options: Agent.Options): Dispatcher =>
      isDirect ? new Agent({ ...limits, connect, ...options }) : through({ connect, ...options }),
    /** A single connection. */
    single: (origin: string): Dispatcher =>
      isDirect ? new Client(origin, { ...limits, connect }) : through({ connect, connections: 1 }),
  }
}

/** Sends one request and collects its response. */
async function dispatch(
  dispatcher: Dispatcher,
  url: string,
  { method, body }: SentRequest,
  headers: Readonly<Record<string, string>>,
  { timeout, maxResponse }: TransportLimits,
): Promise<Answer> {
  // The timeouts of the connection apply between two chunks: a trickling response would never end.
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new DOMException('', 'TimeoutError')), 2 * timeout)
  try {
    const answer = await request(url, {
      dispatcher,
      method: method as Dispatcher.HttpMethod,
      headers,
      signal: late.signal,
      ...(body !== undefined && { body }),
    })
    const answered = flat(answer.headers)
    const read = await readBody(answer.body, maxResponse, answered)
    return { status: answer.statusCode, headers: answered, ...read }
  } finally {
    clearTimeout(timer)
  }
}

/** The number of characters kept of a body that exceeds a limit. */
const shownOfExcess = 1_000

type Decoder = (bytes: Uint8Array, options: ZlibOptions) => Buffer

/** Decoders for the content codings that a target may choose, since no request restricts them (RFC 9110, section 12.5.3). */
const decoders = new Map<string, Decoder>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
])

/** Reads a body as far as it will be judged: its text without a byte order mark, whether it had one, and why it exceeds a limit. */
async function readBody(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxResponse: number,
  { 'content-length': stated, 'content-encoding': coding = '' }: Readonly<Record<string, string>> = {},
): Promise<Pick<Answer, 'text' | 'hasByteOrderMark' | 'excess'>> {
  const decode = decoders.get(coding.toLowerCase())
  const excessOf = createExcess(maxResponse)
  const tooLarge = `is larger than ${sizeText(maxResponse)} (--max-response)`
  /** Copied, so that an oversized body can be freed: bodies of several requests may be read at once. */
  const cut = (bytes: Uint8Array | undefined, excess: string) => ({
    text: Buffer.from(bytes?.subarray(0, shownOfExcess) ?? []).toString('utf8'),
    excess,
  })

  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop ends the response.
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxResponse || Number(stated) > maxResponse)
      return cut(decode ? undefined : chunks[0], tooLarge)
    const excess = decode ? undefined : excessOf(chunk)
    if (excess !== undefined) return cut(chunks[0], excess)
  }
  const bytes = decoded(Buffer.concat(chunks), decode, maxResponse)
  if (!bytes) return cut(undefined, tooLarge)
  const excess = decode && excessOf(bytes)
  if (excess !== undefined) return cut(bytes, excess)
  const text = bytes.toString('utf8')
  return text.charCodeAt(0) === 0xfeff ? { text: text.slice(1), hasByteOrderMark: true } : { text }
}

/** Decompresses a body; undefined if the result has too many bytes. An uncompressed body is returned unchanged. */
function decoded(bytes: Buffer, decode: Decoder | undefined, most: number): Buffer | undefined {
  try {
    return decode ? decode(bytes, { maxOutputLength: most }) : bytes
  } catch (error) {
    return (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' ? undefined : bytes
  }
}

/** Whether the target closed a connection that was kept alive. */
const isClosed = (error: unknown) =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(String((error as { code?: unknown } | null)?.code))

/**
 * Milliseconds after which the event loop gets a turn: a fetch within the process may never wait for anything, and would keep
 * timers and other work waiting until the target seemed to have stopped answering.
 */
const turnLength = 20

/** Sends requests with the caller's `fetch`. */
export function fetchTransport(
  fetch: typeof globalThis.fetch,
  { timeout, maxResponse }: TransportLimits,
  network: Network = directNetwork,
): Transport {
  const running = new Set<(reason: DOMException) => void>()
  const destroyed = () => new DOMException('the run was ended', 'AbortError')
  let isDestroyed = false
  let lastTurn = performance.now()
  const transport: Transport = {
    async send(url, { method, body }, headers) {
      if (performance.now() - lastTurn > turnLength) {
        await setImmediate()
        lastTurn = performance.now()
      }
      const controller = new AbortController()
      // A fetch that ignores its signal must not hold up the run.
      let end = (_: DOMException) => {}
      const ended = new Promise<never>((_, reject) => {
        end = reason => {
          controller.abort(reason)
          reject(reason)
        }
      })
      running.add(end)
      // Cleared with the response: otherwise thousands of timers would accumulate.
      const timer = setTimeout(() => end(new DOMException('', 'TimeoutError')), timeout)
      const receive = async () => {
        const answer = await fetch(url, {
          method,
          headers: headersIn(network, headers),
          redirect: 'manual',
          // Created on access: a signal takes longer than everything else here, and not every caller wants one.
          get signal() {
            return controller.signal
          },
          ...(body !== undefined && { body }),
        })
        const read = await readBody(answer.body ?? [], maxResponse)
        return { status: answer.status, headers: Object.fromEntries(answer.headers), ...read }
      }
      if (isDestroyed) end(destroyed())
      try {
        return await Promise.race([receive(), ended])
      } catch (error) {
        throw interruption(error, timeout)
      } finally {
        clearTimeout(timer)
        running.delete(end)
      }
    },
    single: () => transport,
    close: async () => {},
    destroy() {
      isDestroyed = true
      for (const end of running) end(destroyed())
    },
  }
  return transport
}

function interruption(error: unknown, timeout: number): unknown {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = (cause as { code?: unknown } | null)?.code
  // A request that can't be sent, such as one with a line break in a header, is a bug in the check.
  if (code === 'UND_ERR_INVALID_ARG') return error
  const isLong = code === 'UND_ERR_HEADERS_OVERFLOW'
  const text = isLong
    ? 'the headers of the response are too large'
    : cause instanceof Error
      ? cause.message
      : String(cause)
  const slow = /TIMEOUT/.test(String(code)) || (error instanceof Error && error.name === 'TimeoutError')
  const reason = slow ? `no complete response within ${timeout} ms; raise --timeout` : text
  const interrupted = new Interrupted(
    typeof code === 'string' && !slow ? `${reason || code} (${code})` : reason,
    { cause: error },
  )
  return Object.assign(interrupted, { isLate: slow })
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) texts[name] = typeof value === 'string' ? value : value.join(', ')
  }
  return texts
}
