import type { Call } from '../server/core/index.js'
import type { Base } from './base.js'

/** A request of the Fetch API as the core takes it. */
export async function callOf(request: Request, base: Base): Promise<Call> {
  const url = new URL(request.url)
  return {
    method: request.method,
    target: base.targetOf(url),
    origin: base.originOf(url),
    header: name => request.headers.get(name) ?? undefined,
    body: request.body === null ? new Uint8Array() : new Uint8Array(await request.arrayBuffer()),
  }
}
