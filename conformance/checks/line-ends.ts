import { holds } from '../check/assertions.js'
import type { Reply } from '../http/exchange.js'
import type { JsonObject } from '../http/json.js'

/**
 * Asserts that a value with a line end behind it, which some patterns overlook, was refused, or is read without it: a target
 * may trim what it receives.
 */
export async function takesNoLineEnd(
  reply: Reply,
  member: string,
  read: () => Promise<readonly JsonObject[]>,
): Promise<void> {
  if (!reply.ok) return
  for (const object of await read()) {
    holds(!/\s$/.test(String(object[member])), `a line end after the ${member} is accepted and kept`, {
      expected: 'a refusal, or the value without the line end',
      actual: object[member],
      replies: [reply],
    })
  }
}

/** Asserts that a text of two lines was refused for a member that has one line, or is read as one line. */
export async function takesOneLine(
  reply: Reply,
  member: string,
  read: () => Promise<readonly JsonObject[]>,
): Promise<void> {
  if (!reply.ok) return
  for (const object of await read()) {
    holds(!/[\r\n]/.test(String(object[member])), `a line break within the ${member} is accepted and kept`, {
      expected: 'a refusal, or the value without the line break',
      actual: object[member],
      replies: [reply],
    })
  }
}
