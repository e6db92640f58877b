import {
  body,
  inZone,
  inZoneOfOwner,
  objects,
  readsOf,
  requestAs,
  textUpTo,
  writesOf,
} from '../../alter/index.js'
import { fault } from '../fault.js'
import { shownTimeFaults } from './shown.js'
import { utcFaults } from './utc.js'
import { writtenTimeFaults } from './written.js'
import { zoneFaults } from './zones.js'

/** The offset of a zone in winter, whatever the season. */
const winter: Readonly<Record<string, string>> = {
  'Europe/Berlin': 'Etc/GMT-1',
  'America/New_York': 'Etc/GMT+5',
}

export const timeFaults = [
  ...writtenTimeFaults,
  ...shownTimeFaults,
  ...utcFaults,
  ...zoneFaults,
  fault('times-of-the-server', 'takes times without a zone to be in UTC', {
    breaks: { 'TIME-03': /in Europe\/Berlin must be/, 'TIME-04': /in Europe\/Berlin must be/ },
    touches: ['TIME-*', 'CROSS-11'],
    alter: requestAs(writesOf.booking, asked => inZone(asked, 'UTC')),
  }),
  fault('times-of-the-owner', "takes a collaborator's times without a zone to be in the zone of the owner", {
    breaks: { 'TIME-14': /by an editor in America\/New_York/ },
    touches: ['CROSS-11'],
    alter: requestAs(writesOf.booking, inZoneOfOwner),
  }),
  fault('times-read-by-the-owner', 'shows everybody the times in the zone of the owner', {
    breaks: { 'TIME-13': /read by the viewer/ },
    touches: ['FILT-07', 'CROSS-11'],
    alter: requestAs(readsOf.booking, inZoneOfOwner),
  }),
  fault('times-without-summer', 'knows only the offset that a zone has in winter', {
    breaks: { 'TIME-17': /in a list of a user in Europe\/Berlin/ },
    touches: ['TIME-*', 'FILT-*', 'CROSS-*'],
    alter: requestAs([...writesOf.booking, ...readsOf.booking], asked =>
      inZone(asked, winter[asked.user.timezone] ?? asked.user.timezone),
    ),
  }),
  fault('times-midnight-24', 'shows midnight as 24:00', {
    breaks: { 'TIME-07': /YYYY-MM-DD hh:mm/, 'CROSS-29': /24:00/ },
    touches: ['BKG-29', 'BKG-31', 'CROSS-28', 'CROSS-30', 'CROSS-11', 'TIME-12'],
    alter: objects('booking', object => ({ ...object, start: String(object.start).replace(' 00:', ' 24:') })),
  }),
  fault('times-utc-without-z', 'shows start_utc without the Z at its end', {
    breaks: { 'TIME-10': /must end with Z/ },
    alter: objects('booking', object => ({
      ...object,
      start_utc: String(object.start_utc).replace('Z', ''),
    })),
  }),
  fault('times-garbage-is-now', 'takes the present for a start that it can not read, on update', {
    breaks: { 'TIME-20.update-start': /"tomorrow" must be refused/ },
    touches: ['TIME-21'],
    alter: body('changeBooking', {
      start: textUpTo(100).transform(text =>
        Number.isNaN(Date.parse(String(text))) ? '2023-01-01 00:00' : text,
      ),
    }),
  }),
]
