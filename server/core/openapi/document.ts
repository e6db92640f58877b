import { linkTargets, operations } from '../operations/index.js'
import type { Operation } from '../operations/operation.js'
import type { ErrorCode } from '../wire/errors.js'
import { activationDescription, descriptions, introduction, tagDescriptions } from './descriptions.js'
import { refusalExamples, requestExample, successExample } from './examples.js'
import { headers } from './headers.js'
import { pathParameters, queryParameters } from './parameters.js'
import {
  always,
  byStatus,
  type Content,
  codesOf,
  envelope,
  ofWrites,
  type Response,
  type ResponseOrReference,
  refusalOf,
  successOf,
} from './responses.js'
import { type JsonSchema, type ObjectName, objectOf, type SchemaName, schemas } from './schemas.js'

type Tag = keyof typeof tagDescriptions

/** An OpenAPI 3.1 document, as plain data. */
export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string; summary: string; description: string; license: object }
  servers: { url: string; description?: string }[]
  security: object[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, unknown>>
  components: {
    schemas: Record<SchemaName, JsonSchema>
    responses: Record<string, Response>
    headers: Record<string, object>
    securitySchemes: Record<string, object>
  }
}

const subjects: Record<string, [tag: Tag, object: ObjectName]> = {
  4.1: ['Resources', 'Resource'],
  4.2: ['Bookings', 'Booking'],
  4.3: ['Collaborators', 'Collaborator'],
  4.4: ['Account', 'User'],
}

const readers: Record<Operation['access'], string> = {
  account: 'for every account',
  viewer: 'for everyone with access to the schedule',
  editor: 'for editors and the owner',
  owner: 'for the owner of the schedule',
  'owner or self': 'for the owner of the schedule, and for the collaborator',
}

/** Refusals that every operation shares, by the names of their components. */
const shared = {
  Unauthorized: ['unauthorized'],
  RequestTimeout: ['request_timeout'],
  BodyTooLarge: ['body_too_large'],
  UrlTooLong: ['url_too_long'],
  ExpectationFailed: ['expectation_failed'],
  TooManyRequests: ['rate_limited', 'too_many_guesses'],
  HeadersTooLarge: ['headers_too_large'],
  InternalError: ['internal'],
  Unavailable: ['overloaded'],
  UnavailableForWrites: ['overloaded', 'storage_full', 'unavailable'],
  // Of requests that name no operation.
  UnknownPath: ['unknown_path'],
  MethodNotAllowed: ['method_not_allowed'],
} as const satisfies Record<string, readonly ErrorCode[]>

const nameOf = (codes: readonly ErrorCode[]) =>
  Object.entries(shared).find(([, each]) => String(each) === String(codes))?.[0]

function refusalsOf(
  id: string,
  codes: readonly ErrorCode[],
  isCounted: (status: number) => boolean,
): [string, ResponseOrReference][] {
  return byStatus(codes).map(([status, some]) => {
    const name = nameOf(some)
    return [
      String(status),
      name === undefined
        ? refusalOf(status, some, refusalExamples(id, status, some), isCounted(status))
        : { $ref: `#/components/responses/${name}` },
    ]
  })
}

/** The operations on the object that a create returns, which need its id. */
const linksOf = ({ path }: Operation) =>
  Object.fromEntries(
    operations
      .filter(other => other.path.startsWith(`${path}/{`) && other.path.endsWith('}'))
      .map(({ id, path: target }) => {
        const [own = '', ...others] = [...target.matchAll(/\{(\w+)\}/g)]
          .map(([, name = '']) => name)
          .reverse()
        const parameters = Object.fromEntries([
          ...others.map(name => [name, `$request.path.${name}`]),
          [own, '$response.body#/data/0/id'],
        ])
        return [id, { operationId: id, parameters }]
      }),
  )

