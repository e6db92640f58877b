/** A request, independent of the host: `node:http` and a fetch handler can both provide it. */
export interface Call {
  /** As sent, in upper case (`GET`). */
  method: string
  /** Path and query as sent, still percent-encoded (`/v1/users/me?fields=id`). */
  target: string
  /** Scheme and host that the caller used (`http://127.0.0.1:4000`); the default origin of links. */
  origin: string
  /** Returns a header by its lower-case name. */
  header(name: string): string | undefined
  /** The network address of the caller, if there is one. */
  peer?: string | undefined
  /** The bytes of the request body; empty if there is none. */
  body: Uint8Array
}

/** A complete response; the headers include `content-type`. */
export interface Reply {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}

/** Splits a request target; both parts stay percent-encoded. */
export function splitTarget(target: string): { path: string; query: string } {
  const mark = target.indexOf('?')
  return mark < 0
    ? { path: target, query: '' }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) }
}

/**
 * Removes the secret of an activation link from a target or path, for messages, logs and records: readers could still
 * use the link. Also applies to paths that only resemble one, because such a request has not used the link up.
 */
export const withoutSecret = (target: string): string =>
  target.replace(/^([^?]*?\/activations\/+)[^?]+/i, '$1[redacted]')
