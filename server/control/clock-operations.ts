import * as z from 'zod'
import {
  instantOf,
  isInRange,
  type MovableClock,
  notATime,
  readTime,
  refuseDetails,
  reply,
} from '../core/index.js'
import { type ControlOperation, controlOperation } from './control-operation.js'

const shownClock = (clock: MovableClock) =>
  reply(
    200,
    JSON.stringify({
      success: true,
      data: { now: new Date(clock.now()).toISOString(), frozen: clock.frozen },
    }),
  )

const path = '/_control/clock'

const time = z
  .string({ error: 'must be a time such as "2026-03-29T00:59:00Z"' })
  .refine(text => readTime(text) !== undefined, { error: ({ input }) => notATime(String(input)) })

export const clockOperations: readonly ControlOperation[] = [
  controlOperation({
    method: 'GET',
    path,
    summary: 'Read the clock of the service',
    run: ({ controlled }) => shownClock(controlled.clock),
  }),
  controlOperation({
    method: 'PUT',
    path,
    summary:
      'Set the clock, stop it, or let it run: {"now": TIME, "frozen": true|false}; without a zone TIME is UTC',
    body: z.strictObject({
      now: time.optional(),
      frozen: z.boolean({ error: 'must be true or false' }).optional(),
    }),
    run({ body: { now, frozen }, controlled: { clock } }) {
      const written = now === undefined ? undefined : readTime(now)
      if (written) clock.set(instantOf(written, 'UTC') * 1000)
      if (frozen === true) clock.freeze()
      if (frozen === false) clock.run()
      return shownClock(clock)
    },
  }),
  controlOperation({
    method: 'POST',
    path: `${path}/advance`,
    summary: 'Move the clock: {"seconds": NUMBER}, negative to move it back',
    body: z.strictObject({
      seconds: z.number({ error: 'must be a number of seconds' }),
    }),
    run({ body, controlled: { clock } }) {
      if (!isInRange(clock.now() / 1000 + body.seconds)) {
        throw refuseDetails('invalid', [
          { path: 'seconds', message: 'must keep the clock within the years 0001 to 9999' },
        ])
      }
      clock.advance(body.seconds * 1000)
      return shownClock(clock)
    },
  }),
  controlOperation({
    method: 'DELETE',
    path,
    summary: 'Back to the real time',
    run({ controlled: { clock } }) {
      clock.reset()
      return shownClock(clock)
    },
  }),
]
