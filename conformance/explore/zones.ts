/*
 * Local times from a table instead of a time zone database: days in the winter and summer of 2023, far from every change
 * to or from daylight saving time.
 */

const hour = 60
const day = 24 * hour * 60_000
/** Milliseconds. */
export const halfHour = day / 48

/** Minutes ahead of UTC, in January and February, and in June and July 2023. */
const offsets: Readonly<Record<string, readonly [winter: number, summer: number]>> = {
  UTC: [0, 0],
  'Europe/Berlin': [1 * hour, 2 * hour],
  'America/New_York': [-5 * hour, -4 * hour],
  'Asia/Kolkata': [5.5 * hour, 5.5 * hour],
  'Asia/Kathmandu': [5.75 * hour, 5.75 * hour],
  'Pacific/Kiritimati': [14 * hour, 14 * hour],
  'Australia/Lord_Howe': [11 * hour, 10.5 * hour],
  'America/Sao_Paulo': [-3 * hour, -3 * hour],
}

export const zones = Object.keys(offsets)

/** The number of days that can be booked: the first half in winter, the second in summer. */
export const dayCount = 80
const firstDays = [Date.UTC(2023, 0, 10), Date.UTC(2023, 5, 10)] as const

/** Midnight of a day in local time: milliseconds as if it were UTC. */
export const wallDay = (index: number) =>
  index < dayCount / 2 ? firstDays[0] + index * day : firstDays[1] + (index - dayCount / 2) * day

/** Milliseconds by which a zone is ahead of UTC. */
function ahead(zone: string, milliseconds: number): number {
  const both = offsets[zone]
  if (!both) throw new Error(`The table of zones has no ${zone}.`)
  return both[new Date(milliseconds).getUTCMonth() < 3 ? 0 : 1] * 60_000
}

const iso = (milliseconds: number) => new Date(milliseconds).toISOString()

/** `YYYY-MM-DD hh:mm` of an instant in a zone: how responses show it (section 2.2). */
export const localText = (instant: number, zone: string) =>
  iso(instant + ahead(zone, instant))
    .slice(0, 16)
    .replace('T', ' ')

export const isMidnight = (instant: number, zone: string) => (instant + ahead(zone, instant)) % day === 0

/** The forms of a time: in UTC, with an offset, and two in the zone of the user. */
export const forms = ['Z', '+02:00', 'T', ' '] as const
export type Form = (typeof forms)[number]

/** The local time that means an instant when a user in a zone writes it in a form. */
export const wallOf = (instant: number, form: Form, zone: string) =>
  instant + (form === 'Z' ? 0 : form === '+02:00' ? 2 * hour * 60_000 : ahead(zone, instant))

/** A local time as it is sent in a form, and the instant that it means for a user in a zone. */
export function formatTime(wall: number, form: Form, zone: string): { text: string; instant: number } {
  const text = iso(wall).slice(0, 19)
  if (form === 'Z') return { text: `${text}Z`, instant: wall }
  if (form === '+02:00') return { text: `${text}+02:00`, instant: wall - 2 * hour * 60_000 }
  return {
    text: form === 'T' ? text : text.slice(0, 16).replace('T', ' '),
    instant: wall - ahead(zone, wall),
  }
}
