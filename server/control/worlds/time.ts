import type { World } from './world.js'

const time = <const Name extends string>(name: Name, title: string, now: string, timezone: string) => ({
  ...{ name, title, now, timezone, kind: 'time' as const },
  because: 'section 2.2: times are in the time zone of the account, which is not that of the machine',
})

/** Special moments: the time of the service's clock, and the time zone of the client's machine. */
export const timeWorlds = [
  time('spring-forward', 'is an hour before Lisbon skips one', '2026-03-29T00:00:00Z', 'America/New_York'),
  time('fall-back', 'is an hour before Lisbon has one twice', '2026-10-25T00:00:00Z', 'America/New_York'),
  time(
    'machine-springs-forward',
    'is an hour before the machine skips one',
    '2026-03-08T06:00:00Z',
    'America/New_York',
  ),
  time(
    'machine-falls-back',
    'is an hour before the machine has one twice',
    '2026-11-01T05:00:00Z',
    'America/New_York',
  ),
  time(
    'midnight-skipped',
    'is a day that begins at 1:00 for the machine',
    '2026-04-24T00:30:00Z',
    'Africa/Cairo',
  ),
  time('half-hour-zone', 'has a machine 5:30 ahead of UTC', '2026-06-15T20:00:00Z', 'Asia/Kolkata'),
  time(
    'half-hour-change',
    'has a machine that changes by half an hour',
    '2026-04-04T14:30:00Z',
    'Australia/Lord_Howe',
  ),
  time('far-east', 'has a machine on the next day', '2026-06-15T12:00:00Z', 'Pacific/Kiritimati'),
  time('far-west', 'has a machine on the day before', '2026-06-15T06:00:00Z', 'Pacific/Pago_Pago'),
  time('leap-day', 'is February 29', '2028-02-29T09:00:00Z', 'UTC'),
  time('last-of-the-year', 'is the last hour of the year', '2026-12-31T23:15:00Z', 'Asia/Tokyo'),
  time(
    'last-of-the-month',
    'is the last day of a month of 31 days',
    '2027-01-31T22:30:00Z',
    'America/Los_Angeles',
  ),
] as const satisfies readonly World[]
