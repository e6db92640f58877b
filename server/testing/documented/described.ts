import type { OpenApiDocument } from '../../core/openapi/index.js'
import type { Parameter } from '../../core/openapi/parameters.js'
import type { Response, ResponseOrReference } from '../../core/openapi/responses.js'
import type { JsonSchema } from '../../core/openapi/schemas.js'

/** An operation of the document. */
export interface DescribedOperation {
  operationId: string
  parameters?: readonly Parameter[]
  requestBody?: { content: { 'application/json': { schema: JsonSchema } } }
  responses: Record<string, ResponseOrReference>
  /** Empty if it needs no credentials. */
  security?: readonly object[]
}

export interface DescribedPath {
  path: string
  parameters: readonly Parameter[]
  operations: Readonly<Record<string, DescribedOperation>>
}

/** Follows a reference to a component. */
export function follow<Value>(document: OpenApiDocument, value: Value | { $ref: string }): Value {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return value as Value
  const [, , kind = '', name = ''] = value.$ref.split('/')
  return (document.components as unknown as Record<string, Record<string, Value>>)[kind]?.[name] as Value
}

/** Finds what the document says about the path of a request. */
export function pathFinder(document: OpenApiDocument): (path: string) => DescribedPath | undefined {
  const all = Object.entries(document.paths).map(([path, { parameters = [], ...operations }]) => ({
    segments: path.split('/'),
    described: { path, parameters, operations } as DescribedPath,
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

/** The component for what is answered to requests that name no operation, by status. */
export const componentNameOf = (status: number): string | undefined =>
  Object.entries(componentStatuses).find(([, of]) => of === status)?.[0]

/** What the document says of requests that name no operation. */
export const componentOf = (document: OpenApiDocument, status: number): Response | undefined =>
  document.components.responses[componentNameOf(status) ?? '']

const componentStatuses: Readonly<Record<string, number>> = {
  Unauthorized: 401,
  UnknownPath: 404,
  MethodNotAllowed: 405,
  RequestTimeout: 408,
  BodyTooLarge: 413,
  UrlTooLong: 414,
  ExpectationFailed: 417,
  TooManyRequests: 429,
  HeadersTooLarge: 431,
  InternalError: 500,
  Unavailable: 503,
}
