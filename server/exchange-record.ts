import type { Record } from './control/index.js'
import type { Clock } from './core/index.js'
import type { Exchange } from './http/index.js'
import { claimedEmail, safeBody, safeTarget } from './redact.js'

/** What is kept of a body. */
const recordedCharacters = 16_384

/** A request and its answer as the control interface shows them: without credentials, and cut where they are long. */
export function recordOf({ call, reply, took }: Exchange, clock: Clock): Record {
  const as = claimedEmail(call)
  return {
    at: new Date(clock.now()).toISOString(),
    method: call.method,
    target: safeTarget(call.target),
    ...(as !== undefined && { as }),
    ...(call.body.length > 0 && { request: safeBody(call.body, recordedCharacters) }),
    status: reply.status,
    reply: reply.body.slice(0, recordedCharacters),
    took: Math.round(took * 10) / 10,
  }
}
