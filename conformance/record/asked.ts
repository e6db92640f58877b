import { type Kind, membersOf } from '../catalogue/members.js'
import { hasZone, instantOf } from '../check/instants.js'
import type { SentRequest } from '../http/exchange.js'
import { isObject, type JsonObject, parseJson } from '../http/json.js'

/** What a request asks for, as far as the document defines it. */
export interface Asked {
  readonly method: string
  /** Undefined for a path that is not in section 4. */
  readonly kind: Kind | 'user' | undefined
  readonly schedule: string
  /** As in the path; undefined for a list. */
  readonly id: string | undefined
  /** The resource of `resources/{resourceId}/bookings`. */
  readonly resource: string | undefined
  /** The address in the credentials; empty without credentials. */
  readonly caller: string
  readonly query: AskedQuery
  /** The members of the body; undefined if it is not a JSON object. */
  readonly body: JsonObject | undefined
}

export interface AskedQuery {
  readonly given: URLSearchParams
  /** Undefined if it is not sent; `'odd'` if it is sent with a value that the document does not define. */
  readonly limit: number | 'odd' | undefined
  readonly offset: number | 'odd' | undefined
  readonly ids: readonly string[] | 'odd' | undefined
  readonly fields: readonly string[] | 'odd' | undefined
  /** Milliseconds since 1970; `'odd'` also for a time without a zone. */
  readonly from: number | 'odd' | undefined
  readonly until: number | 'odd' | undefined
}

const schedulePath =
  /^\/v1\/schedules\/([^/]+)\/(resources|bookings|collaborators)(?:\/([^/]+))?(\/bookings)?$/

const kinds = { resources: 'resource', bookings: 'booking', collaborators: 'collaborator' } as const

/** Parses a request. */
export function askedBy(request: SentRequest): Asked {
  const { method, path } = request
  const { kind, schedule, id, resource } = kindOf(path)
  const body = request.body === undefined ? undefined : parseJson(request.body)
  return {
    method,
    kind,
    schedule,
    id,
    resource,
    caller: callerOf(request.authorization),
    query: queryOf(request.query, kind),
    body: isObject(body) ? body : undefined,
  }
}

function kindOf(path: string): Pick<Asked, 'kind' | 'schedule' | 'id' | 'resource'> {
  if (path === '/v1/users/me') return { kind: 'user', schedule: '', id: undefined, resource: undefined }
  const [, schedule = '', list = '', id, bookings] = schedulePath.exec(path) ?? []
  const kind = (kinds as Record<string, Kind | undefined>)[list]
  if (bookings === undefined) return { kind, schedule: decoded(schedule), id, resource: undefined }
  const isKnown = kind === 'resource' && id !== undefined
  return {
    kind: isKnown ? 'booking' : undefined,
    schedule: decoded(schedule),
    id: undefined,
    resource: isKnown ? id : undefined,
  }
}

/** Unescapes a part of a path; one that can't be decoded stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function callerOf(authorization = ''): string {
  const [, token = ''] = /^Basic (\S+)$/i.exec(authorization) ?? []
  const text = Buffer.from(token, 'base64').toString('utf8')
  return text.includes(':') ? text.slice(0, text.indexOf(':')) : ''
}

const nothingAsked: AskedQuery = {
  given: new URLSearchParams(),
  ...{ limit: undefined, offset: undefined, ids: undefined, fields: undefined },
  ...{ from: undefined, until: undefined },
}

function queryOf(text: string, kind: Asked['kind']): AskedQuery {
  if (text === '') return nothingAsked
  const given = new URLSearchParams(text)
  const read = <T>(name: string, parse: (value: string) => T | undefined): T | 'odd' | undefined => {
    const [value, ...others] = given.getAll(name)
    if (value === undefined) return undefined
    return others.length > 0 ? 'odd' : (parse(value) ?? 'odd')
  }
  // Escaped commas have checks of their own: that they separate is only a SHOULD.
  const isPlain = !/%2c/i.test(text)
  const count = (value: string) => (/^\d{1,9}$/.test(value) ? Number(value) : undefined)
  const time = (value: string) => (hasZone(value) ? instantOf(value.replace(' ', 'T')) : undefined)
  return {
    given,
    limit: read('limit', count),
    offset: read('offset', count),
    ids: read('ids', value =>
      isPlain && /^[1-9]\d*(?:,[1-9]\d*)*$/.test(value) ? [...new Set(value.split(','))] : undefined,
    ),
    fields: read('fields', value => (isPlain ? fieldsOf(value, kind) : undefined)),
    from: read('time_min', time),
    until: read('time_max', time),
  }
}

function fieldsOf(value: string, kind: Asked['kind']): readonly string[] | undefined {
  const names = value.split(',')
  return kind !== undefined && names.every(name => Object.hasOwn(membersOf[kind], name)) ? names : undefined
}
