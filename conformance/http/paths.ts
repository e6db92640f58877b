import type { BulkScope } from '../catalogue/rule.js'
/** Query parameters. Arrays are joined with unescaped commas; a string is sent unchanged. */
export type Query = string | Readonly<Record<string, string | number | readonly (string | number)[]>>

/** The account of the sender (section 4.4). */
export const me = '/v1/users/me'

/** Whether a path segment is `.` or `..`: a URL with it leads elsewhere, however it is escaped. */
export const isDotSegment = (text: string): boolean => /^(?:\.|%2e){1,2}$/i.test(text)

/**
 * Builds the URL of a request from parts, so that no path or query can lead to another host, or out of the base. Throws a
 * `RangeError` for a path with dot segments.
 */
export function urlOf(baseUrl: string, { path, query }: { path: string; query: string }): string {
  if (!path.startsWith('/') || path.split(/[/\\]/).some(isDotSegment))
    throw new RangeError(`"${path}" is not a path below ${baseUrl}.`)
  const url = new URL(baseUrl)
  url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`
  url.search = query
  return url.href
}

/** A schedule, with the paths of section 4. */
export interface Schedule {
  readonly id: string
  /** `/v1/schedules/{scheduleId}` */
  readonly path: string
  readonly resources: string
  readonly bookings: string
  readonly collaborators: string
}

export function scheduleOf(id: string): Schedule {
  const path = `/v1/schedules/${encodeURIComponent(id)}`
  return {
    id,
    path,
    resources: `${path}/resources`,
    bookings: `${path}/bookings`,
    collaborators: `${path}/collaborators`,
  }
}

/**
 * Returns path, from `/v1/schedules/` on, and query of a link in a list; undefined unless it is the full URL of one. Requests go
 * to the target whatever the host of a link: that may be a proxy, and credentials are for the target alone.
 */
export function partsOfLink(text: string): { path: string; query: string } | undefined {
  const { protocol, pathname, search } = new URL(URL.canParse(text) ? text : 'none:')
  const from = pathname.lastIndexOf('/v1/schedules/')
  return from >= 0 && /^https?:$/.test(protocol)
    ? { path: pathname.slice(from), query: search.slice(1) }
    : undefined
}

/** Serializes a query: commas and colons are kept, everything else is escaped, including `+` and spaces. */
export function queryText(query: Query | undefined): string {
  if (query === undefined) return ''
  if (typeof query === 'string') return query
  return Object.entries(query)
    .map(([name, value]) => `${escaped(name)}=${escaped([value].flat().join(','))}`)
    .join('&')
}

const escaped = (text: string) => encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':')

const zoned = /(?:Z|[+-]\d\d:?\d\d)$/i

/** Normalizes the value of a query parameter: the result is the same for ids in another order, or a time in another zone. */
export function meaningOf(parameter: string, value: string): string | number {
  if (parameter === 'ids' || parameter === 'fields') return [...new Set(value.split(','))].sort().join(',')
  return zoned.test(value) && !Number.isNaN(Date.parse(value)) ? Date.parse(value) : value
}

/** The rules that a failed preparation breaks, by the path of the request. */
const rulesOfPaths: readonly (readonly [
  path: RegExp,
  createdAndRead: string,
  updated: string,
  deleted?: string,
])[] = [
  [/^\/v1\/schedules\/[^/]+\/resources(?:\/[^/]+)?$/, 'RES-38', 'RES-40', 'RES-42'],
  [/\/bookings(?:\/[^/]+)?$/, 'BKG-28', 'BKG-26', 'BKG-37'],
  [/\/collaborators(?:\/[^/]+)?$/, 'COL-21', 'COL-22', 'COL-21'],
  [/^\/v1\/users\/me$/, 'AUTH-01', 'USER-28'],
]

const rulesOf = (path: string) => rulesOfPaths.find(([pattern]) => pattern.test(path))

/** The rule about a create on this path, or a read of it. */
export const createAndReadRule = (path: string) => rulesOf(path)?.[1] ?? 'ENV-01'

/** The rule about an update of this path. */
export const updateRule = (path: string) =>
  /\/(?:resources|bookings|collaborators)$/.test(path) ? 'BULK-01' : (rulesOf(path)?.[2] ?? 'ENV-01')

/** The rule about a DELETE of an object on this path. */
export const deleteRule = (path: string) => rulesOf(path)?.[3] ?? 'ENV-01'

const isWholeList = (list: string): list is 'resources' | 'bookings' | 'collaborators' =>
  list === 'resources' || list === 'bookings' || list === 'collaborators'

/** Returns the bulk request that a method and a path below a schedule make; none for `resources/{resourceId}/bookings`. */
export const bulkScopes = (method: string, list: string): readonly BulkScope[] =>
  (method === 'PUT' || method === 'DELETE') && isWholeList(list) ? [`${method} ${list}`] : []

/** Replaces the credentials of a URL, which end with the last @ before its path. */
export const withoutCredentials = (url: string, replacement = ''): string =>
  url.replace(/\/\/[^/?#]*@/, `//${replacement}`)
