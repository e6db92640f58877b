import type { ErrorCode, OpenApiDocument } from '../../core/index.js'
import type { Schema } from './forms.js'

/** A parameter, as the document describes it. */
export interface Parameter {
  name: string
  in: 'path' | 'query'
  required?: boolean
  description: string
  schema: Schema
}

interface Content {
  schema: Schema
  examples?: Record<string, { summary?: string; value: unknown }>
}

export interface Described {
  description: string
  headers?: Record<string, unknown>
  content?: Record<string, Content>
}

export interface Operation {
  operationId: string
  method: string
  path: string
  tags: readonly string[]
  summary: string
  description: string
  parameters: readonly Parameter[]
  requestBody?: { content: Record<string, Content> }
  responses: Readonly<Record<string, Described>>
}

const methods = ['get', 'post', 'put', 'delete']

/** The operations of a document in its order, each with all its parameters. */
export const operationsOf = ({ paths }: OpenApiDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, item]) => {
    const { parameters: shared = [] } = item as unknown as { parameters?: Parameter[] }
    return methods.flatMap(method => {
      const operation = item[method] as Operation | undefined
      if (!operation) return []
      const { parameters = [] } = operation
      return [{ ...operation, method: method.toUpperCase(), path, parameters: [...shared, ...parameters] }]
    })
  })

/** A document without references; a schema that was one still says which. */
export function dereferenced(document: OpenApiDocument): OpenApiDocument {
  const resolve = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(resolve)
    if (typeof part !== 'object' || part === null) return part
    const { $ref, ...own } = part as { $ref?: string }
    if ($ref === undefined) return mapped(part)
    const [, , kind = '', name = ''] = $ref.split('/')
    const components = document.components as unknown as Record<string, Record<string, object>>
    return { ...mapped(components[kind]?.[name] ?? {}), ...mapped(own), $ref }
  }
  const mapped = (part: object) =>
    Object.fromEntries(Object.entries(part).map(([name, value]) => [name, resolve(value)]))
  return mapped(document) as unknown as OpenApiDocument
}

/** The codes that a response may have, and the example of each, if there is one. */
export function refusalsOf({ content = {} }: Described): [code: ErrorCode, example: unknown][] {
  const { schema, examples = {} } = content['application/json'] ?? { schema: {} }
  const [, narrowing] = schema.allOf ?? []
  const codes = (narrowing?.properties?.error?.properties?.code?.enum ?? []) as ErrorCode[]
  return codes.map(code => [code, examples[code]?.value])
}

/** The message of a refusal. */
export const messageOf = (example: unknown): string =>
  (example as { error?: { message?: string } } | undefined)?.error?.message ?? ''
