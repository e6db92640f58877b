import { z } from 'zod'
import { createMockStore } from '../../mock/store/index.js'
import { chosenIds, lowestFreeAtTimes, nextAfterHighest } from '../alter/chosen-ids.js'
import { bookingIds, numberedBySchedule, resourceNames } from '../alter/identifiers.js'
import { bulkPuts, creates, lists, singlePuts, singleReads, writesOf } from '../alter/operation-groups.js'
import { operation } from '../alter/requests.js'
import { objectTexts, sentBodyAs } from '../alter/responses.js'
import { body, textUpTo } from '../alter/schemas.js'
import { collection, everything, port } from '../alter/stored.js'
import { variant } from './variant.js'

const writes = [...creates, ...singlePuts, ...bulkPuts, 'changeMe'] as const

/** Passes the times of new and changed bookings through `keep`, which may refuse them. */
const keepingTimes = (keep: (times: { start: number; end: number }) => { start: number; end: number }) =>
  collection('bookings', usual => ({
    insert: (row, now) => usual.insert({ ...row, ...keep(row) }, now),
    async change(selection, change, now) {
      if (change.start === undefined && change.end === undefined) return usual.change(selection, change, now)
      for (const kept of await usual.list(selection, everything)) {
        const times = keep({ start: change.start ?? kept.start, end: change.end ?? kept.end })
        await usual.change({ ...selection, ids: [kept.id] }, { ...change, ...times }, now)
      }
    },
  }))

/** A value as the type of its member. */
function converted(name: string, value: unknown): unknown {
  if (/^(?:text_bold|all_day_display|invite|allow_collaboration|profile_completed)$/.test(name)) {
    return (
      new Map<unknown, boolean>([
        ...([1, '1', 'true'] as const).map(word => [word, true] as const),
        ...([0, '0', 'false'] as const).map(word => [word, false] as const),
      ]).get(value) ?? value
    )
  }
  if (name === 'resource_id') return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
}

/** Choices about values (section 2). */
export const choiceVariants = [
  variant('names-by-schedule', 'has names of resources unique in each schedule', {
    alter: port('store', () => createMockStore({ uniqueNames: 'schedule' })),
  }),
  variant('names-without-letter-case', 'treats names that differ only in letter case as the same', {
    excludes: ['names-by-schedule'],
    alter: resourceNames({
      isTaken: (name, others) => others.some(other => other.name.toLowerCase() === name.toLowerCase()),
    }),
  }),
  variant(
    'types-converted',
    'converts numbers, booleans and texts to the type of their member, and ignores null',
    {
      warns: ['RES-15', 'BKG-13.type'],
      alter: sentBodyAs(writes, body => {
        const members = Object.entries(body).filter(([, value]) => value !== null)
        if (Object.keys(body).length === 0) return body
        return Object.fromEntries(members.map(([name, value]) => [name, converted(name, value)]))
      }),
    },
  ),
  variant(
    'links-as-browsers-read-them',
    'accepts every link that a browser reads as one with http or https',
    {
      warns: ['RES-51', 'BKG-43'],
      alter: body([...writesOf.resource, ...writesOf.booking], {
        link: textUpTo(250).refine(
          link =>
            link === '' || (URL.canParse(String(link)) && /^https?:$/.test(new URL(String(link)).protocol)),
        ),
      }),
    },
  ),
  variant('dates-read-one-by-one', 'reads the clock for updated_at, and a second later for created_at', {
    excludes: ['dates-to-the-minute'],
    alter: objectTexts([...lists, ...singleReads], 'created_at', date =>
      new Date(Date.parse(date) + 1000).toISOString(),
    ),
  }),
  variant('unknown-members-ignored', 'ignores members of a body that it does not know', {
    alter: operation(writes, ({ body }) =>
      body && body.schema instanceof z.ZodObject
        ? { body: { ...body, schema: z.object(body.schema.shape) } }
        : {},
    ),
  }),
  variant('seconds-cut', 'keeps times to the minute', {
    alter: keepingTimes(({ start, end }) => ({ start: start - (start % 60), end: end - (end % 60) })),
  }),
  variant('bookings-numbered-by-schedule', 'numbers the bookings of each schedule from 1 on', {
    alter: bookingIds(numberedBySchedule),
  }),
  variant('bookings-numbered-high', 'gives bookings ids of ten digits, far apart', {
    excludes: ['bookings-numbered-by-schedule'],
    alter: bookingIds(() => ({
      shown: id => 7_000_000_000 + id * 1_337,
      kept: (_, id) => (id - 7_000_000_000) / 1_337,
    })),
  }),
  variant('free-ids-given-again', 'gives an id that is free again to every third new object', {
    excludes: ['bookings-numbered-by-schedule', 'bookings-numbered-high'],
    alter: chosenIds(lowestFreeAtTimes),
  }),
  variant('last-id-given-again', 'gives the id of the last object to the next one once it is deleted', {
    excludes: ['bookings-numbered-by-schedule', 'bookings-numbered-high', 'free-ids-given-again'],
    alter: chosenIds(nextAfterHighest),
  }),
]
