import {
  allowing,
  type Call,
  type Handler,
  type Reply,
  refused,
  reply,
  splitTarget,
  unmatched,
} from '../core/index.js'

/*
 * Whether requests can be sent to this process, and whether it has to be restarted.
 */

const paths = ['/_health', '/_health/live', '/_health/ready'] as const

type HealthPath = (typeof paths)[number]

const methods = ['GET', 'HEAD']

/** The path of a health check that a target is for. */
function pathOf(target: string): HealthPath | undefined {
  if (!target.startsWith('/_health')) return undefined
  const { path } = splitTarget(target)
  return paths.find(each => each === path)
}

/** Whether a target is that of a health check, which is answered however much is in progress. */
export const isHealthPath = (target: string): boolean => pathOf(target) !== undefined

/** Why no requests should be sent to a process, for people; a code has underscores. */
const reasons = {
  stopping: 'The server is about to stop. It still answers requests, until it accepts no more.',
  unreachable: 'The database does not answer.',
  recovery: 'The database is a standby: it accepts no writes until it is promoted.',
  'read-only': 'The database accepts no writes: its transactions are read-only.',
  'pool exhausted': 'No connection to the database is free: all are in use, and requests wait for them.',
  'newer schema': 'A newer version has changed the tables. Start this process again with that version.',
  failed: 'The storage has failed: nothing is written until the process starts again. Its log says why.',
} as const

type NotReady = keyof typeof reasons

/** Whether the storage answers. */
type StorageState = 'reachable' | 'unreachable' | 'failed'

export interface HealthOptions {
  storage(): Promise<StorageState>
  /** Why the storage does not answer; undefined if it does. @default it is unreachable */
  whyNotReady?: (() => Promise<Exclude<NotReady, 'stopping' | 'failed'> | undefined>) | undefined
  /** Whether the storage has failed until the process starts again; takes no time. */
  hasFailed(): boolean
  /** Whether the process is about to stop. */
  isStopping(): boolean
}

/**
 * Adds health checks to a service: `/_health/live` is 503 if only a restart helps, `/_health/ready` and `/_health` if no requests
 * should be sent to this process. They need no credentials and count against no limit. All who ask at the same time share one
 * answer of the storage.
 */
export function withHealth(answer: Handler, options: HealthOptions): Handler {
  const { storage, whyNotReady, hasFailed, isStopping } = options
  let asking: Promise<StorageState> | undefined

  function ask() {
    asking ??= storage().finally(() => {
      asking = undefined
    })
    return asking
  }

  const answers: Record<HealthPath, () => Reply | Promise<Reply>> = {
    // It does not wait for a database that is away: a restart would not bring that back.
    '/_health/live': () => stateReply('live', hasFailed() ? 'failed' : undefined),
    async '/_health/ready'() {
      const state = await ask()
      if (isStopping()) return stateReply('ready', 'stopping')
      if (state === 'unreachable') return stateReply('ready', (await whyNotReady?.()) ?? state)
      return stateReply('ready', state === 'failed' ? state : undefined)
    },
    async '/_health'() {
      const state = await ask()
      const isReady = state === 'reachable' && !isStopping()
      const body = { ready: isReady, storage: state, ...(isStopping() && { stopping: true }) }
      return reply(isReady ? 200 : 503, JSON.stringify(body))
    },
  }

  return (call: Call) => {
    const path = pathOf(call.target)
    if (path === undefined) return answer(call)
    if (methods.includes(call.method)) return answers[path]()
    if (call.method === 'OPTIONS') return allowing(methods)
    const match = { kind: 'other methods' as const, methods, route: { method: 'GET', path } }
    return refused(unmatched(match, call.method, path))
  }
}

/** 200 `{"ready":true}`, or 503 with a code and a reason. */
function stateReply(what: 'live' | 'ready', why: NotReady | undefined): Reply {
  if (why === undefined) return reply(200, JSON.stringify({ [what]: true }))
  const body = { [what]: false, code: why.replace(/\W/g, '_'), reason: reasons[why] }
  return reply(503, JSON.stringify(body))
}
