import { safeTarget } from '../server/control/index.js'
import type { Call, Reply } from '../server/core/index.js'
import { warn } from './console.js'

/** What a request to the API has to be told of that names none of its operations. */
const codes = new Set(['unknown_path', 'method_not_allowed'])

/** Tells whoever develops a client of requests that can only be mistaken: the client itself may well swallow a 404. */
export function createMistakes(hear: (message: string) => void = warn): (call: Call, reply: Reply) => void {
  return ({ method, target, origin }, { status, body }) => {
    // A page, as a link in a browser is answered with, is no mistake of a client.
    if ((status !== 404 && status !== 405) || !body.startsWith('{')) return
    const { error } = JSON.parse(body) as { error?: { code: string; message: string } }
    if (!error || !codes.has(error.code)) return
    hear(`schedkit answered ${status} to ${method} ${origin}${safeTarget(target)}: ${error.message}`)
  }
}
