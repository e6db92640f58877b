import { instantOfLocal, localText } from '../record/zones.js'

/*
 * Days in the winter and summer of 2023, far from every change to or from daylight saving time, in some time zones.
 */

const hour = 60 * 60_000
const day = 24 * hour
/** Milliseconds. */
export const halfHour = hour / 2

export const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
] as const

/** The number of days that can be booked: the first half in winter, the second in summer. */
export const dayCount = 80
const firstDays = [Date.UTC(2023, 0, 10), Date.UTC(2023, 5, 10)] as const

/** Midnight of a day in local time: milliseconds as if it were UTC. */
export const wallDay = (index: number) =>
  index < dayCount / 2 ? firstDays[0] + index * day : firstDays[1] + (index - dayCount / 2) * day

const iso = (milliseconds: number) => new Date(milliseconds).toISOString()

/** `YYYY-MM-DD hh:mm` of an instant in a zone, as responses show it (section 2.2). */
export const shownTime = (instant: number, zone: string) => known(localText(zone, instant), zone)

function known<Value>(value: Value | undefined, zone: string): Value {
  if (value === undefined) throw new Error(`The runtime does not know the time zone ${zone}.`)
  return value
}

export const isMidnight = (instant: number, zone: string) => shownTime(instant, zone).endsWith(' 00:00')

/** The forms of a time: in UTC, with an offset, and two in the zone of the user. */
export const forms = ['Z', '+02:00', 'T', ' '] as const
export type Form = (typeof forms)[number]

/** The local time that denotes an instant when a user in a zone writes it in this form. */
export function wallOf(instant: number, form: Form, zone: string): number {
  if (form === 'Z') return instant
  return form === '+02:00' ? instant + 2 * hour : Date.parse(`${shownTime(instant, zone).replace(' ', 'T')}Z`)
}

/** A local time as it is sent in a form, and the instant that it denotes for a user in a zone. */
export function formatTime(wall: number, form: Form, zone: string): { text: string; instant: number } {
  const text = iso(wall).slice(0, 19)
  if (form === 'Z') return { text: `${text}Z`, instant: wall }
  if (form === '+02:00') return { text: `${text}+02:00`, instant: wall - 2 * hour }
  const local = text.slice(0, 16).replace('T', ' ')
  return { text: form === 'T' ? text : local, instant: known(instantOfLocal(zone, local), zone) }
}
