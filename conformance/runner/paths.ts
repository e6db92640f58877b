import type { Query, Schedule } from './context.js'

/** The account of the sender (section 4.4). */
export const me = '/v1/users/me'

/** The paths of section 4. */
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

/** A query as it is sent: commas and colons are kept, everything else is escaped, including `+` and spaces. */
export function queryText(query: Query | undefined): string {
  if (query === undefined) return ''
  if (typeof query === 'string') return query
  return Object.entries(query)
    .map(([name, value]) => `${escaped(name)}=${escaped([value].flat().join(','))}`)
    .join('&')
}

const escaped = (text: string) => encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':')

/** The rules that a failed preparation breaks, by the path of the request. */
const kinds = [
  {
    pattern: /^\/v1\/schedules\/[^/]+\/resources(?:\/[^/]+)?$/,
    created: 'RES-38',
    read: 'RES-38',
    single: 'RES-40',
  },
  { pattern: /\/bookings(?:\/[^/]+)?$/, created: 'BKG-28', read: 'BKG-28', single: 'BKG-26' },
  { pattern: /\/collaborators(?:\/[^/]+)?$/, created: 'COL-21', read: 'COL-21', single: 'COL-22' },
  { pattern: /^\/v1\/users\/me$/, created: 'AUTH-01', read: 'AUTH-01', single: 'USER-28' },
] as const

const kindOf = (path: string) => kinds.find(({ pattern }) => pattern.test(path))

const isCollection = (path: string) => /\/(?:resources|bookings|collaborators)$/.test(path)

/** The rule that a create on this path must keep. */
export const createRule = (path: string) => kindOf(path)?.created ?? 'ENV-01'

/** The rule that a read of this path must keep. */
export const readRule = (path: string) => kindOf(path)?.read ?? 'ENV-01'

/** The rule that an update of this path must keep. */
export const updateRule = (path: string) =>
  isCollection(path) ? 'BULK-01' : (kindOf(path)?.single ?? 'ENV-01')
