import { type Call, type Handler, Refusal, type Reply, refused, reply } from '../core/index.js'

const path = '/_health'

/** Whether a target is that of the health check, which is answered however much is in progress. */
export const isHealthPath = (target: string): boolean => target === path || target.startsWith(`${path}?`)

export interface HealthOptions {
  /** `reachable`, or what is wrong. */
  storage(): Promise<string>
  /** Whether the process is about to stop. */
  isStopping(): boolean
}

/**
 * Adds `/_health` to a service: 200 if requests can be sent to this process, else 503. It needs no credentials and counts against no
 * limit. All who ask at the same time share one answer of the storage.
 */
export function withHealth(answer: Handler, { storage, isStopping }: HealthOptions): Handler {
  let asking: Promise<string> | undefined

  async function tell(): Promise<Reply> {
    asking ??= storage().finally(() => {
      asking = undefined
    })
    const state = await asking
    const isReady = state === 'reachable' && !isStopping()
    const body = { ready: isReady, storage: state, ...(isStopping() && { stopping: true }) }
    return reply(isReady ? 200 : 503, JSON.stringify(body))
  }

  return (call: Call) => {
    if (!isHealthPath(call.target)) return answer(call)
    if (call.method === 'GET' || call.method === 'HEAD') return tell()
    if (call.method === 'OPTIONS') return reply(200, '{"success":true}', { allow: 'GET, HEAD, OPTIONS' })
    return refused(notAllowed(call.method))
  }
}

const notAllowed = (method: string): Refusal =>
  new Refusal('method_not_allowed', `${method} is not allowed on this path; use GET, HEAD`, [], {
    allow: 'GET, HEAD',
  })
