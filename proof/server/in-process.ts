import { createPlainPasswords } from '../../mock/engine/authentication.js'
import type { Handler, Mail, Ports, Store } from '../../server/core/index.js'

/** The ports of a server that runs within this process; its mails are added to the list. */
export function createPorts(store: Store, mails: Mail[]): Ports {
  let last = 0
  const next = () => `${++last}`.padStart(24, '0')
  return {
    store,
    clock: { now: Date.now },
    // Hashing passwords is slow and does not affect any response.
    passwords: createPlainPasswords(),
    // A copy, because a wrong mail may have any shape.
    mailer: { keep: mail => () => void mails.push({ ...mail }) },
    ids: { user: next, schedule: next, secret: next },
    // Ignored, because a fault may break the server on purpose: the kit notices the status 500.
    log: { defect() {} },
  }
}

interface FetchOptions {
  method: string
  headers: Record<string, string>
  body?: string
}

const encoder = new TextEncoder()

/** A `fetch` that calls a handler directly. It supports only as much of the interface as the kit uses. */
export const fetchFrom = (handler: Handler): typeof globalThis.fetch =>
  (async (url: string, { method, headers, body = '' }: FetchOptions) => {
    const path = url.indexOf('/', 'https://'.length)
    const response = await handler({
      method,
      target: url.slice(path),
      origin: url.slice(0, path),
      header: name => headers[name],
      body: encoder.encode(body),
    })
    return {
      status: response.status,
      headers: Object.entries(response.headers),
      // The kit reads a body in parts, tests read it whole.
      body: [encoder.encode(response.body)],
      text: async () => response.body,
    }
  }) as unknown as typeof globalThis.fetch
