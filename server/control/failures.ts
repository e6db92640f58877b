import * as z from 'zod'
import {
  type Call,
  type Detail,
  type ErrorCode,
  nearestOperation,
  networkError,
  type OperationId,
  oneOf,
  operationIds,
  type Reply,
  reply,
  shown,
  statusOf,
} from '../core/index.js'

const operation = z.enum(operationIds)

/** The end of a message about an unknown operation name: there are too many operations to list all 27. */
export function hintForOperation(typed: unknown): string {
  const near = typeof typed === 'string' ? nearestOperation(typed) : undefined
  return near === undefined
    ? 'such as "listBookings": section 4 of docs/interface.md has all names'
    : `did you mean "${near}"?`
}

function problemOfOperation({ input }: { input?: unknown }): string {
  const isEmpty = Array.isArray(input) && input.length === 0
  const wrong = isEmpty ? input : [input].flat().find(name => !operation.safeParse(name).success)
  return `must be the name of an operation, or several in an array, not ${shown(wrong)}; ${hintForOperation(wrong)}`
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

/** Headers that the connection sets; a response that overrides them could not be parsed. */
const ofTheConnection = /^(?:connection|content-length|keep-alive|te|trailer|transfer-encoding|upgrade)$/i

function problemOf(name: string, value: string): string | undefined {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
    return `is not a header name: use letters, digits and hyphens, such as "retry-after"`
  }
  if (ofTheConnection.test(name)) return 'is set by the connection; leave it out'
  if (!/^[\t\x20-\x7E\x80-\xFF]*$/.test(value)) {
    return `must be one line of ASCII or Latin-1, not ${shown(value)}`
  }
  return undefined
}

/** Response headers as an object of names and values; parsing lower-cases the names. */
const failureHeaders = z
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

const problemOfDetails = ({ input }: { input?: unknown }) =>
  `must be an array such as [{"path": "title", "message": "is too long"}], not ${shown(input)}`
const textOfDetail = z.string({
  error: ({ input }) => (input === undefined ? 'is required' : `must be a string, not ${shown(input)}`),
})

/** What is wrong with individual fields, as listed in a response. */
const details = z.array(z.strictObject({ path: textOfDetail, message: textOfDetail }), {
  error: problemOfDetails,
})

/** The name of one or more operations. */
export const operationOrSeveral = z.union(
  [operation, z.array(operation).min(1, { error: problemOfOperation })],
  { error: problemOfOperation },
)

/** The input for planning a failure; see `FailureInput`. */
export const failure = z.strictObject({
  operation: operationOrSeveral.optional(),
  with: z.union([status, z.literal('network error')], { error: problemOfOutcome }),
  times: z
    .union([z.int({ error: problemOfTimes }).min(1, { error: problemOfTimes }), z.literal('always')], {
      error: problemOfTimes,
    })
    .default(1),
  when: oneOf(['before', 'after']).default('before'),
  code: z.string({ error: 'must be a string' }).optional(),
  message: z.string({ error: 'must be a string' }).optional(),
  details: details.optional(),
  headers: failureHeaders.optional(),
})

/** A failure to plan. */
export type FailureInput = {
  /** One or more operations. @default any request */
  operation?: OperationId | OperationId[] | undefined
  /** The status of the response, from 400 to 599, or a dropped connection. */
  with: number | 'network error'
  /** The number of requests that fail. @default 1 */
  times?: number | 'always' | undefined
  /** `after`: the request takes effect and only its response is lost. @default "before" */
  when?: 'before' | 'after' | undefined
  /** `error.code` of the response. @default the usual code of the status */
  code?: string | undefined
  /** `error.message` of the response. @default a sentence with the status */
  message?: string | undefined
  /** `error.details` of the response: which fields are wrong, and why. @default none */
  details?: Detail[] | undefined
  /** Additional headers of the response, such as `retry-after`. */
  headers?: Record<string, string> | undefined
}
export type Failure = z.output<typeof failure>

/** A planned failure and how many requests are left. */
export type PlannedFailure = Failure & {
  /** Identifies the failure; starts at 1. */
  id: number
  /** How many requests are still to fail. */
  left: number | 'always'
}

/** The requests that a fault applies to. */
export interface Meant {
  /** Requests for one of these operations. @default any request */
  operations?: readonly OperationId[] | undefined
  /** An additional condition that the request must meet. */
  matches?: ((call: Call) => boolean) | undefined
}

/** Whether a fault applies to a request for an operation. */
export const fits = (
  { operations, matches }: Meant,
  call: Call,
  operation: OperationId | undefined,
): boolean =>
  (operations === undefined || (operation !== undefined && operations.includes(operation))) &&
  (matches === undefined || matches(call))

/** The planned failures. */
export interface Failures {
  plan(wanted: Failure, matches?: Meant['matches']): PlannedFailure
  list(): readonly PlannedFailure[]
  /** Cancels a planned failure; false if there is none with this id. */
  cancel(id: number): boolean
  clear(): void
  /** Takes the oldest failure that applies to a request and counts it as used. */
  take(call: Call, operation: OperationId | undefined): PlannedFailure | undefined
  /** Counts a failure as not used, because its request was given up before it was answered. */
  giveBack(failure: PlannedFailure): void
}

export function createFailures(): Failures {
  let planned: { failure: PlannedFailure; meant: Meant }[] = []
  /** The failures that are used up, in case a request gives one back. */
  let used = new WeakMap<PlannedFailure, Meant>()
  let last = 0

  function cancel(id: number): boolean {
    const before = planned.length
    planned = planned.filter(({ failure }) => failure.id !== id)
    return planned.length < before
  }

  return {
    plan(wanted, matches) {
      last++
      const failure: PlannedFailure = { ...wanted, id: last, left: wanted.times }
      const operations = wanted.operation === undefined ? undefined : [wanted.operation].flat()
      planned.push({ failure, meant: { operations, matches } })
      return { ...failure }
    },
    list: () => planned.map(({ failure }) => ({ ...failure })),
    cancel,
    // Ids are never reused, because a caller may still cancel a failure that was cleared.
    clear() {
      planned = []
      used = new WeakMap()
    },
    take(call, operation) {
      const found = planned.find(({ meant }) => fits(meant, call, operation))
      if (!found) return undefined
      const { failure, meant } = found
      if (failure.left !== 'always') {
        failure.left--
        if (failure.left === 0) {
          cancel(failure.id)
          used.set(failure, meant)
        }
      }
      return failure
    },
    giveBack(failure) {
      if (failure.left === 'always') return
      failure.left++
      const meant = used.get(failure)
      if (!meant) return
      used.delete(failure)
      planned = [...planned, { failure, meant }].sort((one, other) => one.failure.id - other.failure.id)
    },
  }
}

const usualHeaders: { [status: number]: Readonly<Record<string, string>> } = {
  401: { 'www-authenticate': 'Basic realm="schedkit", charset="UTF-8"' },
  429: { 'retry-after': '30' },
  503: { 'retry-after': '30' },
}

/** The most common code of each status that several codes share. */
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

/** The response to a request with a planned failure. */
export function failed({ with: outcome, code, message, details, headers }: Failure): Reply {
  if (outcome === 'network error') return networkError
  const error = {
    code: code ?? usualCode(outcome),
    message: message ?? `This request was made to fail with ${outcome}`,
    ...(details && { details }),
  }
  const body = JSON.stringify({ success: false, error })
  return { ...reply(outcome, body, { ...usualHeaders[outcome], ...headers }), error }
}
