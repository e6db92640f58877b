import { instantOf, localText, readTime } from '../../../server/core/index.js'
import { objects, readsOf, shownTo, storedBookings } from '../../alter/index.js'
import { fault } from '../fault.js'

/** The instant of a local time, in UTC. */
const utcOf = (local: string, zone: string) =>
  `${new Date(instantOf(readTime(local) as never, zone) * 1000).toISOString().slice(0, 19)}Z`

/** What start_utc and end_utc are. */
export const utcFaults = [
  fault('times-end-utc-with-blank', 'shows end_utc with a blank in place of the T', {
    breaks: { 'TIME-11': /must be in ISO 8601/ },
    touches: ['BKG-24', 'BKG-26', 'BULK-01', 'CROSS-31', 'FILT-12', 'TIME-*'],
    alter: objects('booking', ({ end_utc, ...rest }) => ({
      ...rest,
      ...(typeof end_utc === 'string' && { end_utc: end_utc.replace('T', ' ') }),
    })),
  }),
  fault('times-end-utc-of-start', 'shows the start in UTC for end_utc', {
    breaks: { 'TIME-11': /end_utc of a booking from/ },
    touches: ['BKG-24', 'BKG-26', 'BULK-01', 'CROSS-31', 'TIME-*'],
    alter: storedBookings(({ start_utc }) => ({ end_utc: start_utc })),
  }),
  fault('times-end-utc-is-local', 'puts a Z behind the local end for end_utc', {
    breaks: { 'TIME-12': /end_utc of .* in Australia\/Lord_Howe must be/ },
    touches: ['CROSS-10', 'CROSS-31', 'TIME-*'],
    alter: objects('booking', booking =>
      typeof booking.end === 'string'
        ? { ...booking, end_utc: `${booking.end.replace(' ', 'T')}:00Z` }
        : booking,
    ),
  }),
  fault('times-utc-as-offset', 'shows start_utc with +00:00 in place of Z', {
    breaks: { 'TIME-10': /must end with Z/ },
    alter: storedBookings(({ start_utc }) => ({ start_utc: String(start_utc).replace('Z', '+00:00') })),
  }),
  fault('times-utc-from-local', 'reckons start_utc and end_utc from the local times that it shows', {
    breaks: { 'TIME-18': /must be 2023-10-29T01:30:00Z/ },
    alter: shownTo(readsOf.booking, ({ start_utc, end_utc, ...rest }, { timezone }) => {
      const reckoned = (utc: unknown) => utcOf(localText(Date.parse(String(utc)) / 1000, timezone), timezone)
      return {
        ...rest,
        ...(start_utc !== undefined && { start_utc: reckoned(start_utc) }),
        ...(end_utc !== undefined && { end_utc: reckoned(end_utc) }),
      }
    }),
  }),
  fault('times-utc-is-local', 'puts a Z behind the local start for start_utc', {
    breaks: { 'TIME-12': /start_utc of .* in Australia\/Lord_Howe must be/ },
    touches: ['CROSS-10', 'CROSS-31', 'FILT-12', 'TIME-*'],
    alter: objects('booking', booking =>
      typeof booking.start === 'string'
        ? { ...booking, start_utc: `${booking.start.replace(' ', 'T')}:00Z` }
        : booking,
    ),
  }),
]
