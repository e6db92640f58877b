import type { Times } from '../bookings/booked.js'

/** A type, not an interface, so that it can be sent as JSON. */
export type Span = { readonly start: string; readonly end: string }

/** Ten minutes of 2018 or 2023 in one time zone. */
export interface ZoneVector {
  readonly zone: string
  /** `YYYY-MM-DD hh:mm`, as a user in that zone reads it. */
  readonly local: Span
  readonly utc: Span
}

/** Literal, not computed; the instants are far enough apart for bookings of ten minutes on one resource. */
const instants = [
  ['Europe/Berlin', '2023-01-15 12:00', '2023-01-15T11:00:00Z'],
  ['Europe/Berlin', '2023-07-15 12:00', '2023-07-15T10:00:00Z'],
  ['America/New_York', '2023-01-15 12:00', '2023-01-15T17:00:00Z'],
  ['America/New_York', '2023-07-15 12:00', '2023-07-15T16:00:00Z'],
  ['America/St_Johns', '2023-07-15 12:00', '2023-07-15T14:30:00Z'],
  ['Asia/Kolkata', '2023-07-15 12:00', '2023-07-15T06:30:00Z'],
  ['Asia/Kathmandu', '2023-07-15 12:00', '2023-07-15T06:15:00Z'],
  ['Pacific/Kiritimati', '2023-07-15 12:00', '2023-07-14T22:00:00Z'],
  ['Australia/Lord_Howe', '2023-01-15 12:00', '2023-01-15T01:00:00Z'],
  ['Australia/Lord_Howe', '2023-07-15 12:00', '2023-07-15T01:30:00Z'],
  ['America/Sao_Paulo', '2018-12-01 12:00', '2018-12-01T14:00:00Z'],
  ['America/Sao_Paulo', '2023-12-01 12:00', '2023-12-01T15:00:00Z'],
] as const

/** A span of minutes that ends within the hour it starts in. */
const spanFrom = (start: string, length: number): Span => ({
  start,
  end: start.replace(/(?<=[ T]\d\d:)\d\d/, minutes => String(Number(minutes) + length)),
})
export const halfHourFrom = (start: string): Span => spanFrom(start, 30)

export const zoneVectors: readonly ZoneVector[] = instants.map(([zone, local, utc]) => ({
  zone,
  local: spanFrom(local, 10),
  utc: spanFrom(utc, 10),
}))

export const inUtc = ({ start, end }: Span): Times => ({ start_utc: start, end_utc: end })

/** What a user in the zone reads. */
export const timesOf = ({ local, utc }: Pick<ZoneVector, 'local' | 'utc'>): Times => ({
  ...local,
  ...inUtc(utc),
})

/** The zones of the vectors, and the vectors of each. */
export const vectorsByZone: readonly (readonly [string, readonly ZoneVector[]])[] = [
  ...new Set(zoneVectors.map(({ zone }) => zone)),
].map(zone => [zone, zoneVectors.filter(vector => vector.zone === zone)])

export const berlin = { timezone: 'Europe/Berlin' }
export const newYork = { timezone: 'America/New_York' }

/**
 * One booking as users in two zones see it, in the weeks of March when America already has summer time and Europe does not:
 * the zones are five hours apart instead of the usual six.
 */
export const shared = {
  utc: halfHourFrom('2023-03-20T12:00:00Z'),
  berlin: halfHourFrom('2023-03-20 13:00'),
  newYork: halfHourFrom('2023-03-20 08:00'),
}

/** Local times that occur twice in a zone: in the hour that Berlin repeats, and in the half hour that Lord Howe Island does. */
export const overlaps = [
  {
    timezone: 'Europe/Berlin',
    local: spanFrom('2023-10-29 02:30', 10),
    summer: spanFrom('2023-10-29T00:30:00Z', 10),
    winter: spanFrom('2023-10-29T01:30:00Z', 10),
  },
  {
    timezone: 'Australia/Lord_Howe',
    local: spanFrom('2023-04-02 01:40', 10),
    summer: spanFrom('2023-04-01T14:40:00Z', 10),
    winter: spanFrom('2023-04-01T15:10:00Z', 10),
  },
] as const

/** The minutes before and after a repeated hour or half hour: the last and the first local time that occurs once in the zone. */
export const aroundOverlaps = [
  {
    timezone: 'America/New_York',
    local: { start: '2023-11-05 00:59', end: '2023-11-05 02:00' },
    utc: { start: '2023-11-05T04:59:00Z', end: '2023-11-05T07:00:00Z' },
  },
  {
    timezone: 'Europe/Berlin',
    local: { start: '2023-10-29 01:59', end: '2023-10-29 03:00' },
    utc: { start: '2023-10-28T23:59:00Z', end: '2023-10-29T02:00:00Z' },
  },
  {
    timezone: 'Australia/Lord_Howe',
    local: { start: '2023-04-02 01:29', end: '2023-04-02 02:00' },
    utc: { start: '2023-04-01T14:29:00Z', end: '2023-04-01T15:30:00Z' },
  },
] as const

/**
 * The hour or half hour that zones skip, the earlier one first: one minute that spans it, from 01:59 on, and half an hour
 * of that day with local times before and after its start.
 */
export const gaps = [
  {
    timezone: 'America/New_York',
    local: { start: '2023-03-12 01:59', end: '2023-03-12 03:00' },
    utc: { start: '2023-03-12T06:59:00Z', end: '2023-03-12T07:00:00Z' },
    near: halfHourFrom('2023-03-12T07:15:00Z'),
    before: '2023-03-12T03:00:00',
    after: '2023-03-12T03:30:00',
  },
  {
    timezone: 'Europe/Berlin',
    local: { start: '2023-03-26 01:59', end: '2023-03-26 03:00' },
    utc: { start: '2023-03-26T00:59:00Z', end: '2023-03-26T01:00:00Z' },
    near: halfHourFrom('2023-03-26T00:15:00Z'),
    before: '2023-03-26T01:00:00',
    after: '2023-03-26T01:30:00',
  },
  {
    timezone: 'Australia/Sydney',
    local: { start: '2023-10-01 01:59', end: '2023-10-01 03:00' },
    utc: { start: '2023-09-30T15:59:00Z', end: '2023-09-30T16:00:00Z' },
    near: halfHourFrom('2023-09-30T15:15:00Z'),
    before: '2023-10-01T01:00:00',
    after: '2023-10-01T01:30:00',
  },
  {
    timezone: 'Australia/Lord_Howe',
    local: { start: '2024-10-06 01:59', end: '2024-10-06 02:30' },
    utc: { start: '2024-10-05T15:29:00Z', end: '2024-10-05T15:30:00Z' },
    near: halfHourFrom('2024-10-05T15:15:00Z'),
    before: '2024-10-06T01:30:00',
    after: '2024-10-06T02:30:00',
  },
] as const
