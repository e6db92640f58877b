import type { OpenApiDocument } from '../../core/openapi/index.js'
import type { Parameter, Reference } from '../../core/openapi/parameters.js'
import type { Response, ResponseOrReference } from '../../core/openapi/responses.js'
import type { JsonSchema } from '../../core/openapi/schemas.js'

/** An operation of the document. */
export interface DescribedOperation {
  operationId: string
  parameters?: readonly Reference[]
  requestBody?: { content: { 'application/json': { schema: JsonSchema } } }
  responses: Record<string, ResponseOrReference>
  /** Empty if it needs no credentials. */
  security?: readonly object[]
}

export interface DescribedPath {
  path: string
  parameters: readonly Reference[]
  operations: Readonly<Record<string, DescribedOperation>>
}

/** Resolves a reference to a component. */
export function follow<Value>(document: OpenApiDocument, value: Value | Reference): Value {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return value as Value
  const [, , kind = '', name = ''] = value.$ref.split('/')
  return (document.components as unknown as Record<string, Record<string, Value>>)[kind]?.[name] as Value
}

/** Resolves the parameters of an operation or a path. */
export const parametersOf = (document: OpenApiDocument, references: readonly Reference[] = []): Parameter[] =>
  references.map(reference => follow<Parameter>(document, reference))

/** Finds what the document says about the path of a request. */
export function pathFinder(document: OpenApiDocument): (path: string) => DescribedPath | undefined {
  const all = Object.entries(document.paths).map(([path, { parameters = [], ...operations }]) => ({
    segments: path.split('/'),
    described: { path, parameters, operations: operations as DescribedPath['operations'] },
  }))
  return path => {
    const sent = path.split('/')
    const fits = (segments: readonly string[]) =>
      segments.length === sent.length &&
      segments.every((segment, index) =>
        segment.startsWith('{') ? sent[index] !== '' : segment === sent[index],
      )
    return all.find(({ segments }) => fits(segments))?.described
  }
}

/** Returns the declared response of an operation for a status. */
export const declaredFor = (
  { responses }: DescribedOperation,
  status: number,
): [key: string, response: ResponseOrReference | undefined] => {
  const key = status in responses ? String(status) : 'default'
  return [key, responses[key]]
}

/** The component for responses to requests that match no operation, by status. */
export const componentNameOf = (status: number): string | undefined => componentNames[status]

/** Returns the declared response to requests that match no operation. */
export const componentOf = (document: OpenApiDocument, status: number): Response | undefined =>
  document.components.responses[componentNameOf(status) ?? '']

const ofEveryRequest = Object.fromEntries([408, 413, 414, 417, 431, 500].map(status => [status, 'Refused']))

const componentNames: Readonly<Record<number, string>> = {
  ...ofEveryRequest,
  401: 'Unauthorized',
  404: 'UnknownPath',
  405: 'MethodNotAllowed',
  429: 'TooManyRequests',
  503: 'Unavailable',
}
