import type { Operation } from '../operations/operation.js'
import { type ErrorCode, statusOf } from '../wire/errors.js'
import type { OperationId } from '../wire/routes.js'
import { type Examples, refusalExamples } from './examples.js'
import { allow, challenge, counted, type Headers, mayBeCounted, mayRetry, retry } from './headers.js'
import { queryNames } from './parameters.js'
import { json, type Response, type ResponseReference } from './responses.js'
import { referenceTo } from './values.js'

/*
 * The responses to refused requests: one component per status, or per set of codes where a status has several. All have the
 * same form; each lists its codes.
 */

interface RefusalDef {
  codes: readonly ErrorCode[]
  description: string
  headers?: Headers
}

const understood = ['bad_request', 'bad_json', 'bad_query'] as const

const defs = {
  BadRequest: {
    codes: understood,
    description:
      'The request cannot be understood: an unknown query parameter, a wrong value of one, a body that is not a JSON object, or a body where there is none.',
    headers: mayBeCounted,
  },
  BadDeletion: {
    codes: [...understood, 'guard_missing'],
    description:
      'The request says neither `ids` nor `all=1`, or cannot be understood. Nothing has been deleted.',
    headers: mayBeCounted,
  },
  Unauthorized: {
    codes: ['unauthorized'],
    description: 'The credentials are missing or wrong.',
    headers: { ...mayBeCounted, ...challenge },
  },
  Viewer: {
    codes: ['forbidden'],
    description: 'You are a viewer of the schedule: only editors and the owner write.',
    headers: mayBeCounted,
  },
  NotOwner: {
    codes: ['forbidden'],
    description: 'Only the owner of the schedule sees and changes its collaborators.',
    headers: mayBeCounted,
  },
  ForeignPage: {
    codes: ['forbidden'],
    description: 'A web page of another origin, which the service does not allow, sent the request.',
  },
  NotFound: {
    codes: ['not_found'],
    description: 'No such schedule, or no access to it.',
    headers: counted,
  },
  // For requests that match no operation.
  UnknownPath: {
    codes: ['unknown_path'],
    description: 'There is nothing at this path.',
    headers: counted,
  },
  MethodNotAllowed: {
    codes: ['method_not_allowed'],
    description: 'The path does not have this method.',
    headers: { ...mayBeCounted, ...allow },
  },
  NameTaken: {
    codes: ['name_taken'],
    description: 'Another resource has this `name`.',
    headers: counted,
  },
  EmailTaken: {
    codes: ['email_taken'],
    description: 'Another account has this `email`.',
    headers: counted,
  },
  AlreadyCollaborator: {
    codes: ['already_collaborator'],
    description: 'The address, or the account that has it, is a collaborator of the schedule already.',
    headers: counted,
  },
  Invalid: {
    codes: ['invalid'],
    description: 'A value is invalid, or a field is unknown. Nothing has changed.',
    headers: counted,
  },
  TooManyRequests: {
    codes: ['rate_limited', 'too_many_guesses'],
    description: 'Too many requests, or too many wrong passwords.',
    headers: { ...mayBeCounted, ...retry },
  },
  Unavailable: {
    codes: ['overloaded', 'unavailable'],
    description: 'The service is overloaded, or its storage does not answer.',
    headers: { ...mayBeCounted, ...mayRetry },
  },
  /** Errors that can prevent any request from being answered, with statuses that no operation uses itself. */
  Refused: {
    codes: [
      ...(['request_timeout', 'body_too_large', 'url_too_long', 'expectation_failed'] as const),
      ...(['headers_too_large', 'internal'] as const),
    ],
    description:
      'What can happen to every request: it did not arrive in time (408), its body is larger than 1 MiB (413), its URL than 8 KiB (414) or its headers than 16 KiB (431), it expects something other than `100-continue` (417), or the service has a defect (500).',
    headers: mayBeCounted,
  },
  UnavailableForWrites: {
    codes: ['overloaded', 'unavailable', 'storage_full'],
    description:
      'The service is overloaded and has not begun with the request, its storage does not answer, or it cannot write.',
    headers: { ...mayBeCounted, ...mayRetry },
  },
} as const satisfies Record<string, RefusalDef>

type RefusalName = keyof typeof defs
type Access = Operation['access']

/** The codes of refusals that name each invalid value. */
const detailed: readonly ErrorCode[] = ['invalid']

/** The body of a refusal with one of these codes. */
function refusalBody(codes: readonly ErrorCode[]) {
  const isDetailed = codes.every(code => detailed.includes(code))
  const error = { properties: { code: { enum: [...codes] } }, ...(isDetailed && { required: ['details'] }) }
  return { allOf: [referenceTo('Refusal'), { properties: { error } }] }
}

