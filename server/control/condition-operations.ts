import * as z from 'zod'
import {
  dateText,
  instantOf,
  isInRange,
  type MovableClock,
  Refusal,
  refuseDetails,
  suggest,
  toTime,
} from '../core/index.js'
import { limitRates, rateLimit } from './accounts.js'
import { type ControlOperation, data, operation, operationWithBody } from './control-operation.js'
import { failure, operationOrSeveral } from './failures.js'
import { type Faults, responseVariants } from './faults.js'
import type { Hold } from './holds.js'
import { latency } from './latency.js'

const shownClock = (clock: MovableClock) => data({ now: dateText(clock.now()), frozen: clock.frozen })

const time = z.string({ error: 'must be a time such as "2026-03-29T00:59:00Z"' }).transform(toTime)

/** The time of the service. */
export const clockOperations: readonly ControlOperation[] = [
  operation('GET /_control/clock', 'Read the clock of the service', ({ clock }) => shownClock(clock)),
  operationWithBody(
    'PUT /_control/clock',
    'Set, freeze or run the clock: {"now": TIME, "frozen": true|false}; without a zone TIME is UTC',
    z.strictObject({
      now: time.optional(),
      frozen: z.boolean({ error: 'must be true or false' }).optional(),
    }),
    ({ clock }, { now, frozen }) => {
      const instant = now && instantOf(now, 'UTC')
      if (instant !== undefined && !isInRange(instant)) {
        throw refuseDetails('invalid', [{ path: 'now', message: 'must be within the years 0001 to 9999' }])
      }
      // Freezing first makes the clock show exactly the time that it is set to.
      if (frozen === true) clock.freeze()
      if (instant !== undefined) clock.set(instant * 1000)
      if (frozen === false) clock.run()
      return shownClock(clock)
    },
  ),
  operationWithBody(
    'POST /_control/clock/advance',
    'Advance the clock: {"seconds": NUMBER}; negative moves it back',
    z.strictObject({ seconds: z.number({ error: 'must be a number of seconds' }) }),
    ({ clock }, { seconds }) => {
      if (!isInRange(clock.now() / 1000 + seconds)) {
        throw refuseDetails('invalid', [
          { path: 'seconds', message: 'must keep the clock within the years 0001 to 9999' },
        ])
      }
      clock.advance(seconds * 1000)
      return shownClock(clock)
    },
  ),
  operation('DELETE /_control/clock', 'Go back to the real time', ({ clock }) => {
    clock.reset()
    return shownClock(clock)
  }),
]

function shownLatency({ delay }: Faults) {
  const operations = delay.readOwn()
  return data({ ms: delay.read(), ...(delay.dependsOnOperation() && { operations }) })
}

/** @throws {Refusal} if there is no hold with this id */
function holdOf({ holds }: Faults, id: string): Hold {
  const hold = holds.find(Number(id))
  if (hold) return hold
  const ids = holds.list().map(each => String(each.id))
  throw new Refusal('not_found', `There is no hold ${id}; it may have ended; ${suggest(id, ids)}`)
}

/** Conditions that a client must handle: slow responses, failures, a rate limit, and permitted variants of responses. */
export const faultOperations: readonly ControlOperation[] = [
  operation('GET /_control/latency', 'Read the delay of responses, in milliseconds', ({ faults }) =>
    shownLatency(faults),
  ),
  operationWithBody(
    'PUT /_control/latency',
    'Delay responses: {"ms": NUMBER}, or {"ms": [MIN, MAX]}; with "operation", only those of one operation or of several',
    z.strictObject({ ms: latency, operation: operationOrSeveral.optional() }),
    ({ faults }, { ms, operation }) => {
      faults.delay.set(ms, { operations: operation && [operation].flat() })
      return shownLatency(faults)
    },
  ),
  operation('GET /_control/failures', 'List the planned failures', ({ faults }) =>
    data(faults.failures.list()),
  ),
  operationWithBody(
    'POST /_control/failures',
    'Make requests fail: {"with": STATUS or "network error"}, and optionally "operation", "times" (1, or "always"), "when" ("before", or "after" the request took effect), "code", "message", "details", "headers"',
    failure,
    ({ faults }, body) => data(faults.failures.plan(body), 201),
  ),
  operation('DELETE /_control/failures', 'Cancel all planned failures', ({ faults }) => {
    faults.failures.clear()
    return data([])
  }),
  operation(
    'DELETE /_control/failures/{failureId}',
    'Cancel a planned failure by its id',
    ({ faults }, _, { failureId = '' }) => {
      if (!faults.failures.cancel(Number(failureId))) {
        const ids = faults.failures.list().map(({ id }) => String(id))
        const message = `There is no planned failure ${failureId}; it may have been used up; ${suggest(failureId, ids)}`
        throw new Refusal('not_found', message)
      }
      return data(faults.failures.list())
    },
  ),
  operation('GET /_control/holds', 'List the holds, and how many requests wait', ({ faults }) =>
    data(faults.holds.list()),
  ),
  operationWithBody(
    'POST /_control/holds',
    'Make requests wait until they are released: {}, or {"operation": NAME} for one operation or several',
    z.strictObject({ operation: operationOrSeveral.optional() }),
    ({ faults }, { operation }) => {
      const { id } = faults.holds.add({ operations: operation && [operation].flat() })
      return data(
        faults.holds.list().find(hold => hold.id === id),
        201,
      )
    },
  ),
  operation(
    'POST /_control/holds/{holdId}/release',
    'Answer the request of a hold that has waited longest, or else the next one to arrive',
    ({ faults }, _, { holdId = '' }) => {
      holdOf(faults, holdId).release()
      return data(faults.holds.list())
    },
  ),
  operation(
    'DELETE /_control/holds/{holdId}',
    'End a hold: all that wait are answered, and later requests pass',
    ({ faults }, _, { holdId = '' }) => {
      holdOf(faults, holdId).stop()
      return data(faults.holds.list())
    },
  ),
  operationWithBody(
    'PUT /_control/rate-limit',
    'Give every account, or that of "email", a request_rate_limit: {"requests": NUMBER}; counts restart',
    rateLimit,
    async ({ service }, body) => {
      await limitRates(service, body)
      return data({ requests: body.requests })
    },
  ),
  operationWithBody(
    'PUT /_control/variety',
    'Respond in other permitted forms: {"collaborator_id": "string"} in creations, {"profile_completed": "integer"} in reads',
    responseVariants,
    ({ service }, body) => {
      service.settings.variety = { ...service.settings.variety, ...body }
      return data(service.settings.variety)
    },
  ),
]
