import { safeTarget, safeText, senderOf } from '../server/control/index.js'
import type { Call, Reply } from '../server/core/index.js'

/*
 * The only place where a mock writes to the console: a page has no other way to tell its developer something.
 */

export function warn(message: string): void {
  // biome-ignore lint/suspicious/noConsole: see above
  console.warn(message)
}

/** Reports a defect of the mock itself. */
export function report(message: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: see above
  console.error(message, error)
}

const mistakeCodes = new Set(['unknown_path', 'method_not_allowed'])

/** Reports requests to the API that name no operation: the client itself may ignore a 404. */
export function createMistakeReporter(
  onMistake: (message: string) => void = warn,
): (call: Call, reply: Reply) => void {
  return (call, { status, body }) => {
    // A link that a browser opens is answered with a page. That is no mistake of the client.
    if ((status !== 404 && status !== 405) || !body.startsWith('{')) return
    const { error } = JSON.parse(body) as { error?: { code: string; message: string } }
    if (!error || !mistakeCodes.has(error.code)) return
    const { secrets } = senderOf(call)
    const url = call.origin + safeTarget(call.target, secrets)
    const message = `schedkit answered ${status} to ${call.method} ${url}: ${safeText(error.message, secrets)}`
    try {
      onMistake(message)
    } catch (problem) {
      report('schedkit called onMistake, which failed:', problem)
    }
  }
}
