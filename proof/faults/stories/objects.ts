import { UniqueViolation } from '../../../server/core/index.js'
import {
  after,
  all,
  bookingBulkPuts,
  collection,
  everything,
  inZone,
  pagination,
  requestAs,
  run,
  stateful,
  withCreated,
} from '../../alter/index.js'
import { type Fault, fault } from '../fault.js'

export const objectStories: readonly Fault[] = [
  fault('third-rename-reserved', 'never frees the name that a resource leaves with its third rename', {
    breaks: { 'UNIQ-11': /must be accepted/ },
    steps: 5,
    alter: collection('resources', usual => {
      const renames = new Map<number, number>()
      const reserved = new Set<unknown>()
      const check = (name: string | undefined) => {
        if (reserved.has(name)) throw new UniqueViolation('resource name')
      }
      return {
        async insert(row, now) {
          check(row.name)
          return usual.insert(row, now)
        },
        async change(selection, change, now) {
          check(change.name)
          const before = change.name === undefined ? [] : await usual.list(selection, everything)
          await usual.change(selection, change, now)
          for (const { id, json } of before) {
            const { name } = JSON.parse(json)
            if (name === change.name) continue
            const times = (renames.get(id) ?? 0) + 1
            renames.set(id, times)
            if (times >= 3) reserved.add(name)
          }
        },
      }
    }),
  }),
  fault('zone-stale-in-bulk', "reads times without a zone in bulk updates in the user's previous zone", {
    breaks: { 'TIME-09': /start/ },
    steps: 4,
    alter: stateful(() => {
      const previous = new Map<string, string>()
      return all(
        run('changeMe', async ({ user, body }, usual) => {
          const reply = await usual()
          // A walk ends with the zone that it began with.
          if (body.timezone === 'UTC') previous.delete(user.id)
          else if (body.timezone !== undefined) previous.set(user.id, user.timezone)
          return reply
        }),
        requestAs(bookingBulkPuts, asked =>
          inZone(asked, previous.get(asked.user.id) ?? asked.user.timezone),
        ),
      )
    }),
  }),
  fault('moved-booking-counted', 'counts a booking that was moved and deleted where it was first', {
    breaks: { 'LIST-11': /total_count/ },
    steps: 5,
    alter: withCreated('bookings', created => {
      const ghosts: number[] = []
      return all(
        run('deleteBooking', async ({ rows, path }, usual) => {
          const id = path.bookingId ?? 0
          const kept = await rows.bookings.find(path.scheduleId, id)
          const reply = await usual()
          const home = created.get(id)?.resource_id
          if (home !== undefined && kept && JSON.parse(kept.json).resource_id !== home) ghosts.push(home)
          return reply
        }),
        pagination('listResourceBookings', (usual, { params }) => ({
          ...usual,
          total_count: usual.total_count + ghosts.filter(home => String(home) === params.resourceId).length,
        })),
      )
    }),
  }),
  fault('moved-bookings-deleted', 'deletes with a resource the bookings that were moved away from it', {
    breaks: { 'BKG-28': /booking/ },
    steps: 5,
    alter: withCreated('bookings', created =>
      after('deleteResource', async ({ rows, path }) => {
        const theirs = [...created].filter(([, { resource_id }]) => resource_id === path.resourceId)
        const ids = theirs.map(([id]) => id)
        await rows.bookings.remove({ schedule_id: path.scheduleId, ids })
      }),
    ),
  }),
  fault('note-forgotten-after-move', 'clears the note of a moved booking with its next update', {
    breaks: { 'BKG-29': /note/ },
    steps: 4,
    alter: stateful(() => {
      const moved = new Set<unknown>()
      return run('changeBooking', async ({ path, body }, usual) => {
        const clears = moved.has(path.bookingId) && body.note === undefined
        const reply = await usual({ body: { ...body, ...(clears && { note: '' }) } })
        if (body.resource_id !== undefined) moved.add(path.bookingId)
        return reply
      })
    }),
  }),
  fault('note-inherited', 'gives a resource the note of a deleted one that had its name', {
    breaks: { 'RES-40': /note/ },
    steps: 3,
    alter: collection('resources', usual => {
      const notes = new Map<string, string>()
      return {
        insert: (row, now) => usual.insert({ ...row, note: notes.get(row.name) ?? row.note }, now),
        async remove(selection) {
          for (const { json } of await usual.list(selection, everything)) {
            const { name, note } = JSON.parse(json)
            if (note !== '') notes.set(name, note)
          }
          await usual.remove(selection)
        },
      }
    }),
  }),
]
