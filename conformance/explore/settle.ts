import { described } from '../runner/assertions.js'
import { meansSuccess, type Reply } from '../runner/reply.js'
import type { Expectation, World } from './world.js'

/** Holds an answer against what is right; the answer says how the story goes on. */
export function settle(world: World, reply: Reply, { acceptBreaks, refuseBreaks }: Expectation): boolean {
  if (reply.ok && acceptBreaks !== undefined) {
    world.differ(acceptBreaks, {
      message: `${described(reply)} must be refused, and was accepted`,
      expected: 'anything but "success": true',
      actual: reply.body,
      replies: [reply],
    })
  }
  if (!reply.ok && refuseBreaks !== undefined) {
    world.differ(meansSuccess(reply) ? 'ENV-03' : refuseBreaks, {
      message: `${described(reply)} must be accepted, and was not`,
      expected: 'a JSON object with "success": true',
      actual: reply.body ?? reply.text,
      replies: [reply],
    })
  }
  return reply.ok
}
