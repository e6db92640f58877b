import { type CorsOrigins, corsHeaders, type Reply } from '../../server/core/index.js'
import { pageAddress } from './base.js'

/** Applies CORS to cross-origin requests, as a browser does. */
export interface Cors {
  /** Returns why a browser would block a request or its response; undefined if it would not. */
  problemOf(request: Request): string | undefined
  /** Returns the response as the page may see it. */
  shown(request: Request, reply: Reply): Reply
}

/** Request headers that need no preflight. */
const simpleRequestHeaders = /^(?:accept|accept-language|content-language|range)$/
const simpleContentType =
  /^(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\s*(?:;|$)/i
/** Request headers that browsers, or `fetch` of Node.js, add themselves. */
const ownRequestHeaders =
  /^(?:sec-.*|proxy-.*|accept-charset|accept-encoding|access-control-request-.*|connection|content-length|cookie|date|dnt|expect|host|keep-alive|origin|pragma|cache-control|priority|referer|save-data|te|trailer|transfer-encoding|upgrade|user-agent|via)$/
/** Response headers that every page may read. */
const simpleHeaders =
  /^(?:cache-control|content-language|content-length|content-type|expires|last-modified|pragma)$/
const simpleMethods = new Set(['GET', 'HEAD', 'POST'])

const split = (text = '') => text.split(', ')

/**
 * Applies the CORS rules, as a browser does between a page and the server. The origin is that of the page, or without a page,
 * as in Node.js, that of the Origin header.
 *
 * @param cors The origins that the server would allow; true allows that of the page.
 */
export function createCors(cors: true | CorsOrigins, baseOrigin: string): Cors {
  const pageOf = (request: Request): string | undefined => {
    const origin = pageAddress()?.origin ?? request.headers.get('origin') ?? undefined
    return origin === baseOrigin ? undefined : origin
  }
  const headersFor = (origin: string, method: string) =>
    corsHeaders({ origin, method, isPreflight: true }, cors === true ? [origin] : cors)

  return {
    problemOf(request) {
      const origin = pageOf(request)
      if (origin === undefined || request.method === 'OPTIONS') return undefined
      const allowed = headersFor(origin, 'OPTIONS')
      if (allowed['access-control-allow-origin'] === undefined) {
        return `pages of ${origin} are not allowed. Add it to the option cors, and to --cors of the server.`
      }
      if (request.credentials === 'include') {
        return "it asks for cookies (credentials: 'include', withCredentials), which the server does not allow. Leave that out."
      }
      const methods = split(allowed['access-control-allow-methods'])
      if (!simpleMethods.has(request.method) && !methods.includes(request.method)) {
        return `its method is none of ${methods.join(', ')}.`
      }
      const names = split(allowed['access-control-allow-headers'])
      const wrong = [...request.headers]
        .filter(([name, value]) => !isSimple(name, value))
        .map(([name]) => name)
        .find(name => !names.some(each => each.toLowerCase() === name))
      return wrong && `it has the header ${wrong}; the server allows ${names.join(', ')}.`
    },

    shown(request, reply) {
      const origin = pageOf(request)
      if (origin === undefined || reply.status === 0) return reply
      const added = headersFor(origin, request.method)
      if (request.method === 'OPTIONS') return { ...reply, headers: { ...reply.headers, ...added } }
      const exposed = split(added['access-control-expose-headers']).map(name => name.toLowerCase())
      const headers = Object.entries(reply.headers).filter(
        ([name]) => simpleHeaders.test(name) || exposed.includes(name),
      )
      return { ...reply, headers: Object.fromEntries(headers) }
    },
  }
}

const isSimple = (name: string, value: string) =>
  simpleRequestHeaders.test(name) ||
  ownRequestHeaders.test(name) ||
  (name === 'content-type' && simpleContentType.test(value))
