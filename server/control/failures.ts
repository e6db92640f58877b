import * as z from 'zod'
import {
  type ErrorCode,
  nearest,
  type OperationId,
  oneOf,
  operationIds,
  type Reply,
  reply,
  shown,
  statusOf,
} from '../core/index.js'

const operation = z.enum(operationIds)

/** Names the operation that was probably meant, for all 27 are too many to read. */
function problemOfOperation({ input }: { input?: unknown }): string {
  const isEmpty = Array.isArray(input) && input.length === 0
  const wrong = isEmpty ? input : [input].flat().find(name => !operation.safeParse(name).success)
  const near = typeof wrong === 'string' ? nearest(wrong, operationIds) : undefined
  const hint = near === undefined ? 'such as "listBookings"' : `did you mean "${near}"?`
  return `must be the name of an operation, or several in an array, not ${shown(wrong)}; ${hint}`
}

function problemOfOutcome({ input }: { input?: unknown }): string {
  const forms = 'a status from 400 to 599, or "network error"'
  return input === undefined ? `is required: ${forms}` : `must be ${forms}, not ${shown(input)}`
}

const problemOfTimes = ({ input }: { input?: unknown }) =>
  `must be a whole number from 1, or "always", not ${shown(input)}`

const status = z
  .int({ error: problemOfOutcome })
  .min(400, { error: problemOfOutcome })
  .max(599, { error: problemOfOutcome })

/** What only the connection knows; an answer that says otherwise can't be read. */
const ofTheConnection = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

function problemOf(name: string, value: string): string | undefined {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
    return `is not a header name: use letters, digits and hyphens, such as "retry-after"`
  }
  if (ofTheConnection.has(name.toLowerCase())) return 'is set by the connection; leave it out'
  if (!/^[\t\x20-\x7E\x80-\xFF]*$/.test(value)) {
    return `must be one line of ASCII or Latin-1, not ${shown(value)}`
  }
  return undefined
}

/** Headers of an answer, as an object of names and values; the names come out in lower case. */
export const failureHeaders = z
  .record(z.string(), z.string({ error: ({ input }) => `must be a string, not ${shown(input)}` }), {
    error: ({ input }) => `must be an object such as {"retry-after": "5"}, not ${shown(input)}`,
  })
  .superRefine((headers, context) => {
    for (const [name, value] of Object.entries(headers)) {
      const message = problemOf(name, value)
      if (message !== undefined) context.addIssue({ code: 'custom', path: [name], message })
    }
  })
  .transform(headers =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  )

/** A failure to come, as somebody asks for it. */
export const failure = z.strictObject({
  /** Which operation fails, or which of several; any request at all by default. */
  operation: z
    .union([operation, z.array(operation).min(1, { error: problemOfOperation })], {
      error: problemOfOperation,
    })
    .optional(),
  /** The status it is answered with, or a connection that is cut. */
  with: z.union([status, z.literal('network error')], { error: problemOfOutcome }),
  /** How many requests fail; one by default. */
  times: z
    .union([z.int({ error: problemOfTimes }).min(1, { error: problemOfTimes }), z.literal('always')], {
      error: problemOfTimes,
    })
    .default(1),
  /** Instead of what was asked for, which is the default, or after it was done, so that only the answer is lost. */
  when: oneOf(['before', 'after']).default('before'),
  /** `error.code` of the answer; the usual one of the status by default. */
  code: z.string({ error: 'must be a string' }).optional(),
  /** `error.message` of the answer. */
  message: z.string({ error: 'must be a string' }).optional(),
  /** Headers of the answer beside the usual ones, such as `retry-after`. */
  headers: failureHeaders.optional(),
})
export type FailureInput = z.input<typeof failure>
type Wanted = z.output<typeof failure>

/** A failure that was asked for, and how many requests it is still for. */
export type PlannedFailure = Wanted & { id: number; left: number | 'always' }

/** Lets requests fail that would not. */
export interface Failures {
  plan(wanted: Wanted): PlannedFailure
  list(): readonly PlannedFailure[]
  /** Ends one that was planned; false where it has ended already. */
  cancel(id: number): boolean
  clear(): void
  /** The failure of the next request for an operation, if there is one: the oldest that fits. It counts as used. */
  take(operation: OperationId | undefined): PlannedFailure | undefined
}

export function createFailures(): Failures {
  let planned: PlannedFailure[] = []
  let last = 0

  const fits = (wanted: Wanted, asked: OperationId | undefined) =>
    wanted.operation === undefined || (asked !== undefined && [wanted.operation].flat().includes(asked))

  function cancel(id: number): boolean {
    const before = planned.length
    planned = planned.filter(each => each.id !== id)
    return planned.length < before
  }

  return {
    plan(wanted) {
      last++
      const each = { ...wanted, id: last, left: wanted.times }
      planned.push(each)
      return { ...each }
    },
    list: () => planned.map(each => ({ ...each })),
    cancel,
    clear() {
      planned = []
      last = 0
    },
    take(operation) {
      const found = planned.find(each => fits(each, operation))
      if (!found) return undefined
      if (found.left !== 'always') {
        found.left--
        if (found.left === 0) cancel(found.id)
      }
      return found
    },
  }
}

const usualHeaders: { [status: number]: Readonly<Record<string, string>> } = {
  401: { 'www-authenticate': 'Basic realm="schedkit", charset="UTF-8"' },
  429: { 'retry-after': '30' },
  503: { 'retry-after': '30' },
}

/** What a client meets most, of the statuses that several codes have. */
const usualCodes: { [status: number]: ErrorCode } = {
  400: 'bad_request',
  404: 'not_found',
  409: 'name_taken',
  429: 'rate_limited',
  503: 'unavailable',
}

function usualCode(status: number): string {
  const [only] = Object.entries(statusOf).find(([, each]) => each === status) ?? []
  return usualCodes[status] ?? only ?? `status_${status}`
}

/** The answer to a request that was made to fail. */
export function failed({ with: outcome, code, message, headers }: Wanted): Reply {
  if (outcome === 'network error') return networkError
  const error = {
    code: code ?? usualCode(outcome),
    message: message ?? `This request was made to fail with ${outcome}`,
  }
  return reply(outcome, JSON.stringify({ success: false, error }), {
    ...usualHeaders[outcome],
    ...headers,
  })
}

/** No answer at all: the caller's connection is cut. Its status is 0, as that of `Response.error()` is. */
export const networkError: Reply = { status: 0, headers: {}, body: '' }

/** Is this no answer, but a connection to be cut? */
export const isNetworkError = ({ status }: Reply): boolean => status === 0
