import type { OperationId } from './routes.js'

/** A request, independent of the host: `node:http` and a fetch handler can both provide it. */
export interface Call {
  /** As sent, in upper case (`GET`). */
  method: string
  /** Path and query as sent, still percent-encoded (`/v1/users/me?fields=id`). */
  target: string
  /** The scheme and host that the caller used (`http://127.0.0.1:4000`); the default origin of links. */
  origin: string
  /** Returns a header by its lower-case name. */
  header(name: string): string | undefined
  /** All headers by their lower-case names, if the host has them available. */
  headers?: Readonly<Record<string, string | string[] | undefined>>
  /** The network address of the caller, if there is one. */
  peer?: string | undefined
  /** Identifies the request in its response and in logs. */
  id?: string | undefined
  /** The bytes of the request body; empty if there is none, or until `receive` has resolved. */
  body: Uint8Array
  /**
   * Waits for a body that is still arriving; only present if there is one.
   *
   * @throws {Refusal} if the body is too long or incomplete
   */
  receive?(): Promise<Uint8Array>
  /**
   * Waits for the caller's turn, after several callers have waited for the same thing; only present where callers take turns.
   */
  turn?(): Promise<void>
  /** Whether the host sends it on its own, beside the request of a caller: it does not count towards the rate limit. */
  isExtra?: boolean
  /** Whether the caller has given up waiting, if the host can tell. */
  isAborted?(): boolean
  /** Calls back if the caller gives up waiting, if the host can tell. Returns a function that removes the callback. */
  onAborted?(listener: () => void): () => void
  /** Whether the host can send a long response in parts. */
  inParts?: boolean
}

/** A value, or a promise of one. */
export type Awaitable<Value> = Value | Promise<Value>

/** The parts of a long body, in order. */
export interface Parts<Part extends string | Uint8Array = string | Uint8Array> {
  /** The next part; undefined at the end. */
  next(): Awaitable<Part | undefined>
  /** Ends the parts early; harmless at the end. */
  close(): void
}

/** A complete response; the headers include `content-type`. */
export interface Reply {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
  /** The rest of the body; only for calls with `inParts`. A reader that stops early must close it. */
  parts?: Parts | undefined
  /**
   * The operation, and why the request was refused, for logs, records and metrics; a planned failure may have any code. `why`
   * is more specific than the code: the limit that was reached.
   */
  operation?: OperationId | undefined
  error?: { code: string; message: string; why?: string | undefined } | undefined
  /** The status of the response that a planned failure replaced after the request was carried out. */
  replaced?: number
}

/** A request and its response, for logs and records. */
export interface Exchange {
  call: Call
  reply: Reply
  /** Milliseconds from the first byte of the request to the response. */
  took: number
  /** Whether the client gave up before it was answered. */
  aborted?: boolean
  /** The name of the session that it belongs to. */
  session?: string
}

/** Whether a text can be the id of a request: at most as long as any id, and harmless in a header and in a log. */
export const isRequestId = (text: string): boolean => /^[\w.:+/=-]{1,128}$/.test(text)

/** No response: the connection is dropped. Its status is 0, like that of `Response.error()`. */
export const networkError: Reply = {
  status: 0,
  headers: {},
  body: '',
  error: { code: 'network_error', message: 'the connection was cut, as planned' },
}

/** Whether a reply means that the connection is dropped. */
export const isNetworkError = ({ status }: Reply): boolean => status === 0

/** Splits a request target; both parts stay percent-encoded. */
export function splitTarget(target: string): { path: string; query: string } {
  const mark = target.indexOf('?')
  return mark < 0
    ? { path: target, query: '' }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) }
}

/**
 * Removes the secret of an activation link from a target or path, for messages, logs and records: readers could otherwise use
 * the link. Also applies to paths that merely resemble one, because such a request has not used up the link.
 */
export function withoutSecret(target: string): string {
  const shown = target.replace(/^([^?]*?\/activations\/+)[^?]+/i, '$1[redacted]')
  if (shown !== target || !target.includes('%')) return shown
  // The name or the slashes may be percent-encoded, even several times.
  const path = /^[^?]*/.exec(target)?.[0] ?? ''
  const plain = unescaped(path)
  const safe = plain.replace(/(\/activations\/+).+$/is, '$1[redacted]')
  return safe === plain ? target : safe + target.slice(path.length)
}

/** Decodes percent-encoding up to three times. */
export function unescaped(text: string): string {
  let plain = text
  for (let round = 0; round < 3 && plain.includes('%'); round++) plain = decoded(plain)
  return plain
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
}
