import { z } from 'zod'
import { readsOf, writesOf } from '../../alter/operation-groups.js'
import { localDate, requestAs, run, shownTo } from '../../alter/requests.js'
import { mapTexts, objectTexts } from '../../alter/responses.js'
import { body, bytes, linkUpTo, textCutAt, textUpTo, units } from '../../alter/schemas.js'
import { collection, everything } from '../../alter/stored.js'
import { all } from '../../server/parts.js'
import { type Fault, fault } from '../fault.js'

const requests = {
  create: { operation: 'createResource', id: 'on-create', words: 'in a create of a resource' },
  update: { operation: 'changeResource', id: 'on-update', words: 'in an update of a resource' },
  bulk: { operation: 'changeResources', id: 'in-bulk', words: 'in a bulk update of resources' },
} as const

/** The width of a text in a terminal, in columns. */
const columns = (text: string) => [...text].length + (text.match(/[\u1100-\uffdc]/g)?.length ?? 0)

type Way = keyof typeof requests
type Step = readonly [member: string, limit: number, rule: string, over: readonly Way[], under: Way]

/** The limits of section 2.1, the requests that accept one character too many, and the one that accepts one too few. */
const steps: readonly Step[] = [
  ['name', 100, 'RES-05', ['create', 'bulk'], 'update'],
  ['description', 200, 'RES-07', ['create', 'update'], 'create'],
  ['link', 250, 'RES-19', ['create', 'update', 'bulk'], 'bulk'],
  ['link_title', 100, 'RES-21', ['create', 'update', 'bulk'], 'update'],
  ['note', 500, 'RES-22', ['create', 'update', 'bulk'], 'create'],
  ['custom_1', 200, 'RES-24', ['create', 'update', 'bulk'], 'bulk'],
  ['custom_2', 200, 'RES-25', ['create', 'update', 'bulk'], 'update'],
]

/** Other checks at the limit: the rules on what counts as a character use single updates. */
function touchedBy(member: string, way: Way): string[] {
  const dashed = member.replaceAll('_', '-')
  if (way === 'create' || (way === 'update' && member === 'link')) return []
  if (way === 'bulk') return ['BULK-19.resources']
  const others: Record<string, string> = { note: 'RES-22.line-feeds', description: 'ENV-05.values' }
  return [`RES-28.${dashed}`, `RES-29.${dashed}`, `RES-29.${dashed}.over`, others[member] ?? []].flat()
}

const oneStepOff = ([member, limit, rule]: Step, way: Way, allowed: number): Fault => {
  const { operation, id, words } = requests[way]
  const isOver = allowed > limit
  const proof = isOver
    ? `${allowed} characters ${words} must be refused`
    : `${limit} characters(?: such as (?:é and )?会)? ${words} must be accepted`
  return fault(
    `resource-${member.replaceAll('_', '-')}-${allowed}-${id}`,
    `accepts a ${member} of ${isOver ? '' : 'at most '}${allowed} characters ${words}`,
    {
      breaks: { [`${rule}.${way}`]: new RegExp(proof) },
      touches: touchedBy(member, way),
      alter: body(operation, { [member]: member === 'link' ? linkUpTo(allowed) : textUpTo(allowed) }),
    },
  )
}

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

