import type { JsonSchema, OpenApiDocument } from '../../core/openapi/index.js'
import type { Response } from '../../core/openapi/responses.js'
import { follow } from './described.js'
import type { Exchange } from './exchange.js'
import type { SchemaCheck } from './schema-check.js'

/** Headers of HTTP itself and of CORS, and headers of all responses of the service. */
const general =
  /^(?:content-(?:type|length)|date|connection|keep-alive|transfer-encoding|vary|access-control-.*|cache-control|x-content-type-options|x-request-id)$/
/** Headers of web pages. */
const ofPages = /^(?:content-security-policy|referrer-policy)$/

interface Header {
  required?: boolean
  schema: JsonSchema
}

/** Compares status, headers and body of a response with what the document declares. */
export function checkResponse(
  document: OpenApiDocument,
  declared: Response | undefined,
  { method, status, headers, body }: Exchange,
  check: SchemaCheck,
): string[] {
  if (!declared) return [`the status ${status} is not declared`]
  const type = String(headers['content-type']).split(';')[0] ?? ''
  const content = declared.content?.[type]
  if (!content) return [`the type ${type} is not declared`]
  const isPage = type === 'text/html'
  const problems = checkHeaders(document, declared, { headers, isPage }, check)
  if (isPage || method === 'HEAD') return problems
  const value = parsed(body)
  // Every refusal must also match the general schema.
  const { Refusal: general } = document.components.schemas
  const asError = status < 400 ? [] : check(general, value, 'the error')
  return [...problems, ...check(content.schema ?? {}, value, 'the body'), ...asError]
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function checkHeaders(
  document: OpenApiDocument,
  declared: Response,
  { headers, isPage }: Pick<Exchange, 'headers'> & { isPage: boolean },
  check: SchemaCheck,
): string[] {
  const known = new Map(
    Object.entries(declared.headers ?? {}).map(([name, header]) => [
      name.toLowerCase(),
      follow<Header>(document, header),
    ]),
  )
  const sent = Object.entries(headers).filter(([, value]) => value !== null && value !== undefined)
  const missing = [...known].filter(
    ([name, header]) => header.required && !sent.some(([each]) => each === name),
  )
  return [
    ...missing.map(([name]) => `the header ${name} is missing`),
    ...sent.flatMap(([name, value]) => {
      const header = known.get(name)
      if (header) return check(header.schema, valueIn(header, String(value)), `the header ${name}`)
      return general.test(name) || (isPage && ofPages.test(name))
        ? []
        : [`the header ${name} is not declared`]
    }),
  ]
}

const valueIn = ({ schema }: Header, text: string) =>
  schema.type === 'integer' && /^[0-9]+$/.test(text) ? Number(text) : text
