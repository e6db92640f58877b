import { splitTarget } from '../../../server/core/index.js'
import type { JsonSchema, OpenApiDocument } from '../../../server/core/openapi/index.js'
import type { Parameter } from '../../../server/core/openapi/parameters.js'
import type { Response, ResponseOrReference } from '../../../server/core/openapi/responses.js'
import {
  componentNameOf,
  type DescribedOperation,
  type DescribedPath,
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

const readOf = (target: string): 0 | 1 => (queryOf(target).has('fields') ? 1 : 0)

function seeResponse(known: Known, at: string, operation: DescribedOperation, exchange: Exchange): void {
  const { usage } = known
  const { status } = exchange
  usage.meet(`${at}/responses`, String(status), true)
  const declared = operation.responses[status]
  if (!declared) return
  const [place, response] = placeOf(known, `${at}/responses/${status}`, declared)
  seeContent(known, place, response, exchange)
}

function seeContent({ usage, document }: Known, place: string, response: Response, exchange: Exchange): void {
  const { status, headers, target, body, method } = exchange
  for (const [name, { $ref }] of Object.entries(response.headers ?? {})) {
    const value = headers[name.toLowerCase()]
    usage.meet($ref.slice('#/'.length), 'there', value !== undefined && value !== null)
    const [, , , component = ''] = $ref.split('/')
    const { schema } = document.components.headers[component] as { schema: JsonSchema }
    const text = String(value)
    if (value)
      usage.see(
        `${$ref.slice('#/'.length)}/schema`,
        schema,
        schema.type === 'integer' ? Number(text) : text,
        0,
      )
  }
  const content = response.content?.['application/json']
  const isJson = String(headers['content-type']).startsWith('application/json')
  if (!content?.schema || !isJson || method === 'HEAD') return
  const value = JSON.parse(body)
  usage.see(`${place}/content/application~1json/schema`, content.schema, value, readOf(target))
  if (status >= 400) usage.see('components/schemas/Error', document.components.schemas.Error, value, 0)
}

interface Place {
  at: string
  method: string
  described: DescribedPath
  operation: DescribedOperation
}

function seeRequest({ usage }: Known, { at, method, described, operation }: Place, exchange: Exchange): void {
  const query = queryOf(exchange.target)
  for (const [index, parameter] of (operation.parameters ?? []).entries()) {
    const text = query.get(parameter.name)
    seeParameter(usage, `${at}/${method}/parameters/${index}`, parameter, text)
  }
  const names = described.path.split('/')
  const segments = splitTarget(exchange.target).path.split('/')
  for (const [index, parameter] of described.parameters.entries())
    seeParameter(
      usage,
      `${at}/parameters/${index}`,
      parameter,
      segments[names.indexOf(`{${parameter.name}}`)] ?? '',
    )
  const { sent = '' } = exchange
  if (!operation.requestBody) return
  const value = JSON.parse(typeof sent === 'string' ? sent : new TextDecoder().decode(sent))
  const { schema } = operation.requestBody.content['application/json']
  usage.see(`${at}/${method}/requestBody/content/application~1json/schema`, schema, value, 0)
}

function seeParameter(usage: Usage, pointer: string, parameter: Parameter, text: string | null): void {
  usage.meet(pointer, 'there', text !== null)
  if (text !== null) usage.see(`${pointer}/schema`, parameter.schema, parameterValue(parameter, text), 0)
}
