import { type Check, check } from '../../check/check.js'
import { berlin, newYork } from '../times/zone-vectors.js'
import { at, keeps, pagesKeep, threeBookings } from './filtered.js'

/** 10:45Z on 2023-09-12, as local time. */
const inNewYork = '2023-09-12T06:45:00'

export const filterZoneChecks: readonly Check[] = [
  check(
    'FILT-06',
    "a filter without a zone is in the caller's zone",
    { changes: ['owner'] },
    async context => {
      const { owner, settings } = context
      const filtered = await threeBookings(context)
      await settings(owner, newYork)

      await keeps(owner, filtered, { time_min: inNewYork }, 'F2', 'F3')
      await keeps(owner, filtered, { time_min: '2023-09-12T07:15:00' }, 'F3')
      await keeps(owner, filtered, { time_max: '2023-09-12T07:15:00' }, 'F1')
      await keeps(owner, filtered, { time_max: '2023-09-12T07:45:00' }, 'F1', 'F2')
      await keeps(owner, filtered, { time_min: at('10:45') }, 'F2', 'F3')
      await settings(owner, berlin)
      await keeps(owner, filtered, { time_min: '2023-09-12T12:45:00' }, 'F2', 'F3')
      await keeps(owner, filtered, { time_min: '2023-09-12T13:15:00' }, 'F3')
    },
  ),

  check(
    'FILT-07',
    'a filter without a zone means another instant for a user in another zone',
    { needs: ['viewer'], changes: ['owner', 'viewer'] },
    async context => {
      const { owner, viewer, settings } = context
      const filtered = await threeBookings(context)
      await settings(owner, berlin)
      await settings(viewer, newYork)
      const filter = { time_min: inNewYork }

      await keeps(owner, filtered, filter, 'F1', 'F2', 'F3')
      await keeps(viewer, filtered, filter, 'F2', 'F3')

      const until = { time_max: '2023-09-12T13:00:00' }
      await keeps(owner, filtered, until, 'F1')
      await keeps(viewer, filtered, until, 'F1', 'F2', 'F3')
    },
  ),

  check('FILT-11', 'the links of a filtered list keep the filters', async context => {
    const filtered = await threeBookings(context)

    for (const filter of [
      { time_min: '2023-09-12T10:45:00Z', time_max: '2023-09-12T12:45:00Z' },
      { time_min: '2023-09-12T07:15:00-03:30', time_max: '2023-09-12T09:15:00-03:30' },
    ]) {
      await pagesKeep(context.owner, filtered, filter, 'F2', 'F3')
    }
    const until = { time_min: '2023-09-12T09:45:00Z', time_max: '2023-09-12T11:45:00Z' }
    await pagesKeep(context.owner, filtered, until, 'F1', 'F2')
  }),

  check(
    'FILT-11.zone-less',
    'the links of a list filtered without a zone mean the same times',
    { changes: ['owner'] },
    async context => {
      const filtered = await threeBookings(context)
      await context.settings(context.owner, newYork)

      await pagesKeep(context.owner, filtered, { time_min: inNewYork }, 'F2', 'F3')
    },
  ),
]
