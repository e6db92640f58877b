import type { Random } from '../../fixtures/factories/random.js'
import { type Collection, idsIn, type Scope } from './known-state.js'
import { anyTime } from './times.js'

const fieldNames: Record<Collection | 'me', readonly string[]> = {
  resources: ['id', 'name', 'note', 'link', 'text_bold', 'updated_at', 'schedule_id', 'custom_1'],
  bookings: ['id', 'start', 'end', 'start_utc', 'title', 'resource_id', 'all_day_display', 'created_at'],
  collaborators: ['id', 'email', 'user_role', 'user', 'schedule_id', 'updated_at'],
  me: ['id', 'email', 'timezone', 'profile_completed', 'request_rate_limit', 'updated_at'],
}
const unknownFields = [
  ...['', 'nmae', 'Name', '__proto__', 'constructor', ' id', 'password_hash', 'x'.repeat(120), '😀'],
]

/** A value of `fields`: mostly existing names. */
export function anyFields(random: Random, collection: Collection | 'me'): string {
  const names = Array.from({ length: random.whole(1, 4) }, () => random.pick(fieldNames[collection]))
  if (random.chance(0.15)) names.push(random.pick(unknownFields))
  return names.join(random.chance(0.95) ? ',' : random.pick([';', ', ', '%2C', ' ']))
}

const invalidIds = ['', 'x', '-1', '1.5', '1e2', ' 1', '0x1', '１', '007', '9'.repeat(400), 'NaN', '1_000']

/** A value of `ids`: ids of the schedule, and others unless it must be valid. */
export function anyIds(random: Random, scope: Scope): string {
  const { state, isValid, collection } = scope
  const ids = idsIn(scope, collection)
  const several = Array.from({ length: random.whole(1, 5) }, () => (ids.length > 0 ? random.pick(ids) : 1))
  if (isValid) return several.join(',')
  const foreign = state.ids.flatMap(each => each.ids).slice(0, 5)
  const unusual = [0, 1, 999_999, '9007199254740991', '9007199254740993', 1e20, ...foreign]
  const list = several.map(id => String(random.chance(0.85) ? id : random.pick(unusual)))
  if (random.chance(0.1)) list.push(list[0] ?? '1')
  if (random.chance(0.1)) list.push(...countTo(random.pick([25, 994, 999, 1_001])))
  if (random.chance(0.15)) list.push(random.pick(invalidIds))
  return list.join(random.chance(0.95) ? ',' : random.pick([';', ', ', ',,']))
}

const countTo = (last: number) => Array.from({ length: last }, (_, index) => String(index + 1))

const counts = ['0', '1', '2', '3', '5', '20', '21', '100', '007', '9007199254740993', '9'.repeat(400)]
const invalidCounts = ['', '-1', '1.5', 'x', ' 1', '1e2', '+1', '０', 'Infinity', '0x10']

const anyCount = (random: Random): string => random.pick(random.chance(0.9) ? counts : invalidCounts)

export type Parameter = [name: string, value: string]

/** The query parameters of a list. */
export function listParameters(random: Random, scope: Scope): Parameter[] {
  const { collection } = scope
  const isBookings = collection === 'bookings'
  const parameters: Parameter[] = []
  if (random.chance(0.4)) parameters.push(['limit', anyCount(random)])
  if (random.chance(0.3)) parameters.push(['offset', anyCount(random)])
  if (random.chance(0.25)) parameters.push(['fields', anyFields(random, collection)])
  if (random.chance(0.2)) parameters.push(['ids', anyIds(random, scope)])
  if (isBookings && random.chance(0.4)) parameters.push(['time_min', anyTime(random)])
  if (isBookings && random.chance(0.3)) parameters.push(['time_max', anyTime(random)])
  return random.chance(0.3) ? parameters.reverse() : parameters
}

/** Unknown, repeated, malformed and oddly escaped parameters. */
const unexpected: readonly string[] = [
  ['limit', 'limit=1&limit=1', 'offset=', '&', '&&=&', '=', '=1', 'Limit=1', 'idss=1', 'all=1'],
  ['all=2', 'me=1', 'fields=id&fields=name', '%69ds=1', 'ids=1%2C2', 'ids=%31', 'limit=%31'],
  ['limit=1%00', 'x=%', 'x=%zz', 'x=%ff', 'x=%ED%A0%80', 'x=a+b', 'time_min=2026-10-25T12:00+01:00'],
  ['time_min=2026-10-25+12:00', 'fields=%F0%9F%98%80', '__proto__=1', 'constructor=1', '?', 'a?b=c'],
  ['limit=5?offset=1', 'a[]=1', 'x=/../y'],
].flat()

/** The query string with its question mark; empty without parameters. */
export function queryString(random: Random, parameters: readonly Parameter[], isValid: boolean): string {
  const parts = parameters.map(([name, value]) => `${name}=${encode(random, value)}`)
  if (!isValid && random.chance(0.12)) parts.push(random.pick(unexpected))
  if (parts.length === 0) return random.chance(0.02) ? '?' : ''
  return `?${parts.join('&')}`
}

/** Escapes a value, but sometimes leaves commas, colons and plus signs unescaped. */
function encode(random: Random, value: string): string {
  const encoded = encodeURIComponent(value.toWellFormed())
  const kind = random.next()
  if (kind < 0.6) return encoded.replaceAll('%2C', ',').replaceAll('%3A', ':')
  if (kind < 0.7) return encoded.replaceAll('%20', '+')
  if (kind < 0.75) return encoded.replaceAll('%2B', '+').toLowerCase().replaceAll('%2b', '+')
  return encoded
}
