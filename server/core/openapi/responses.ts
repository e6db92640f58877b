import type { Operation } from '../operations/operation.js'
import type { Examples } from './examples.js'
import { successExample } from './examples.js'
import { counted, type Headers, location } from './headers.js'
import { queryNames } from './parameters.js'
import { type JsonSchema, type ObjectName, objectOf } from './schemas.js'
import { referenceTo } from './values.js'

export interface Content {
  schema?: JsonSchema
  examples?: Record<string, { value: unknown }>
}

export interface Response {
  description: string
  headers?: Headers
  content?: Record<string, Content>
  links?: object
}

/** A reference to a component, with its meaning for an operation. */
export interface ResponseReference {
  $ref: string
  description?: string
}

export type ResponseOrReference = Response | ResponseReference

export const json = (schema: JsonSchema, examples: Examples = {}): Record<string, Content> => ({
  'application/json': {
    schema,
    ...(Object.keys(examples).length > 0 && {
      examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
    }),
  },
})

const success: JsonSchema = { type: 'boolean', const: true }

/** The body of a successful response. */
export const envelope = (members: Record<string, JsonSchema>): JsonSchema => objectOf({ success, ...members })

/** The kind of response to a successful request. */
export type Kind = 'object' | 'list' | 'created' | 'done'

export function kindOf(operation: Operation): Kind {
  if (operation.method === 'POST') return 'created'
  if (operation.method !== 'GET') return 'done'
  return queryNames(operation).includes('limit') ? 'list' : 'object'
}

function newId(object: ObjectName): JsonSchema {
  const integer = referenceTo('Id')
  return object === 'Collaborator'
    ? { anyOf: [integer, { type: 'string', pattern: '^[1-9][0-9]*$', examples: ['1'] }] }
    : integer
}

const created = (object: ObjectName): JsonSchema => ({
  type: 'array',
  items: objectOf({ id: newId(object) }),
  minItems: 1,
  maxItems: 1,
})

/** How reads show an object: `strict` allows for fields excluded by `fields`. */
export type ReadSchema = (object: ObjectName) => JsonSchema

const schemaOf: Record<Kind, (object: ObjectName, read: ReadSchema) => JsonSchema> = {
  object: (object, read) => envelope({ data: read(object) }),
  list: (object, read) =>
    envelope({ data: { type: 'array', items: read(object) }, pagination: referenceTo('Pagination') }),
  created: object => envelope({ data: created(object) }),
  done: () => envelope({}),
}

const descriptionOf: Record<Kind, string> = {
  object: 'The object: the whole of it, or what `fields` names.',
  list: 'The objects of this page: each a whole one, or what `fields` names.',
  created: 'The `id` of the new object.',
  done: 'The request succeeded.',
}

const componentOf: Record<Kind, (object: ObjectName) => string> = {
  object: object => `${object}Read`,
  list: object => `${object}List`,
  created: object => `${object}Created`,
  done: () => 'Done',
}

const statusOf = (kind: Kind) => (kind === 'created' ? 201 : 200)

/** The component for the response to a successful request. */
export function successOf(
  operation: Operation,
  object: ObjectName,
): [status: string, response: ResponseReference] {
  const kind = kindOf(operation)
  return [String(statusOf(kind)), { $ref: `#/components/responses/${componentOf[kind](object)}` }]
}

/** The successful responses by component name; responses with the same name are identical. */
export function successResponses(
  all: readonly (readonly [Operation, ObjectName])[],
  read: ReadSchema,
  linksOf: (operation: Operation) => object,
): Record<string, Response> {
  const responses: Record<string, Response> = {}
  for (const [operation, object] of all) {
    const kind = kindOf(operation)
    responses[componentOf[kind](object)] ??= {
      description: descriptionOf[kind],
      headers: { ...counted, ...(kind === 'created' && location) },
      // The fields of objects have their own examples.
      content: json(
        schemaOf[kind](object, read),
        kind === 'object' || kind === 'list' ? {} : successExample(operation.id, statusOf(kind)),
      ),
      ...(kind === 'created' && { links: linksOf(operation) }),
    }
  }
  return responses
}
