import { type OperationId, routes } from '../core/wire/routes.js'
import type { Cancellable } from './types.js'

/** The arguments of a method: ids and query parameters by name, a body, a signal. */
export interface Input extends Cancellable {
  body?: object
  collect?: boolean | undefined
  [parameter: string]: unknown
}

/** The most that servers accept in a request: ids, and characters of a URL. Proxies also count the rest of the request line. */
const most = { ids: 1_000, url: 8_000 }

/** The parts of an HTTP request; `target` is its path and query. */
export interface Message {
  method: string
  target: string
  body: string | null
}

/** Puts ids into the path, and other parameters into the query. @throws a TypeError if an id is missing */
export function messageOf(
  operation: OperationId,
  { body, signal: _, collect: __, ...parameters }: Input,
): Message {
  const [method = '', template = ''] = routes[operation].split(' ')
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const { [name]: value } = parameters
    const text = String(value ?? '')
    delete parameters[name]
    // URLs drop segments of dots, so the request would address something else.
    if (/^\.{0,2}$/.test(text))
      throw new TypeError(`Failed to ${operation}: ${name} is ${JSON.stringify(value)}`)
    return encodeURIComponent(text)
  })
  if (method === 'PUT' && 'ids' in parameters && parameters.ids === undefined) {
    throw new TypeError(
      `Failed to ${operation}: ids is undefined, which would change all objects. List ids, or leave it out.`,
    )
  }
  const query = Object.entries(parameters).flatMap(([name, value]) =>
    // Commas separate ids and fields; escaped, they would take three times the space in a URL.
    value === undefined ? [] : [`${name}=${encodeURIComponent(String(value)).replaceAll('%2C', ',')}`],
  )
  return {
    method,
    target: query.length > 0 ? `${path}?${query.join('&')}` : path,
    body: body === undefined ? null : JSON.stringify(body),
  }
}

/** Splits ids into portions that fit a request, without duplicates: deleting an object that is already gone is refused. */
export function portionsOf(operation: OperationId, input: Input, base: string): unknown[][] {
  const room = most.url - base.length - messageOf(operation, { ...input, ids: '' }).target.length
  let portion: unknown[] = []
  const portions = [portion]
  let length = 0
  for (const id of new Set(input.ids as unknown[])) {
    length += `${id},`.length
    if (portion.length === most.ids || (length > room && portion.length > 0)) {
      portion = []
      portions.push(portion)
      length = `${id},`.length
    }
    portion.push(id)
  }
  return portions
}
