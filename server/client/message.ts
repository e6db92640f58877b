import { type OperationId, routes } from '../core/operations/routes.js'
import type { Cancellable } from './types.js'

/** What a method takes: ids and query parameters by name, a body, a signal. */
export interface Input extends Cancellable {
  body?: object
  [parameter: string]: unknown
}

/** The parts of an HTTP request; `target` is its path and query. */
export interface Message {
  method: string
  target: string
  body: string | null
}

/** Puts ids into the path, and other parameters into the query. @throws a TypeError if an id is missing */
export function messageOf(operation: OperationId, { body, signal: _, ...parameters }: Input): Message {
  const [method = '', template = ''] = routes[operation].split(' ')
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = String(parameters[name] ?? '')
    delete parameters[name]
    // URLs drop dots as segments: the request would address something else.
    if (/^\.{0,2}$/.test(text)) throw new TypeError(`Failed to ${operation}: ${name} is "${text}"`)
    return encodeURIComponent(text)
  })
  if (method === 'PUT' && 'ids' in parameters && parameters.ids === undefined) {
    throw new TypeError(
      `Failed to ${operation}: ids is undefined, and without it all objects change. List ids, or leave the name out.`,
    )
  }
  const query = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(String(value))}`],
  )
  return {
    method,
    target: query.length > 0 ? `${path}?${query.join('&')}` : path,
    body: body === undefined ? null : JSON.stringify(body),
  }
}
