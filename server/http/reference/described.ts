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
  example?: unknown
  examples?: Record<string, { value: unknown }>
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
  responses: Readonly<Record<string, Described | { $ref: string }>>
}

const methods = ['get', 'post', 'put', 'delete']

/** The operations of a document in its order, each with all its parameters. */
export const operationsOf = ({ paths }: OpenApiDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, item]) => {
    const { parameters: shared = [] } = item as { parameters?: Parameter[] }
    return methods.flatMap(method => {
      const operation = item[method] as Operation | undefined
      if (!operation) return []
      const { parameters = [] } = operation
      return [{ ...operation, method: method.toUpperCase(), path, parameters: [...shared, ...parameters] }]
    })
  })

/** The codes that a response may have, and the example of each, if there is one. */
export function refusalsOf({ content = {} }: Described): [code: ErrorCode, example: unknown][] {
  const { schema, examples = {} } = content['application/json'] ?? { schema: {} }
  const codes = (schema.properties?.error?.properties?.code?.enum ?? []) as ErrorCode[]
  return codes.map(code => [code, examples[code]?.value])
}

/** The message of a refusal. */
export const messageOf = (example: unknown): string =>
  (example as { error?: { message?: string } } | undefined)?.error?.message ?? ''
