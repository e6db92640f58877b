import { splitTarget } from '../../../server/core/index.js'
import type { JsonSchema, OpenApiDocument } from '../../../server/core/openapi/index.js'
import type { Reference } from '../../../server/core/openapi/parameters.js'
import type { Response, ResponseOrReference } from '../../../server/core/openapi/responses.js'
import {
  componentNameOf,
  type DescribedOperation,
  type DescribedPath,
  declaredFor,
  parametersOf,
  pathFinder,
} from '../../../server/testing/documented/described.js'
import type { Exchange } from '../../../server/testing/documented/index.js'
import { parameterValue, queryOf } from '../../../server/testing/documented/request-check.js'
import { Usage } from './usage.js'

export const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** An exchange with the operation that it is one of: `none` if there is none. */
export interface Observed {
  exchange: Exchange
  operation: string
}

interface Known {
  document: OpenApiDocument
  usage: Usage
}

/** Where a response is, after its reference if it is one. */
function placeOf(
  { document }: Known,
  pointer: string,
  response: ResponseOrReference,
): [pointer: string, response: Response] {
  if (!('$ref' in response)) return [pointer, response]
  const place = response.$ref.slice('#/'.length)
  return [place, document.components.responses[place.split('/').at(-1) ?? ''] as Response]
}

/** Notes what exchanges make use of in a document. */
export function observe(document: OpenApiDocument, exchanges: readonly Exchange[]) {
  const known: Known = { document, usage: new Usage(document) }
  const find = pathFinder(document)
  const observed: Observed[] = []
  for (const exchange of exchanges) {
    const { path } = splitTarget(exchange.target)
    if (!path.startsWith('/v1/') || exchange.method === 'OPTIONS') continue
    const described = find(path)
    const method = exchange.method === 'HEAD' ? 'get' : exchange.method.toLowerCase()
    const operation = described?.operations[method]
    observed.push({ exchange, operation: operation?.operationId ?? 'none' })
    if (!described || !operation) {
      const name = componentNameOf(exchange.status)
      const response = name === undefined ? undefined : document.components.responses[name]
      if (response) seeContent(known, `components/responses/${name}`, response, exchange)
      continue
    }
    const at = `paths/${escaped(described.path)}`
    seeResponse(known, `${at}/${method}`, operation, exchange)
    if (exchange.status < 300) seeRequest(known, { at, method, described, operation }, exchange)
  }
  return { usage: known.usage, observed }
}

function seeResponse(known: Known, at: string, operation: DescribedOperation, exchange: Exchange): void {
  const { usage } = known
  const { status } = exchange
  const [key, declared] = declaredFor(operation, status)
  usage.meet(`${at}/responses`, key, true)
  if (!declared) return
  const [place, response] = placeOf(known, `${at}/responses/${key}`, declared)
  seeContent(known, place, response, exchange)
}

function seeContent({ usage, document }: Known, place: string, response: Response, exchange: Exchange): void {
  const { headers, target, body, method } = exchange
  const isInPart = queryOf(target).has('fields')
  for (const [name, { $ref }] of Object.entries(response.headers ?? {})) {
    const value = headers[name.toLowerCase()]
    usage.meet($ref.slice('#/'.length), 'there', value !== undefined && value !== null)
    const [, , , component = ''] = $ref.split('/')
    const { schema } = document.components.headers[component] as { schema: JsonSchema }
    const text = String(value)
    if (value)
      usage.see(`${$ref.slice('#/'.length)}/schema`, schema, schema.type === 'integer' ? Number(text) : text)
  }
  const content = response.content?.['application/json']
  const isJson = String(headers['content-type']).startsWith('application/json')
  if (!content?.schema || !isJson || method === 'HEAD') return
  const value = JSON.parse(body)
  usage.see(`${place}/content/application~1json/schema`, content.schema, value, isInPart)
}

interface Place {
  at: string
  method: string
  described: DescribedPath
  operation: DescribedOperation
}

function seeRequest(known: Known, { at, method, described, operation }: Place, exchange: Exchange): void {
  const query = queryOf(exchange.target)
  for (const reference of operation.parameters ?? []) seeParameter(known, reference, name => query.get(name))
  const names = described.path.split('/')
  const segments = splitTarget(exchange.target).path.split('/')
  for (const reference of described.parameters)
    seeParameter(known, reference, name => segments[names.indexOf(`{${name}}`)] ?? '')
  const { sent = '' } = exchange
  if (!operation.requestBody) return
  const value = JSON.parse(typeof sent === 'string' ? sent : new TextDecoder().decode(sent))
  const { schema } = operation.requestBody.content['application/json']
  known.usage.see(`${at}/${method}/requestBody/content/application~1json/schema`, schema, value)
}

function seeParameter(
  { usage, document }: Known,
  reference: Reference,
  textOf: (name: string) => string | null,
): void {
  const pointer = reference.$ref.slice('#/'.length)
  const [parameter] = parametersOf(document, [reference])
  if (!parameter) return
  const text = textOf(parameter.name)
  usage.meet(pointer, 'there', text !== null)
  if (text !== null)
    usage.see(`${pointer}/schema`, parameter.schema, parameterValue(document, parameter, text))
}