/** A refusal with one of these codes, all of one status. */
export const refusalOf = (
  codes: readonly ErrorCode[],
  description: string,
  headers: Headers | undefined,
  examples: Examples,
): Response => ({
  description,
  ...(headers && { headers }),
  content: json(refusalBody(codes), examples),
})

/** Codes for which only one of several components has an example. */
const exampleCodes: Partial<Record<RefusalName, readonly ErrorCode[]>> = {
  BadDeletion: ['guard_missing'],
  UnavailableForWrites: ['storage_full'],
}

/** The operations whose refusals serve as examples of some components. */
const exampleOperation: Partial<Record<RefusalName, OperationId>> = {
  ForeignPage: 'changeMe',
  NotOwner: 'listCollaborators',
}

/** Every refusal, by the name of its component. */
export const refusalResponses = (): Record<RefusalName, Response> =>
  Object.fromEntries(
    (Object.entries(defs) as [RefusalName, RefusalDef][]).map(([name, { codes, description, headers }]) => {
      const examples = refusalExamples(exampleOperation[name] ?? 'any', exampleCodes[name] ?? codes)
      return [name, refusalOf(codes, description, headers, examples)]
    }),
  ) as Record<RefusalName, Response>

/** Groups codes by status, in ascending order. */
function byStatus(codes: readonly ErrorCode[]): [status: number, codes: ErrorCode[]][] {
  const groups = new Map<number, ErrorCode[]>()
  for (const code of codes) groups.set(statusOf[code], [...(groups.get(statusOf[code]) ?? []), code])
  return [...groups].sort(([one], [other]) => one - other)
}

const isShared = (code: ErrorCode) => (defs.Refused.codes as readonly ErrorCode[]).includes(code)

/** Refusals for a missing role mean something else if only the owner may do something, or if the operation needs no role. */
const forbidden = (access: Access): RefusalName =>
  access === 'account' ? 'ForeignPage' : access === 'editor' ? 'Viewer' : 'NotOwner'

/** The component for some of an operation's codes. */
function nameOf(codes: readonly ErrorCode[], access: Access): RefusalName {
  if (codes[0] === 'forbidden') return forbidden(access)
  const found = (Object.entries(defs) as [RefusalName, RefusalDef][]).find(
    ([, each]) => String(each.codes) === String(codes),
  )
  if (!found) throw new Error(`Failed to describe a refusal: no component has the codes ${codes.join(', ')}`)
  return found[0]
}

const reference = (name: RefusalName): ResponseReference => ({ $ref: `#/components/responses/${name}` })

/** The refusals of an operation by status, with their meaning for it; those of every request come last. */
export const refusalReferences = (
  codes: readonly ErrorCode[],
  access: Access,
  texts: Readonly<Record<number, string>> = {},
): [status: string, response: ResponseReference][] => [
  ...byStatus(codes.filter(code => !isShared(code))).map(([status, some]): [string, ResponseReference] => {
    const text = texts[status]
    return [
      String(status),
      { ...reference(nameOf(some, access)), ...(text !== undefined && { description: text }) },
    ]
  }),
  ['default', reference('Refused')],
]

/** The codes with which an operation refuses a request. */
export function codesOf({ id, method, path, access, body, mode, ...operation }: Operation): ErrorCode[] {
  const names = queryNames(operation as Operation)
  const members = Object.keys((body?.schema as { shape?: object } | undefined)?.shape ?? {})
  return [
    ...understood,
    ...(method === 'DELETE' && names.length > 0 ? (['guard_missing'] as const) : []),
    'unauthorized',
    ...(method !== 'GET' || access === 'owner' ? (['forbidden'] as const) : []),
    ...(access === 'account' ? [] : (['not_found'] as const)),
    ...conflictOf(path, members),
    ...(body ? (['invalid'] as const) : []),
    ...(['body_too_large', ...always, ...(mode === 'write' ? ofWrites : [])] as const),
  ]
}

/** The codes with which any request may be refused, whatever its operation. */
export const always = [
  ...(['request_timeout', 'url_too_long', 'expectation_failed', 'rate_limited', 'too_many_guesses'] as const),
  ...(['headers_too_large', 'internal', 'overloaded', 'unavailable'] as const),
] satisfies ErrorCode[]
export const ofWrites = ['storage_full'] as const satisfies ErrorCode[]

/** The code for a field whose value must be unique. */
function conflictOf(path: string, members: readonly string[]): ErrorCode[] {
  if (members.includes('name')) return ['name_taken']
  if (!members.includes('email')) return []
  return [path.includes('collaborators') ? 'already_collaborator' : 'email_taken']
}
