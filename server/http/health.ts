import { createRouter, type Handler, type Reply, reply, replyUnmatched, splitTarget } from '../core/index.js'

/*
 * Health checks: whether this process can receive requests, and whether it has to be restarted.
 */

const paths = ['/_health', '/_health/live', '/_health/ready'] as const

const router = createRouter(paths.map(path => ({ method: 'GET', path })))

/** Whether a target is a health check, which is answered regardless of the load. */
export const isHealthPath = (target: string): boolean => /^\/_health(?:\/live|\/ready)?(?:\?|$)/.test(target)

/** Why a process should not receive requests, for people. */
const reasons = {
  stopping: 'The server is about to stop. It still answers requests, until it accepts no more.',
  unreachable: 'The database does not answer.',
  recovery: 'The database is a standby: it accepts no writes until it is promoted.',
  read_only: 'The database accepts no writes: its transactions are read-only.',
  pool_exhausted: 'No connection to the database is free: all are in use, and requests wait for them.',
  newer_schema: 'A newer version has changed the tables. Start this process again with that version.',
  failed: 'The storage has failed: nothing is written until the process starts again. Its log says why.',
} as const

export type NotReady = keyof typeof reasons

export interface HealthOptions {
  /** Returns `reachable`, or why the storage cannot be used. */
  storage(): Promise<'reachable' | NotReady>
  /** Whether the storage has failed until a restart; returns immediately. */
  hasFailed(): boolean
  /** Whether the process is about to stop. */
  isStopping(): boolean
}

/**
 * Adds health checks to a service: `/_health/live` is 503 if only a restart helps, `/_health/ready` and `/_health` if this
 * process should not receive requests. They need no credentials and do not count towards any limit. Concurrent callers share
 * one answer of the storage.
 */
export function withHealth(answer: Handler, { storage, hasFailed, isStopping }: HealthOptions): Handler {
  let asking: ReturnType<typeof storage> | undefined

  function ask() {
    asking ??= storage().finally(() => {
      asking = undefined
    })
    return asking
  }

  const answers: Record<(typeof paths)[number], () => Reply | Promise<Reply>> = {
    // Does not wait for an unreachable database: a restart would not bring it back.
    '/_health/live': () => stateReply('live', hasFailed() ? 'failed' : undefined),
    async '/_health/ready'() {
      const state = await ask()
      if (isStopping()) return stateReply('ready', 'stopping')
      return stateReply('ready', state === 'reachable' ? undefined : state)
    },
    async '/_health'() {
      const state = await ask()
      const isReady = state === 'reachable' && !isStopping()
      const body = { ready: isReady, storage: state, ...(isStopping() && { stopping: true }) }
      return reply(isReady ? 200 : 503, JSON.stringify(body))
    },
  }

  return call => {
    if (!isHealthPath(call.target)) return answer(call)
    const { path } = splitTarget(call.target)
    const match = router.match(call.method, path)
    return match.kind === 'found' ? answers[match.route.path]() : replyUnmatched(match, call.method, path)
  }
}

/** 200 `{"ready":true}`, or 503 with a code and a reason. */
function stateReply(what: 'live' | 'ready', code: NotReady | undefined): Reply {
  const body = code === undefined ? { [what]: true } : { [what]: false, code, reason: reasons[code] }
  return reply(code === undefined ? 200 : 503, JSON.stringify(body))
}
