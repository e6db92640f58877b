import type { Random } from '../../fixtures/factories/random.js'
import { startTime } from './seed.js'

/** Days on which clocks change somewhere, and the bounds of the format. */
const days = [
  ['2026-10-25', '2026-03-29', '2026-11-01', '2026-03-08', '2026-10-04', '2026-04-05', '2026-04-24'],
  ['2026-10-29', '2018-11-04', '2011-12-30', '2026-02-15', '2024-02-29', '2026-12-31', '2016-12-31'],
  ['1970-01-01', '1883-11-18', '0001-01-01', '9999-12-31'],
].flat()

const malformed = [
  ['', ' ', 'now', 'tomorrow', '2026-02-29', '2026-13-01', '2026-10-25 24:00', '2026-10-25 24:01'],
  ['2026-10-25 12:60', '2026-10-25T12:00:60Z', '2026-10-25  12:00', '2026-10-25 12:00 '],
  ['2026-10-25T12:00+24:00', '2026-10-25T12:00+14:60', '10/25/2026', '0000-12-31 23:59'],
  ['10000-01-01 00:00', '+12026-10-25', '-0001-01-01', '1792922400', 'P1D'],
  ['2026-10-25T12:00[Europe/Berlin]', '２０２６-10-25', '2026-10-25t12:00z', '\ud800'],
  [`2026-10-25T12:00:00.${'9'.repeat(40)}`],
].flat()

const zones = [
  ['', '', '', 'Z', '+00:00', '-00:00', '+01:00'],
  ['+02:00', '-05:00', '+05:45', '+1030', '-03', '+23:59'],
].flat()
const times = [
  ['00:00', '00:30', '01:00', '01:29', '01:30', '01:59'],
  ['02:00', '02:15', '02:30', '03:00', '12:00', '23:59'],
].flat()
const twoDigits = (number: number) => String(number).padStart(2, '0')

/** A time in one of many notations, most of them valid. */
export function anyTime(random: Random): string {
  if (random.chance(0.08)) return random.pick(malformed)
  const day = random.chance(0.4) ? random.pick(days) : nearbyDay(random)
  const time = random.chance(0.5)
    ? random.pick(times)
    : `${twoDigits(random.whole(0, 23))}:${twoDigits(random.whole(0, 59))}`
  const zone = random.pick(zones)
  return format(random, day, time, zone)
}

const nearbyDay = (random: Random) =>
  new Date(startTime + random.whole(-20, 20) * 86_400_000).toISOString().slice(0, 10)

function format(random: Random, day: string, time: string, zone: string): string {
  const [year = '', month, date] = day.split('-')
  const basic = `${year}${month}${date}`
  const seconds = twoDigits(random.whole(0, 59))
  return random.pick([
    () => `${day} ${time}`,
    () => `${day} ${time}`,
    () => `${day} ${time}${zone}`,
    () => `${day} ${time}:${seconds}${zone}`,
    () => `${day}T${time}${zone}`,
    () => `${day}T${time}:${seconds}${zone}`,
    () => `${day}T${time}:${seconds}.${random.pick(['0', '999', '9999999', '5'])}${zone}`,
    () => `${day}T${time}:${seconds},25${zone}`,
    () => `${basic}T${time.replace(':', '')}${zone.replace(':', '')}`,
    () => `${basic}T${time.replace(':', '')}${seconds}Z`,
    () => day,
    () => basic,
    () => `${year}-${month}`,
    () => year,
    () => `${year}-W${twoDigits(random.whole(1, 53))}-${random.whole(1, 7)}`,
    () => `${year}W${twoDigits(random.whole(1, 53))}${random.whole(1, 7)}T${time}${zone}`,
    () => `${year}-${String(random.whole(1, 366)).padStart(3, '0')}T${time}${zone}`,
    () => `${day}T${time.slice(0, 2)}${zone}`,
  ])()
}
