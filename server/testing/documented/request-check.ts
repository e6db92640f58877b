import type { JsonSchema, OpenApiDocument } from '../../core/openapi/index.js'
import type { Parameter } from '../../core/openapi/parameters.js'
import { splitTarget } from '../../core/wire/call.js'
import { type DescribedOperation, type DescribedPath, follow, parametersOf } from './described.js'
import type { Exchange } from './exchange.js'
import type { SchemaCheck } from './schema-check.js'

/** A request in the terms of the document. */
export interface SentRequest {
  document: OpenApiDocument
  path: DescribedPath
  operation: DescribedOperation
  exchange: Exchange
}

/** Rules that JSON Schema cannot express, recognized by the message of the refusal. */
const beyondSchemas = [
  ...[/^must not be before start: /, /^must be within the years /, /^does not name a resource /],
  ...[/^is your own: /, /^must be a time such as /, /^must be a name in the tz database /],
  ...[/^contains half of a surrogate pair/],
  // A control character.
  ...[
    /^must start with http.*, not ".*(?:\\u|\p{Cc})/su,
    /^must be an e-mail address.*, not ".*(?:\\u|\p{Cc})/su,
  ],
  // The syntax of the query, as opposed to its values.
  ...[/ is given more than once; /, /^The query contains an invalid percent escape/],
]
const isBeyondSchemas = (message: string) => beyondSchemas.some(pattern => pattern.test(message))

/** Compares the outcome of a request with what the document says about requests. */
export function checkRequest(request: SentRequest, check: SchemaCheck): string[] {
  const { status, body } = request.exchange
  if (status < 300)
    return [...wrongQuery(request, check), ...wrongPath(request, check), ...wrongBody(request, check)]
  if (status !== 422 && status !== 400) return []
  const { code, message, details = [] } = JSON.parse(body || '{}').error ?? {}
  const messages = details.length > 0 ? details.map((each: { message: string }) => each.message) : [message]
  if (messages.every(isBeyondSchemas) || (code === 'invalid' && request.exchange.sent === undefined))
    return []
  if (code === 'invalid' && wrongBody(request, check).length === 0)
    return ['refused a body that the document permits']
  if (code === 'bad_query' && wrongQuery(request, check).length === 0)
    return ['refused a query that the document permits']
  return []
}

function wrongBody({ operation, exchange: { sent } }: SentRequest, check: SchemaCheck): string[] {
  if (sent === undefined || !operation.requestBody) return []
  const value = JSON.parse(typeof sent === 'string' ? sent : new TextDecoder().decode(sent))
  return check(operation.requestBody.content['application/json'].schema, value, 'the body of the request')
}

function wrongPath({ document, path, exchange }: SentRequest, check: SchemaCheck): string[] {
  const names = path.path.split('/')
  const sent = splitTarget(exchange.target).path
  const segments = sent.split('/')
  return parametersOf(document, path.parameters).flatMap(parameter => {
    const text = decodeURIComponent(segments[names.indexOf(`{${parameter.name}}`)] ?? '')
    return check(parameter.schema, parameterValue(document, parameter, text), parameter.name)
  })
}

function wrongQuery({ document, operation, exchange }: SentRequest, check: SchemaCheck): string[] {
  // Programs that follow the link in an e-mail may add parameters.
  if (operation.security?.length === 0) return []
  const known = parametersOf(document, operation.parameters)
  const sent = queryOf(exchange.target)
  const unknown = [...sent.keys()].filter(name => !known.some(parameter => parameter.name === name))
  return [
    ...unknown.map(name => `the query parameter ${name} is unknown`),
    ...known.flatMap(parameter => {
      const text = sent.get(parameter.name)
      if (text === null) return parameter.required ? [`the query lacks ${parameter.name}`] : []
      return check(parameter.schema, parameterValue(document, parameter, text), parameter.name)
    }),
  ]
}

/** Returns the parameters of a query. */
export const queryOf = (target: string): URLSearchParams =>
  new URLSearchParams(`&${splitTarget(target).query}`)

const number = (text: string) => (/^-?[0-9]+$/.test(text) ? Number(text) : text)

/** Parses the value of a parameter. */
export function parameterValue(
  document: OpenApiDocument,
  { name, schema }: Parameter,
  text: string,
): unknown {
  if (follow<JsonSchema>(document, schema as JsonSchema).type === 'integer') return number(text)
  // Repeated values count once.
  return ['ids', 'fields'].includes(name) ? [...new Set(text.split(','))].join() : text
}
