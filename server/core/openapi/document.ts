import { linkTargets, operations } from '../operations/index.js'
import type { Operation } from '../operations/operation.js'
import { contractOf } from './contract.js'
import { descriptions, introduction, tags } from './descriptions.js'
import { documentSchemas, type FieldsName, fieldsOf, objectNames } from './document-schemas.js'
import { requestExamples } from './examples.js'
import { headers } from './headers.js'
import { describeLink } from './link.js'
import type { OpenApiDocument } from './openapi-document.js'
import { parameters, pathParameters, queryParameters } from './parameters.js'
import { codesOf, refusalReferences, refusalResponses } from './refusals.js'
import { type ReadSchema, type ResponseOrReference, successOf, successResponses } from './responses.js'
import { rulesAt, withRules } from './rules.js'
import type { JsonSchema, ObjectName } from './schemas.js'
import { defaultServer, sectionDocs, sectionLink } from './sections.js'
import { statusTexts } from './texts.js'
import { referenceTo } from './values.js'

type Tag = keyof typeof tags

const subjects: Record<string, [tag: Tag, object: ObjectName]> = {
  4.1: ['Resources', 'Resource'],
  4.2: ['Bookings', 'Booking'],
  4.3: ['Collaborators', 'Collaborator'],
  4.4: ['Account', 'User'],
}

const subjectOf = ({ section }: Operation) => subjects[section] as [Tag, ObjectName]

const readers: Record<Operation['access'], string> = {
  account: 'every account',
  viewer: 'everyone with access to the schedule',
  editor: 'editors and the owner of the schedule',
  owner: 'the owner of the schedule',
  'owner or self': 'the owner of the schedule, and for the collaborator',
}

/** Links a create to the read of the new object, which takes its id, as the other operations on it do. */
const linksOf = ({ path }: Operation) =>
  Object.fromEntries(
    operations
      .filter(
        other => other.method === 'GET' && other.path.startsWith(`${path}/{`) && other.path.endsWith('}'),
      )
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
  const { id, summary, access, body, method } = operation
  const [tag, object] = subjectOf(operation)
  const parameters = queryParameters(operation, object)
  const [status, response] = successOf(operation, object)
  const name = method === 'POST' ? `New${object}` : `${object}Change`
  const content = { schema: referenceTo(name), ...requestExamples(id) }
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: `${descriptions[id]} For ${readers[access]}.`,
    ...rulesAt(id),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: { 'application/json': content } } }),
    responses: Object.fromEntries<ResponseOrReference>([
      [status, response],
      ...refusalReferences(codesOf(operation), access, statusTexts(operation, object)),
    ]),
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
  for (const link of linkTargets) itemOf(link.path)[link.method.toLowerCase()] = describeLink(link)
  return paths
}

/** How reads show an object: whole or, in a strict document, also without the fields that `fields` excludes. */
const readSchemas: Record<Profile, ReadSchema> = {
  objects: referenceTo,
  strict: object => ({ anyOf: [referenceTo(object), referenceTo(`${object}Fields`)] }),
}

const fieldsSchemas = () =>
  Object.fromEntries(objectNames.map(name => [`${name}Fields`, fieldsOf(name)])) as Record<
    FieldsName,
    JsonSchema
  >

/**
 * How reads are described. `objects`: as whole objects, which generators need; a description says that `fields` leaves fields
 * out. `strict`: as whole objects or any part of them, for validating responses to requests with `fields`.
 */
export type Profile = 'objects' | 'strict'

export interface DocumentOptions {
  /** The base URL of the service, without `/v1`; it may have a path. @default http://127.0.0.1:4000 */
  server?: string
  /** How reads are described. @default objects */
  profile?: Profile
  /**
   * Leaves out what the interface does not demand but this service chose: error codes, statuses, its own limits. For
   * implementers of the interface. @default false
   */
  contract?: boolean
}

/** Describes the service in OpenAPI 3.1, from the table of operations and the contract. */
export function openApiDocument({
  server = defaultServer,
  profile = 'objects',
  contract = false,
}: DocumentOptions = {}): OpenApiDocument {
  const document = describe(profile)
  const text = JSON.stringify(contract ? contractOf(document) : document)
  // The placeholder is inside a JSON string, so its replacement must be escaped.
  return JSON.parse(text.replaceAll(defaultServer, JSON.stringify(server).slice(1, -1)))
}

const describe = (profile: Profile): OpenApiDocument => ({
  openapi: '3.1.0',
  info: {
    title: 'Scheduling API',
    version: '1.0.0',
    summary: 'Resources, bookings, collaborators and account settings of a scheduling service.',
    description: introduction,
    license: { name: 'MIT', identifier: 'MIT' },
  },
  ...rulesAt('document'),
  servers: [{ url: defaultServer }],
  security: [{ basic: [] }],
  tags: Object.entries(tags).map(([name, [description, section]]) => ({
    name,
    description,
    ...sectionDocs(section),
  })),
  paths: pathsOf(),
  components: {
    schemas: {
      ...withRules('schemas', documentSchemas),
      ...(profile === 'strict' && fieldsSchemas()),
    },
    parameters: withRules('parameters', parameters),
    responses: withRules('responses', {
      ...successResponses(
        operations.map(operation => [operation, subjectOf(operation)[1]]),
        readSchemas[profile],
        linksOf,
      ),
      ...refusalResponses(),
    }),
    headers,
    securitySchemes: {
      basic: {
        type: 'http',
        scheme: 'basic',
        description: `The e-mail address and the password of an account, in UTF-8 (${sectionLink('5')}).`,
        ...rulesAt('securitySchemes.basic'),
      },
    },
  },
})
