import {
  type Exchange,
  type Invariant,
  instantOf,
  invariant,
  isObject,
  type JsonObject,
  replyOf,
} from '../../runner/index.js'

const bookingPath = /^\/v1\/schedules\/[^/]+(?:\/resources\/[^/]+)?\/bookings(?:\/[^/]+)?$/
const localForm = /^\d{4}-\d\d-\d\d \d\d:\d\d$/

const minute = 60_000
const hour = 60 * minute

/** Before this year some zones were not a multiple of 15 minutes away from UTC. */
const sinceYear = 1980

/** The bookings that a GET has returned, as far as they are objects. */
function bookingsIn(exchange: Exchange): readonly JsonObject[] {
  const { method, path } = exchange.request
  if (method !== 'GET' || !bookingPath.test(path)) return []
  const { ok, data } = replyOf(exchange)
  return ok ? [data].flat().filter(isObject) : []
}

/** A local time as if it were UTC, in milliseconds. */
function localOf(text: unknown): number | undefined {
  if (typeof text !== 'string' || !localForm.test(text)) return undefined
  const time = Date.parse(`${text.replace(' ', 'T')}Z`)
  const isInCalendar =
    Number.isFinite(time) && new Date(time).toISOString().slice(0, 16).replace('T', ' ') === text
  return isInCalendar ? time : undefined
}

/** Whether some time zone shows this instant as this local time. */
function canAgree(local: number, utc: number): boolean {
  if (new Date(utc).getUTCFullYear() < sinceYear) return true
  const offset = local - Math.floor(utc / minute) * minute
  return Math.abs(offset) <= 14 * hour && offset % (15 * minute) === 0
}

const named = ({ id }: JsonObject) => (id === undefined ? 'a booking' : `booking ${JSON.stringify(id)}`)

export const timeInvariants: readonly Invariant[] = (['start', 'end'] as const).map(member =>
  invariant(
    `TIME-12.${member}`,
    `${member} and ${member}_utc of every booking can be one instant`,
    exchange => {
      const bookings = bookingsIn(exchange).filter(
        booking => Object.hasOwn(booking, member) && Object.hasOwn(booking, `${member}_utc`),
      )
      if (bookings.length === 0) return undefined
      for (const booking of bookings) {
        const [shown, inUtc] = [booking[member], booking[`${member}_utc`]]
        const local = localOf(shown)
        const utc = instantOf(inUtc)
        if (local !== undefined && utc !== undefined && canAgree(local, utc)) continue
        return {
          message: `${member} and ${member}_utc of ${named(booking)} are not one instant in any time zone`,
          expected: `${member} as YYYY-MM-DD hh:mm, and the same instant in UTC as ${member}_utc`,
          actual: { [member]: shown, [`${member}_utc`]: inUtc },
        }
      }
      return true
    },
  ),
)
