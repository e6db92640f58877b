import type { Random } from '../../fixtures/factories/random.js'
import type { Memory, Noun } from './known-state.js'
import { anyTime } from './times.js'

const fieldNames: Record<Noun | 'me', readonly string[]> = {
  resources: ['id', 'name', 'note', 'link', 'text_bold', 'updated_at', 'schedule_id', 'custom_1'],
  bookings: ['id', 'start', 'end', 'start_utc', 'title', 'resource_id', 'all_day_display', 'created_at'],
  collaborators: ['id', 'email', 'user_role', 'user', 'schedule_id', 'updated_at'],
  me: ['id', 'email', 'timezone', 'profile_completed', 'request_rate_limit', 'updated_at'],
}

/** Several names of members, or nearly so. */
export function anyFields(random: Random, noun: Noun | 'me'): string {
  const names = Array.from({ length: random.whole(1, 4) }, () => random.pick(fieldNames[noun]))
  if (random.chance(0.15)) {
    names.push(
      random.pick([
        '',
        'nmae',
        'Name',
        '__proto__',
        'constructor',
        ' id',
        'password_hash',
        'x'.repeat(120),
        '😀',
      ]),
    )
  }
  return names.join(random.chance(0.95) ? ',' : random.pick([';', ', ', '%2C', ' ']))
}

/** What is listed, and how carefully. */
export interface Listed {
  /** Those that are known of the schedule. */
  ids: readonly number[]
  memory: Memory
  tame: boolean
}

/** Identifiers of a schedule, or others. */
export function anyIds(random: Random, { ids, memory, tame }: Listed): string {
  const several = Array.from({ length: random.whole(1, 5) }, () => (ids.length > 0 ? random.pick(ids) : 1))
  if (tame) return several.join(',')
  const foreign = memory.seen.flatMap(each => each.ids).slice(0, 5)
  const strange = [0, 1, 999_999, '9007199254740991', '9007199254740993', 1e20, ...foreign]
  const list = several.map(id => String(random.chance(0.85) ? id : random.pick(strange)))
  if (random.chance(0.1)) list.push(list[0] ?? '1')
  if (random.chance(0.1)) list.push(...countedTo(random.pick([25, 994, 999, 1_001])))
  if (random.chance(0.15)) {
    list.push(
      random.pick(['', 'x', '-1', '1.5', '1e2', ' 1', '0x1', '１', '007', '9'.repeat(400), 'NaN', '1_000']),
    )
  }
  return list.join(random.chance(0.95) ? ',' : random.pick([';', ', ', ',,']))
}

const countedTo = (most: number) => Array.from({ length: most }, (_, id) => String(id + 1))

const counts = ['0', '1', '2', '3', '5', '20', '21', '100', '007', '9007199254740993', '9'.repeat(400)]
const noCounts = ['', '-1', '1.5', 'x', ' 1', '1e2', '+1', '０', 'Infinity', '0x10']

export const anyCount = (random: Random): string => random.pick(random.chance(0.9) ? counts : noCounts)

export type Pair = [name: string, value: string]

/** The query of a list. */
export function listQuery(random: Random, noun: Noun, listed: Listed): Pair[] {
  const pairs: Pair[] = []
  if (random.chance(0.4)) pairs.push(['limit', anyCount(random)])
  if (random.chance(0.3)) pairs.push(['offset', anyCount(random)])
  if (random.chance(0.25)) pairs.push(['fields', anyFields(random, noun)])
  if (random.chance(0.2)) pairs.push(['ids', anyIds(random, listed)])
  if (noun === 'bookings' && random.chance(0.4)) pairs.push(['time_min', anyTime(random)])
  if (noun === 'bookings' && random.chance(0.3)) pairs.push(['time_max', anyTime(random)])
  return random.chance(0.3) ? pairs.reverse() : pairs
}

/** What nobody asked for. */
const noise: readonly string[] = [
  ['limit', 'limit=1&limit=1', 'offset=', '&', '&&=&', '=', '=1', 'Limit=1', 'idss=1', 'all=1'],
  ['all=2', 'me=1', 'fields=id&fields=name', '%69ds=1', 'ids=1%2C2', 'ids=%31', 'limit=%31'],
  ['limit=1%00', 'x=%', 'x=%zz', 'x=%ff', 'x=%ED%A0%80', 'x=a+b', 'time_min=2026-10-25T12:00+01:00'],
  ['time_min=2026-10-25+12:00', 'fields=%F0%9F%98%80', '__proto__=1', 'constructor=1', '?', 'a?b=c'],
  ['limit=5?offset=1', 'a[]=1', 'x=/../y'],
].flat()

/** A query as it stands in the target, with its question mark; nothing where it is empty. */
export function inTarget(random: Random, pairs: readonly Pair[], { tame }: { tame: boolean }): string {
  const parts = pairs.map(([name, value]) => `${name}=${encoded(random, value)}`)
  if (!tame && random.chance(0.12)) parts.push(random.pick(noise))
  if (parts.length === 0) return random.chance(0.02) ? '?' : ''
  return `?${parts.join('&')}`
}

/** Commas and colons may be escaped or not; a plus in an offset may be forgotten. */
function encoded(random: Random, value: string): string {
  const whole = encodeURIComponent(value.toWellFormed())
  const kind = random.next()
  if (kind < 0.6) return whole.replaceAll('%2C', ',').replaceAll('%3A', ':')
  if (kind < 0.7) return whole.replaceAll('%20', '+')
  if (kind < 0.75) return whole.replaceAll('%2B', '+').toLowerCase().replaceAll('%2b', '+')
  return whole
}
