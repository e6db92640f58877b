import { isNetworkError } from '../server/control/index.js'
import type { Reply } from '../server/core/index.js'

/** An answer of the core as a response of the Fetch API. */
export function responseTo(method: string, reply: Reply): Response {
  if (isNetworkError(reply)) return Response.error()
  const { status, headers, body } = reply
  return new Response(method === 'HEAD' ? null : body, { status, headers })
}