function describeOperation(operation: Operation): object {
  const { id, section, summary, access, body, method } = operation
  const [tag, object] = subjects[section] as [Tag, ObjectName]
  const parameters = queryParameters(operation, object)
  const [status, response] = successOf(operation, object)
  const name = method === 'POST' ? `New${object}` : `${object}Change`
  const content = { schema: { $ref: `#/components/schemas/${name}` }, ...requestExample(id) }
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: `${descriptions[id]}\n\nSection ${section}, ${readers[access]}.`,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: { 'application/json': content } } }),
    responses: Object.fromEntries([
      [status, method === 'POST' ? { ...response, links: linksOf(operation) } : response],
      // An operation on the caller's own account answers 403 only because of the page that sends it, before anything is counted.
      ...refusalsOf(id, codesOf(operation), status => status !== 403 || access !== 'account'),
    ]),
  }
}

const webPage: Record<string, Content> = { 'text/html': { schema: { type: 'string' } } }

/** The target of the link in an activation e-mail. */
function describeLink(id: string): object {
  const codes: ErrorCode[] = ['bad_request', 'link_invalid', 'email_taken', ...always, ...ofWrites]
  const usable = codes.filter(code => code !== 'rate_limited' && code !== 'too_many_guesses')
  const schema = envelope({ data: objectOf({ email: { type: 'string', description: 'The new address.' } }) })
  const withPage = (response: Response): Response => ({
    description: response.description,
    content: { ...response.content, ...webPage },
  })
  const refusals = refusalsOf(id, usable, () => false).map(([status, response]) => [
    status,
    '$ref' in response || status === '400' ? response : withPage(response),
  ])
  const [value] = Object.values(successExample(id, 200))
  const examples = value === undefined ? {} : { examples: { activated: { value } } }
  const content = { 'application/json': { schema, ...examples } }
  return {
    operationId: id,
    tags: ['Links'],
    summary: 'Confirm a new e-mail address',
    description: `${activationDescription}\n\nSection 2.4, for everyone with the link.`,
    security: [],
    responses: {
      200: withPage({ description: 'The new address is valid.', content }),
      ...Object.fromEntries(refusals),
    },
  }
}

function pathsOf(): OpenApiDocument['paths'] {
  const paths: OpenApiDocument['paths'] = {}
  const itemOf = (path: string) => {
    const parameters = pathParameters(path)
    paths[path] ??= parameters.length > 0 ? { parameters } : {}
    return paths[path]
  }
  for (const operation of operations)
    itemOf(operation.path)[operation.method.toLowerCase()] = describeOperation(operation)
  for (const { id, path, method } of linkTargets) itemOf(path)[method.toLowerCase()] = describeLink(id)
  return paths
}

const sharedResponses = () =>
  Object.fromEntries(
    Object.entries(shared).map(([name, codes]) => {
      const [[status, some] = [0, []]] = byStatus(codes)
      return [name, refusalOf(status, some, refusalExamples('any', status, some))]
    }),
  )

/** The URL of a server that is started without options. */
export const defaultServer = 'http://127.0.0.1:4000'

/**
 * Describes the service in OpenAPI 3.1, from the table of operations and the contract.
 *
 * @param server The base URL of the service, without `/v1`. @default http://127.0.0.1:4000
 */
export const openApiDocument = ({ server = defaultServer }: { server?: string } = {}): OpenApiDocument => ({
  openapi: '3.1.0',
  info: {
    title: 'Scheduling API',
    version: '1',
    summary: 'Resources, bookings, collaborators and account settings of a scheduling service.',
    description: introduction,
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: server }],
  security: [{ basic: [] }],
  tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })),
  paths: pathsOf(),
  components: {
    schemas,
    responses: sharedResponses(),
    headers,
    securitySchemes: {
      basic: {
        type: 'http',
        scheme: 'basic',
        description: 'The e-mail address and the password of an account, in UTF-8 (section 5).',
      },
    },
  },
})
