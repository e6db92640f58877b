import type { Context } from '../../runner/index.js'
import { beginCreates, beginUpdates, type Trial, type TrialOptions } from './trials.js'

/** One of the requests by which a member can be written. */
export interface Way {
  readonly kind: 'resource' | 'booking'
  /** The last word of a check's id. */
  readonly word: 'create' | 'update' | 'bulk' | 'bulk-of-resource'
  /** `in a create of a resource` */
  readonly words: string
  begin(context: Context, options?: TrialOptions): Promise<Trial>
}

const create = (kind: Way['kind']): Way => {
  const words = `in a create of a ${kind}`
  return {
    kind,
    word: 'create',
    words,
    begin: (context, options = {}) => beginCreates(kind, words, context, options),
  }
}

const update = (
  kind: Way['kind'],
  word: Way['word'],
  on: 'one' | 'schedule' | 'resource',
  words: string,
): Way => ({
  kind,
  word,
  words,
  begin: (context, options = {}) => beginUpdates(kind, on, words, context, options),
})

/** By which requests the members of a kind are written (sections 4.1 and 4.2). */
export const ways: Readonly<Record<Way['kind'], readonly Way[]>> = {
  resource: [
    create('resource'),
    update('resource', 'update', 'one', 'in an update of a resource'),
    update('resource', 'bulk', 'schedule', 'in a bulk update of resources'),
  ],
  booking: [
    create('booking'),
    update('booking', 'update', 'one', 'in an update of a booking'),
    update('booking', 'bulk', 'schedule', 'in a bulk update of bookings of the schedule'),
    update('booking', 'bulk-of-resource', 'resource', 'in a bulk update of bookings of a resource'),
  ],
}

/** The way of a kind with this word. */
export function wayOf(kind: Way['kind'], word: Way['word']): Way {
  const found = ways[kind].find(one => one.word === word)
  if (!found) throw new RangeError(`There is no way ${word} to write a ${kind}.`)
  return found
}

/** A rule, and what tells its checks apart: `['RES-12', 'color-fg']`. */
export type RuleId = readonly [rule: string, ...variant: string[]]

/** `RES-05.create`, `RES-12.color-fg.bulk` */
export const idOf = ({ word }: Way, ...id: RuleId) => [...id, word].join('.')

/** As `idOf`; but that a bulk update of bookings refuses wrong values is the rule BKG-27. */
export function refusalId(way: Way, member: string, ...[rule, ...variant]: RuleId): string {
  const ofBookings = way.kind === 'booking' && way.word.startsWith('bulk')
  return ofBookings ? idOf(way, 'BKG-27', dashed(member), ...variant) : idOf(way, rule, ...variant)
}

export const dashed = (member: string) => member.replaceAll('_', '-')
