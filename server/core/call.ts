/** A request, whichever body received it: what `node:http` and a fetch handler both can say. */
export interface Call {
  /** As sent, in upper case (`GET`). */
  method: string
  /** Path and query as sent, still percent-encoded (`/v1/users/me?fields=id`). */
  target: string
  /** Scheme and host the caller used (`http://127.0.0.1:4000`): the origin of links when none is configured. */
  origin: string
  /** A header by its lower-case name. */
  header(name: string): string | undefined
  /** The network address of the caller, where there is one. */
  peer?: string | undefined
  /** The bytes of the request body; empty where there is none. */
  body: Uint8Array
}

/** An answer, ready to be sent: the text is complete, `content-type` included in the headers. */
export interface Reply {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}

/** The parts of a request target, split and nothing more: both are still percent-encoded. */
export function splitTarget(target: string): { path: string; query: string } {
  const mark = target.indexOf('?')
  return mark < 0
    ? { path: target, query: '' }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) }
}

/**
 * A target or path without the secret of an activation link: for messages, logs and records, where it would still let
 * whoever reads it follow the link. Also where the path only resembles one, for such a request has used nothing up.
 */
export const withoutSecret = (target: string): string =>
  target.replace(/^([^?]*?\/activations\/+)[^?]+/i, '$1[redacted]')
