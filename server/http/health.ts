import { allowing, type Call, type Handler, type Reply, refused, reply, unmatched } from '../core/index.js'

const path = '/_health'
const methods = ['GET', 'HEAD']
const otherMethods = { kind: 'other methods' as const, methods, route: { method: 'GET', path } }

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
    if (methods.includes(call.method)) return tell()
    return call.method === 'OPTIONS' ? allowing(methods) : refused(unmatched(otherMethods, call.method, path))
  }
}
