import * as z from 'zod'
import {
  instantOf,
  isInRange,
  type MovableClock,
  notATime,
  Refusal,
  readTime,
  refuseDetails,
  suggest,
} from '../core/index.js'
import { limitRates, rateLimit } from './accounts.js'
import { type ControlOperation, controlOperation, data } from './control-operation.js'
import { failure } from './failures.js'
import { latency, responseVariants } from './faults.js'

const shownClock = (clock: MovableClock) =>
  data({ now: new Date(clock.now()).toISOString(), frozen: clock.frozen })

const clockPath = '/_control/clock'

const time = z
  .string({ error: 'must be a time such as "2026-03-29T00:59:00Z"' })
  .refine(text => readTime(text) !== undefined, { error: ({ input }) => notATime(String(input)) })

export const clockOperations: readonly ControlOperation[] = [
  controlOperation({
    method: 'GET',
    path: clockPath,
    summary: 'Read the clock of the service',
    run: ({ controlled }) => shownClock(controlled.clock),
  }),
  controlOperation({
    method: 'PUT',
    path: clockPath,
    summary: 'Set, freeze or run the clock: {"now": TIME, "frozen": true|false}; without a zone TIME is UTC',
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
    path: `${clockPath}/advance`,
    summary: 'Advance the clock: {"seconds": NUMBER}; negative moves it back',
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
    path: clockPath,
    summary: 'Go back to the real time',
    run({ controlled: { clock } }) {
      clock.reset()
      return shownClock(clock)
    },
  }),
]

/** What a client has to cope with: slow answers, failures, a rate limit, and forms that the document permits. */
export const faultOperations: readonly ControlOperation[] = [
  controlOperation({
    method: 'GET',
    path: '/_control/latency',
    summary: 'Read the delay of responses, in milliseconds',
    run: ({ controlled: { faults } }) => data({ ms: faults.delay.read() }),
  }),
  controlOperation({
    method: 'PUT',
    path: '/_control/latency',
    summary: 'Delay responses: {"ms": NUMBER}, or {"ms": [MIN, MAX]}',
    body: z.strictObject({ ms: latency }),
    run({ body, controlled: { faults } }) {
      faults.delay.set(body.ms)
      return data({ ms: faults.delay.read() })
    },
  }),
  controlOperation({
    method: 'GET',
    path: '/_control/failures',
    summary: 'List the planned failures',
    run: ({ controlled: { faults } }) => data(faults.failures.list()),
  }),
  controlOperation({
    method: 'POST',
    path: '/_control/failures',
    summary:
      'Make requests fail: {"with": STATUS or "network error"}, and optionally "operation", "times" (1, or "always"), "when" ("before", or "after" the request took effect), "code", "message", "headers"',
    body: failure,
    run: ({ body, controlled: { faults } }) => data(faults.failures.plan(body), 201),
  }),
  controlOperation({
    method: 'DELETE',
    path: '/_control/failures',
    summary: 'Cancel all planned failures',
    run({ controlled: { faults } }) {
      faults.failures.clear()
      return data([])
    },
  }),
  controlOperation({
    method: 'DELETE',
    path: '/_control/failures/{failureId}',
    summary: 'Cancel a planned failure by its id',
    run({ params: { failureId = '' }, controlled: { faults } }) {
      if (!faults.failures.cancel(Number(failureId))) {
        const ids = faults.failures.list().map(({ id }) => String(id))
        const message = `There is no planned failure ${failureId}; it may have been used up;${suggest(failureId, ids)}`
        throw new Refusal('not_found', message)
      }
      return data(faults.failures.list())
    },
  }),
  controlOperation({
    method: 'PUT',
    path: '/_control/rate-limit',
    summary:
      'Give every account, or that of "email", a request_rate_limit: {"requests": NUMBER}; counts restart',
    body: rateLimit,
    async run({ body, controlled: { service } }) {
      await limitRates(service, body)
      return data({ requests: body.requests })
    },
  }),
  controlOperation({
    method: 'PUT',
    path: '/_control/variety',
    summary:
      'Respond in other permitted forms: {"collaborator_id": "string"} in creations, {"profile_completed": "integer"} in reads',
    body: responseVariants,
    run({ body, controlled: { service } }) {
      service.settings.variety = { ...service.settings.variety, ...body }
      return data(service.settings.variety)
    },
  }),
]
