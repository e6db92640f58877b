import * as z from 'zod'
import { Refusal, reply, suggest } from '../core/index.js'
import { type ControlOperation, controlOperation } from './control-operation.js'
import { failure } from './failures.js'
import { latency } from './latency.js'
import { limitRates, rateLimit } from './rate-limit.js'
import { responseVariants } from './variety.js'

const data = (value: unknown, status = 200) => reply(status, JSON.stringify({ success: true, data: value }))

/** What a client has to cope with: slow answers, failures, a rate limit, and forms that the document permits. */
export const faultOperations: readonly ControlOperation[] = [
  controlOperation({
    method: 'GET',
    path: '/_control/latency',
    summary: 'Read how long answers wait, in milliseconds',
    run: ({ controlled: { faults } }) => data({ ms: faults.delay.read() }),
  }),
  controlOperation({
    method: 'PUT',
    path: '/_control/latency',
    summary: 'Let answers wait: {"ms": NUMBER}, or {"ms": [LEAST, MOST]}',
    body: z.strictObject({ ms: latency }),
    run({ body, controlled: { faults } }) {
      faults.delay.set(body.ms)
      return data({ ms: faults.delay.read() })
    },
  }),
  controlOperation({
    method: 'GET',
    path: '/_control/failures',
    summary: 'List the failures to come',
    run: ({ controlled: { faults } }) => data(faults.failures.list()),
  }),
  controlOperation({
    method: 'POST',
    path: '/_control/failures',
    summary:
      'Let requests fail: {"with": STATUS or "network error"}; and "operation", "times" (1, or "always"), "when" ("before", or "after" it was done), "code", "message", "headers"',
    body: failure,
    run: ({ body, controlled: { faults } }) => data(faults.failures.plan(body), 201),
  }),
  controlOperation({
    method: 'DELETE',
    path: '/_control/failures',
    summary: 'End all failures to come',
    run({ controlled: { faults } }) {
      faults.failures.clear()
      return data([])
    },
  }),
  controlOperation({
    method: 'DELETE',
    path: '/_control/failures/{failureId}',
    summary: 'End a failure to come, by its id',
    run({ params: { failureId = '' }, controlled: { faults } }) {
      if (!faults.failures.cancel(Number(failureId))) {
        const ids = faults.failures.list().map(({ id }) => String(id))
        const message = `There is no failure ${failureId} to come, it may have been used up; ${suggest(failureId, ids)}`
        throw new Refusal('not_found', message)
      }
      return data(faults.failures.list())
    },
  }),
  controlOperation({
    method: 'PUT',
    path: '/_control/rate-limit',
    summary:
      'Give every account, or that of "email", a request_rate_limit: {"requests": NUMBER}; the counts start anew',
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
      'Answer in other permitted forms: {"collaborator_id": "string"} in creations, {"profile_completed": "integer"} in reads',
    body: responseVariants,
    run({ body, controlled: { service } }) {
      service.settings.variety = { ...service.settings.variety, ...body }
      return data(service.settings.variety)
    },
  }),
]
