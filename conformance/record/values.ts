import {
  type Kind,
  membersOf,
  personMembers,
  writableBookingMembers,
  writableResourceMembers,
  writableUserMembers,
} from '../catalogue/members.js'
import { hasZone, instantOf } from '../check/instants.js'
import { isObject, isSame, type Json, type JsonObject, pick } from '../http/json.js'
import { isSameZone } from '../http/zone-names.js'
import { instantOfLocal } from './zones.js'

/** How a value became known. */
export type Source = 'create' | 'default' | 'update' | 'bulk update' | 'read' | 'list'

/** Whether a request sent the value, or left it out of a create. */
export const isWritten = (source: Source) => source !== 'read' && source !== 'list'

const writable: Readonly<Record<Kind | 'user', ReadonlySet<string>>> = {
  resource: new Set(writableResourceMembers),
  booking: new Set(writableBookingMembers),
  collaborator: new Set(['user_role']),
  user: new Set(writableUserMembers),
}

/** A member of an object as it is compared: of the user of a collaborator, only what the document names (section 2.3). */
export function shownValue(object: JsonObject, member: string): Json | undefined {
  const value = object[member]
  return member === 'user' && isObject(value) ? pick(value, personMembers) : value
}

/** Whether an accepted body changes this member. An address can be set only in a create. */
export const isWritable = (kind: Kind | 'user', member: string, isCreate: boolean): boolean =>
  writable[kind].has(member) || (isCreate && kind === 'collaborator' && member === 'email')

/** Texts that a service may convert: those that look like a value of another type, and those with runs of blanks. */
const convertible = /^(?:null|true|false|[\d.e+-]+|\d{4}-\d\d-\d\d.*)$|\s{2}/i

/**
 * Texts that no service has a reason to change, apart from surrounding blanks. Whether others come back as they were sent, such
 * as one with a tag in it, is left to ENV-16, which is advice.
 */
const isPlainText = (member: string, text: string) =>
  !convertible.test(text) &&
  (member === 'note'
    ? /^[\w.,:/@#+\n -]*$/
    : member === 'link'
      ? /^[\w.,:/@#+?=~-]*$/
      : /^[\w.,:/@#+ -]*$/
  ).test(text)

/**
 * The value that a read shows after an accepted write of a member; undefined if the document leaves it open, as for values
 * of another type.
 */
export function valueAfter(kind: Kind | 'user', member: string, sent: Json): Json | undefined {
  const types: Readonly<Record<string, string>> = membersOf[kind]
  const type = types[member]
  if (type === 'string') return typeof sent === 'string' && isPlainText(member, sent) ? sent : undefined
  if (type === 'integer') return Number.isInteger(sent) ? sent : undefined
  // If the flag is set for times other than midnight, it may be cleared, at once or for some readers.
  if (member === 'all_day_display') return sent === false ? sent : undefined
  return typeof sent === 'boolean' || (type === 'boolean or 1/0' && (sent === 0 || sent === 1))
    ? sent
    : undefined
}

/** Whether a member reads as the value that it must have. */
export function agrees(member: string, known: { value: Json; source: Source }, actual: Json): boolean {
  const { value, source } = known
  if (actual === value) return true
  if (member === 'profile_completed') return Boolean(actual) === Boolean(value)
  if (isSame(actual, value)) return true
  if (typeof actual !== 'string' || typeof value !== 'string') return false
  if (member.endsWith('_utc')) return sameInstant(actual, value, isWritten(source) ? 60_000 : 1)
  if (member.endsWith('_at')) return sameInstant(actual, value, 1)
  if (!isWritten(source)) return false
  if (member.startsWith('color_') || member === 'email')
    return actual.trim().toLowerCase() === value.trim().toLowerCase()
  if (member === 'timezone') return isSameZone(actual, value)
  // USER-10 and USER-20 cover values that differ from the allowed ones in letter case.
  if (member === 'language_tag' || member === 'first_day_of_week')
    return actual.toLowerCase() === value.trim().toLowerCase()
  if (member === 'link') return urlOf(actual) === urlOf(value)
  return actual.trim() === value.trim()
}

const urlOf = (text: string) => (URL.canParse(text.trim()) ? new URL(text.trim()).href : text.trim())

function sameInstant(one: string, other: string, unit: number): boolean {
  const [first, second] = [instantOf(one), instantOf(other)]
  return first !== undefined && second !== undefined && Math.floor(first / unit) === Math.floor(second / unit)
}

const zoned = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)$/
const local = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?$/

/** The instant, in UTC to the minute, of a time that a caller sends; undefined in forms that the document leaves open. */
export function utcOfSent(sent: unknown, zone: string | undefined): string | undefined {
  if (typeof sent !== 'string') return undefined
  const instant = zoned.test(sent) && hasZone(sent) ? instantOf(withSeconds(sent)) : localInstant(sent, zone)
  return instant === undefined ? undefined : new Date(instant - (instant % 60_000)).toISOString()
}

const withSeconds = (text: string) => text.replace(' ', 'T').replace(/(T\d\d:\d\d)(?!:)/, '$1:00')

function localInstant(sent: string, zone: string | undefined): number | undefined {
  if (zone === undefined || !local.test(sent)) return undefined
  const text = sent.slice(0, 16).replace('T', ' ')
  // A date that is not in the calendar has no instant.
  return instantOf(`${text.replace(' ', 'T')}:00Z`) === undefined ? undefined : instantOfLocal(zone, text)
}
