import { holds } from '../check/assertions.js'
import type { Reply } from '../http/exchange.js'
import type { JsonObject } from '../http/json.js'

/** Asserts that a member was refused, or reads without what a pattern matches: a target may trim its input. */
const takesNo =
  (pattern: RegExp, flaw: (member: string) => string, what: string) =>
  async (reply: Reply, member: string, read: () => Promise<readonly JsonObject[]>): Promise<void> => {
    if (!reply.ok) return
    for (const object of await read()) {
      holds(!pattern.test(String(object[member])), `${flaw(member)} is accepted and kept`, {
        expected: `a refusal, or the value without the ${what}`,
        actual: object[member],
        replies: [reply],
      })
    }
  }

/** For a value followed by a line end, which some patterns overlook. */
export const takesNoLineEnd = takesNo(/\s$/, member => `a line end after the ${member}`, 'line end')

/** For a text of two lines, in a member that must have one line. */
export const takesOneLine = takesNo(/[\r\n]/, member => `a line break within the ${member}`, 'line break')
