import { z } from 'zod'
import {
  all,
  body,
  collection,
  everything,
  localDate,
  mapTexts,
  objectTexts,
  readsOf,
  requestAs,
  run,
  shownTo,
} from '../../alter/index.js'
import { fault } from '../fault.js'

const dates = ['created_at', 'updated_at']
const hour = 3_600_000
const day = 24 * hour

/** Moves the resources of a request to the schedule that its body names, if it exists. */
const assigningSchedule = (which: 'changeResource' | 'changeResources') =>
  all(
    body(which, { schedule_id: z.string() }),
    run(which, async ({ rows, path, query, body: { schedule_id, ...rest }, now }, usual) => {
      const answer = await usual({ body: rest })
      if (typeof schedule_id !== 'string' || schedule_id === path.scheduleId) return answer
      if (!(await rows.schedules.find(schedule_id))) return answer
      const selection = { schedule_id: path.scheduleId, ids: query.ids ?? [path.resourceId ?? 0] }
      const moving = await rows.resources.list(selection, everything)
      await rows.resources.remove(selection)
      for (const { json } of moving) {
        const { id, created_at, updated_at, ...members } = JSON.parse(json)
        await rows.resources.insert({ ...members, schedule_id }, now)
      }
      return answer
    }),
  )

/** created_at, updated_at and other read-only members. */
export const resourceDateFaults = [
  fault('resource-dates-of-http', 'shows the dates of a resource as HTTP headers do', {
    breaks: { 'RES-30': /created_at .* is no ISO 8601 date and time/ },
    alter: objectTexts('resource', dates, date => new Date(date).toUTCString()),
  }),
  fault('resource-dates-of-sql', 'lists the dates of resources as the database does, with a space', {
    breaks: { 'RES-30': /updated_at .* is no ISO 8601 date and time|created_at .* is no ISO 8601/ },
    touches: ['ENV-13.resource', 'LIST-*'],
    alter: objectTexts('listResources', dates, date => date.replace('T', ' ').slice(0, 19)),
  }),
  fault('resource-dates-of-the-owner', "labels the creator's local time of a resource as UTC", {
    breaks: { 'RES-31': /is not the time in UTC/ },
    alter: shownTo(readsOf.resource, (object, { timezone }) =>
      mapTexts(object, dates, date => localDate(date, timezone)),
    ),
  }),
  fault('resource-created-by-an-update', 'sets created_at of a resource anew in an update of it', {
    breaks: { 'RES-33': /created_at of a resource after an update/ },
    touches: ['RES-34', 'RES-36'],
    alter: collection('resources', usual => ({
      change: (selection, change, now) =>
        usual.change(selection, { ...change, created_at: new Date(now).toISOString() } as typeof change, now),
    })),
  }),
  fault('resource-created-by-another-clock', 'reads created_at from a clock that is an hour fast', {
    breaks: { 'RES-33': /created_at is later than updated_at/ },
    alter: objectTexts('resource', 'created_at', date => new Date(Date.parse(date) + hour).toISOString()),
  }),
  fault('resource-created-at-assigned', 'assigns every body member of an update, created_at too', {
    breaks: { 'RES-34.created-at': /created_at after an update/ },
    alter: body('changeResource', { created_at: z.string() }),
  }),
  fault('resource-bulk-created-at-assigned', 'assigns every member of a bulk update, created_at too', {
    breaks: { 'RES-36.created-at': /created_at after an update/ },
    alter: body('changeResources', { created_at: z.string() }),
  }),
  fault('resource-updated-at-imported', 'keeps the updated_at that an update brings', {
    breaks: { 'RES-34.updated-at': /updated_at is what was sent/ },
    alter: all(
      body('changeResource', { updated_at: z.string() }),
      collection('resources', usual => ({
        change(selection, change, now) {
          const { updated_at, ...rest } = change as typeof change & { updated_at?: string }
          return usual.change(selection, rest, updated_at === undefined ? now : Date.parse(updated_at))
        },
      })),
    ),
  }),
  fault('resource-created-at-imported', 'keeps the created_at that a create brings', {
    breaks: { 'RES-35.created-at': /the created_at is what was sent in the create/ },
    alter: all(
      body('createResource', { created_at: z.string() }),
      collection('resources', usual => ({
        async insert(row, now) {
          const { created_at, ...rest } = row as typeof row & { created_at?: string }
          const id = await usual.insert(rest, now)
          const { schedule_id } = row
          if (created_at !== undefined)
            await usual.change({ schedule_id, ids: [id] }, { created_at } as object, now)
          return id
        },
      })),
    ),
  }),
  fault('resource-id-imported', 'gives a resource the id that its create brings', {
    breaks: { 'RES-35.id': /the id is what was sent in the create/ },
    alter: all(
      body('createResource', { id: z.int() }),
      collection('resources', usual => ({
        async insert(row, now) {
          const given = await usual.insert(row, now)
          return (row as typeof row & { id?: number }).id ?? given
        },
      })),
    ),
  }),
  fault('resource-created-elsewhere', 'creates a resource in the schedule that the body names', {
    breaks: { 'RES-35.schedule-id.second': /in the schedule that was sent/ },
    touches: ['ENV-14.refusal', 'RES-35.schedule-id'],
    alter: all(
      body('createResource', { schedule_id: z.string() }),
      requestAs('createResource', ({ path, body }) => ({
        path: { ...path, scheduleId: String(body.schedule_id ?? path.scheduleId) },
      })),
    ),
  }),
  fault('resource-schedule-assigned', 'moves a resource to the schedule that its update names', {
    breaks: { 'RES-34.schedule-id.second': /in the schedule that was sent/ },
    alter: assigningSchedule('changeResource'),
  }),
  fault('resources-schedule-assigned', 'moves resources to the schedule that a bulk update names', {
    breaks: { 'RES-36.schedule-id.second': /in the schedule that was sent/ },
    alter: assigningSchedule('changeResources'),
  }),
  fault('resource-updated-to-the-day', 'writes the day of an update, and of a create the time too', {
    breaks: { 'RES-32': /it went back/, 'RES-33': /created_at is later than updated_at/ },
    alter: collection('resources', usual => ({
      change: (selection, change, now) => usual.change(selection, change, now - (now % day)),
    })),
  }),
]
