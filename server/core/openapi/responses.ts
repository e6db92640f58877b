import type { Operation } from '../operations/operation.js'
import { type ErrorCode, statusOf } from '../wire/errors.js'
import { type Examples, successExample } from './examples.js'
import {
  allow,
  challenge,
  counted,
  type Headers,
  location,
  mayBeCounted,
  mayRetry,
  retry,
} from './headers.js'
import { queryNames } from './parameters.js'
import { errorSchema, type JsonSchema, type ObjectName, objectOf } from './schemas.js'

export interface Content {
  schema?: JsonSchema
  examples?: Record<string, { value: unknown }>
}

export interface Response {
  description: string
  headers?: Headers
  content?: Record<string, Content>
}

export type ResponseOrReference = Response | { $ref: string }

const json = (schema: JsonSchema, examples: Examples = {}): Record<string, Content> => ({
  'application/json': {
    schema,
    ...(Object.keys(examples).length > 0 && {
      examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
    }),
  },
})

const success: JsonSchema = { type: 'boolean', const: true }
const componentOf = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
/** The body of a response that means success. */
export const envelope = (members: Record<string, JsonSchema>): JsonSchema => objectOf({ success, ...members })

/** The whole object, or the members of it that `fields` names. */
const readObject = (object: ObjectName): JsonSchema => ({
  anyOf: [componentOf(object), componentOf(`${object}Fields`)],
})

/** What an operation answers if it succeeds. */
export type Kind = 'object' | 'list' | 'created' | 'done'

export function kindOf(operation: Operation): Kind {
  if (operation.method === 'POST') return 'created'
  if (operation.method !== 'GET') return 'done'
  return queryNames(operation).includes('limit') ? 'list' : 'object'
}

function newId(object: ObjectName): JsonSchema {
  const integer: JsonSchema = { type: 'integer', minimum: 1 }
  return object === 'Collaborator'
    ? { anyOf: [integer, { type: 'string', pattern: '^[1-9][0-9]*$' }] }
    : integer
}

const created = (object: ObjectName): JsonSchema => ({
  type: 'array',
  items: objectOf({ id: newId(object) }),
  minItems: 1,
  maxItems: 1,
})

const successes: Record<Kind, [description: string, schema: (object: ObjectName) => JsonSchema]> = {
  object: ['The object.', object => envelope({ data: readObject(object) })],
  list: [
    'The objects of this page.',
    object =>
      envelope({ data: { type: 'array', items: readObject(object) }, pagination: componentOf('Pagination') }),
  ],
  created: ['The `id` of the new object.', object => envelope({ data: created(object) })],
  done: ['The request succeeded.', () => envelope({})],
}

/** The response to a request that succeeds. */
export function successOf(operation: Operation, object: ObjectName): [status: string, response: Response] {
  const kind = kindOf(operation)
  const [description, schema] = successes[kind]
  const status = kind === 'created' ? 201 : 200
  return [
    String(status),
    {
      description,
      headers: { ...counted, ...(kind === 'created' && location) },
      content: json(schema(object), successExample(operation.id, status)),
    },
  ]
}

/** The codes with which an operation refuses a request. */
export function codesOf({ id, method, path, access, body, mode, ...operation }: Operation): ErrorCode[] {
  const names = queryNames(operation as Operation)
  const members = Object.keys((body?.schema as { shape?: object } | undefined)?.shape ?? {})
  const isOfSchedule = access !== 'account'
  return [
    ...(['bad_request', 'bad_json', 'bad_query'] as const),
    ...(method === 'DELETE' && names.length > 0 ? (['guard_missing'] as const) : []),
    'unauthorized',
    ...(method !== 'GET' || access === 'owner' ? (['forbidden'] as const) : []),
    ...(isOfSchedule ? (['not_found'] as const) : []),
    ...conflictOf(path, members),
    ...(body ? (['invalid'] as const) : []),
    ...(['body_too_large', ...always, ...(mode === 'write' ? ofWrites : [])] as const),
  ]
}

/** The codes that any request may be refused with, whatever its operation. */
export const always = [
  ...(['request_timeout', 'url_too_long', 'expectation_failed', 'rate_limited', 'too_many_guesses'] as const),
  ...(['headers_too_large', 'internal', 'overloaded'] as const),
] satisfies ErrorCode[]
export const ofWrites = ['storage_full', 'unavailable'] as const satisfies ErrorCode[]

/** A member whose value must be unique. */
function conflictOf(path: string, members: readonly string[]): ErrorCode[] {
  if (members.includes('name')) return ['name_taken']
  if (!members.includes('email')) return []
  return [path.includes('collaborators') ? 'already_collaborator' : 'email_taken']
}

const refusals: Record<number, [description: string, headers: Headers]> = {
  400: ['The request cannot be understood, or lacks the guard against accidents.', mayBeCounted],
  401: ['The credentials are missing or wrong.', { ...mayBeCounted, ...challenge }],
  403: ['Your role does not allow it.', mayBeCounted],
  404: ['The object does not exist, or you have no access to it.', counted],
  405: ['The path does not have this method.', { ...mayBeCounted, ...allow }],
  408: ['The request did not arrive in time.', {}],
  409: ['Another object has this value, which must be unique.', counted],
  413: ['The body is larger than 1 MiB.', mayBeCounted],
  414: ['The URL is longer than 8 KiB.', {}],
  417: ['`Expect` asks for something other than `100-continue`.', {}],
  422: ['A value is invalid, or a field is unknown.', counted],
  429: ['Too many requests, or too many wrong passwords.', { ...mayBeCounted, ...retry }],
  431: ['The headers are larger than 16 KiB.', {}],
  500: ['A bug in the service.', mayBeCounted],
  503: ['The service is overloaded.', { ...mayBeCounted, ...retry }],
}

/**
 * A refusal with one of these codes, all of one status.
 *
 * @param isCounted Whether the request may have been counted before.
 */
export function refusalOf(
  status: number,
  codes: readonly ErrorCode[],
  examples: Examples,
  isCounted = true,
): Response {
  const [description, usual] = refusals[status] as (typeof refusals)[number]
  const headers = isCounted ? usual : {}
  const isBeyondWaiting = codes.includes('unavailable')
  return {
    description: isBeyondWaiting ? `${description.slice(0, -1)}, or cannot write.` : description,
    ...(Object.keys(headers).length > 0 && {
      headers: isBeyondWaiting ? { ...headers, ...mayRetry } : headers,
    }),
    content: json(errorSchema(codes, componentOf('ErrorDetail')), examples),
  }
}

/** Codes by their status, in ascending order. */
export function byStatus(codes: readonly ErrorCode[]): [status: number, codes: ErrorCode[]][] {
  const groups = new Map<number, ErrorCode[]>()
  for (const code of codes) groups.set(statusOf[code], [...(groups.get(statusOf[code]) ?? []), code])
  return [...groups].sort(([one], [other]) => one - other)
}