/** Limits of length, and read-only members. */
export const resourceMemberFaults = [
  ...steps.flatMap(step => {
    const [, limit, , over, under] = step
    return [...over.map(way => oneStepOff(step, way, limit + 1)), oneStepOff(step, under, limit - 1)]
  }),
  fault('resource-name-bytes', 'counts the bytes of the name of a resource when it is changed', {
    breaks: { 'RES-28.name': /100 characters such as é/ },
    touches: ['RES-05.update', 'RES-29.name'],
    alter: body('changeResource', { name: textUpTo(100, bytes) }),
  }),
  fault('resource-note-units', 'counts the UTF-16 units of the note of a resource', {
    breaks: { 'RES-29': /a note of 500 characters such as 😀/ },
    alter: body(writesOf.resource, { note: textUpTo(500, units) }),
  }),
  fault('resource-emoji-uncounted', 'does not count emoji in the custom_2 of a resource', {
    breaks: { 'RES-29.custom-2.over': /201 characters such as 😀/ },
    alter: body(writesOf.resource, {
      custom_2: textUpTo(200, text => [...text].filter(character => character < '\u{10000}').length),
    }),
  }),
  fault('resource-description-column', 'cuts a description of a resource that does not fit into its column', {
    breaks: { 'RES-07.update': /201 characters in an update of a resource must be refused/ },
    touches: ['RES-07', 'RES-28.description', 'RES-29.description.over', 'ENV-05.values'],
    alter: body(writesOf.resource, { description: textCutAt(200) }),
  }),
  fault('resource-note-line-ends', 'counts a line feed in a note as two characters, as browsers send', {
    breaks: { 'RES-22.line-feeds': /500 characters, line feeds among them/ },
    alter: body(writesOf.resource, {
      note: textUpTo(500, text => [...text.replaceAll('\n', '\r\n')].length),
    }),
  }),
  fault('note-in-bytes', 'counts the bytes of a note of a resource', {
    breaks: { 'RES-28.note': /500 characters such as é/ },
    touches: ['RES-22', 'RES-29.note'],
    alter: body(writesOf.resource, { note: textUpTo(500, bytes) }),
  }),
  fault('name-in-units', 'counts the UTF-16 units of a name', {
    breaks: { 'RES-29': /100 characters such as 😀/ },
    alter: body(writesOf.resource, { name: textUpTo(100, units) }),
  }),
  fault('custom-cut', 'cuts a custom_1 that is too long, without a word', {
    breaks: { 'RES-24': /201 characters in a create/ },
    touches: ['RES-28.custom-1', 'RES-29.custom-1', 'BULK-19.resources'],
    alter: body(writesOf.resource, { custom_1: textCutAt(200) }),
  }),
  // created_at, updated_at and other read-only members.
  fault('resource-dates-of-http', 'shows the dates of a resource as HTTP headers do', {
    breaks: { 'RES-30': /created_at .* is no ISO 8601 date and time/ },
    alter: objectTexts('resource', dates, date => new Date(date).toUTCString()),
  }),
  fault('resource-dates-of-sql', 'lists the dates of resources as the database does, with a space', {
    breaks: { 'RES-30': /updated_at .* is no ISO 8601 date and time|created_at .* is no ISO 8601/ },
    touches: ['ENV-13.resource', 'ENV-18', 'LIST-*'],
    alter: objectTexts('listResources', dates, date => date.replace('T', ' ').slice(0, 19)),
  }),
  fault('resource-dates-of-the-owner', "labels the creator's local time of a resource as UTC", {
    breaks: { 'RES-31': /is not the time in UTC/ },
    // If another check changes the zone meanwhile, a bulk update seems to have changed the dates.
    touches: ['BULK-16', 'BULK-23'],
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
    touches: ['RES-31'],
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
    // It gets the id that other checks use as one that no object has.
    touches: ['RES-45', 'RES-46', 'BKG-40'],
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
    touches: ['BULK-23.resources'],
    alter: collection('resources', usual => ({
      change: (selection, change, now) => usual.change(selection, change, now - (now % day)),
    })),
  }),
  fault('resource-name-in-columns', 'counts each Chinese character in the name of a resource as two', {
    breaks: {
      'RES-05.create': /100 characters such as é and 会 in a create of a resource must be accepted/,
      'RES-05.update': /100 characters such as 会 in an update of a resource must be accepted/,
    },
    touches: ['RES-05', 'RES-29.name', 'RES-28.name'],
    alter: body(writesOf.resource, { name: textUpTo(100, columns) }),
  }),
]
