import { z } from 'zod'
import { createMockStore } from '../../mock/store/index.js'
import {
  dateText,
  localText,
  Refusal,
  type Selection,
  type Stored,
  utcText,
} from '../../server/core/index.js'
import {
  bookingIds,
  chosenIds,
  lowestFreeAtTimes,
  nextAfterHighest,
  numberedBySchedule,
  resourceNames,
} from '../alter/identifiers.js'
import {
  bookingLists,
  bulkPuts,
  creates,
  lists,
  singlePuts,
  singleReads,
  writesOf,
} from '../alter/operation-groups.js'
import { after, instantIn, operation, refuseIf, timesAs } from '../alter/requests.js'
import {
  intercept,
  type Members,
  mapTexts,
  objects,
  objectTexts,
  sentBodyAs,
  withBody,
  without,
} from '../alter/responses.js'
import { body, query, textUpTo, timeUnless } from '../alter/schemas.js'
import { collection, everything, type Listed, listed, port, showing, shownAs } from '../alter/stored.js'
import { type Alter, all, stateful } from '../server/parts.js'
import { variant } from './variant.js'

const bookingTexts = ['title', 'link', 'link_title', 'note', 'custom_1', 'custom_2']
const neverSet = 'https://never.set.example/'

/** Changes how texts of bookings are shown that were never set, which are normally empty. */
const unsetTextsOfBookings = (read: (booking: Members, text: string) => Members): Alter =>
  all(
    sentBodyAs('createBooking', sent => ({
      ...Object.fromEntries(bookingTexts.map(text => [text, neverSet])),
      ...sent,
    })),
    objects('booking', booking =>
      bookingTexts.reduce((seen, text) => (seen[text] === neverSet ? read(seen, text) : seen), booking),
    ),
  )

const readKinds = ['resource', 'booking', 'collaborator', 'user'] as const

const writes = [...creates, ...singlePuts, ...bulkPuts, 'changeMe'] as const

/** Applies `keep` to the times of new and changed bookings; it may refuse them. */
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

/** Converts a value to the type of its member. */
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

const hour = 3_600
const day = 24 * hour

/** A time without fractions of a second. */
const withoutParts = timeUnless(/[.,]\d/)

/** In seconds since 1970. */
const from2010 = Date.UTC(2010) / 1000

const tooFar = () => new Refusal('invalid', 'The times are too far apart or away')

const idInPath = /(?<=\/(?:resources|bookings|collaborators)\/)[^/?]+/g
const idsInQuery = /(?<=[?&]ids=)[^&]+/

/** Applies `change` to the ids in a URL. */
const withIds = (url: string, change: (id: string) => string) =>
  url.replace(idInPath, change).replace(idsInQuery, list => list.split(/,|%2C/i).map(change).join(','))

const billion = 1_000_000_000

/** The stored id for an id that is sent. Ids of zero and above match no object. */
const keptId = (sent: string) => {
  const id = Number(sent)
  return /^-?\d+$/.test(sent) ? String(id < 0 ? -id : id + billion) : sent
}

const shownId = (kept: string) => String(Number(kept) < billion ? -Number(kept) : Number(kept) - billion)

/** Negates the ids of an object. */
const withNegativeIds = (object: Members): Members => ({
  ...object,
  ...(object.id !== undefined && { id: -Number(object.id) }),
  ...(object.resource_id !== undefined && { resource_id: -Number(object.resource_id) }),
})

/** Shows and accepts only negated ids. */
const negativeIds = intercept('everything', async (incoming, usual) => {
  const { operation, call, body: sent } = incoming
  if (operation === undefined || /Me$/.test(operation.id)) return usual()
  const { resource_id } = sent
  const known = Number.isInteger(resource_id)
    ? withBody(incoming, { ...sent, resource_id: Number(keptId(String(resource_id))) })
    : call
  const reply = await usual({ ...known, target: withIds(call.target, keptId) })
  const { body, headers = {}, ...others } = reply
  if (!body.startsWith('{')) return reply
  const answer = JSON.parse(body)
  if (Array.isArray(answer.data)) answer.data = answer.data.map(withNegativeIds)
  else if (answer.data) answer.data = withNegativeIds(answer.data)
  for (const [name, link] of Object.entries<string>(answer.pagination?.links ?? {}))
    answer.pagination.links[name] = withIds(link, shownId)
  const { location } = headers
  return {
    ...others,
    headers: { ...headers, ...(location && { location: withIds(location, shownId) }) },
    body: JSON.stringify(answer),
  }
})

/** Converts a time to the form in which it is shown; undefined if it names a zone. */
const shownForm = (time: string) => /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d$/.exec(time)?.[0].replace('T', ' ')

/** Whether the zone skips a local time. */
const isSkipped = (time: string, zone: string) => {
  const shown = shownForm(time)
  return shown !== undefined && localText(instantIn(time, zone), zone) !== shown
}

/** Whether a local time occurs twice in the zone, an hour apart. */
const isRepeated = (time: string, zone: string) => {
  const shown = shownForm(time)
  return shown !== undefined && localText(instantIn(time, zone) + hour, zone) === shown
}

const hasControls = (value: unknown) => typeof value === 'string' && /(?![\n\r\t])\p{Cc}/u.test(value)

const texts = ['description', 'title', 'link', 'link_title', 'note', 'custom_1', 'custom_2']

const nullAs =
  (text: string) =>
  (sent: Members): Members =>
    Object.fromEntries(
      Object.entries(sent).map(([name, value]) => [
        name,
        value === null && texts.includes(name) ? text : value,
      ]),
    )

/** The character codes of an id. */
const digitsOf = (id: string) => [...id].map(character => character.charCodeAt(0)).join('')

/** Every update sets updated_at, even if it changes no value. */
const updatedBySameValues = (kind: Listed): Alter =>
  collection(kind, usual => {
    // Another schedule may have a booking with the same id.
    const updates = new Map<string, string>()
    const dated = <Kept extends Stored>(kept: Kept): Kept => {
      const updated_at = updates.get(`${JSON.parse(kept.json).schedule_id} ${kept.id}`)
      return updated_at === undefined ? kept : shownAs(kept, { updated_at })
    }
    return {
      ...(showing<never>(usual as never, dated) as object),
      async change(selection: Selection, change: never, now: number) {
        const ids = await usual.ids(selection)
        await usual.change(selection, change, now)
        for (const id of ids) updates.set(`${selection.schedule_id} ${id}`, dateText(now))
      },
    }
  })

const otherIds = [
  ...['bookings-numbered-by-schedule', 'free-ids-given-again', 'last-id-given-again'],
  ...['ids-as-large-numbers', 'another-database'],
]

/** Choices about values (section 2). */
export const choiceVariants = [
  variant('names-by-schedule', 'has names of resources unique in each schedule', {
    alter: port('store', () => createMockStore({ uniqueNames: 'schedule' })),
  }),
  variant('names-without-letter-case', 'treats names that differ only in letter case as the same', {
    excludes: ['names-by-schedule', 'bulk-one-after-another'],
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
  variant(
    'dates-with-no-seconds-but-zero',
    'keeps created_at and updated_at to the minute, and shows :00 for seconds',
    {
      excludes: ['dates-to-the-minute', 'dates-read-one-by-one', 'clocks-that-differ'],
      alter: objectTexts(
        [...lists, ...singleReads, 'readMe'],
        ['created_at', 'updated_at'],
        date => `${date.slice(0, 16)}:00Z`,
      ),
    },
  ),
  variant('clocks-that-differ', 'has two parts whose clocks are 300 ms apart', {
    excludes: ['dates-to-the-minute', 'dates-read-one-by-one'],
    // For the part whose clock is behind, requests of the other part are in the future, and the limit does not count those.
    skips: ['LIMIT-04'],
    alter: stateful(() => {
      let calls = 0
      // One part uses even milliseconds, the other odd ones: otherwise, two dates would sometimes be equal by chance.
      const even = (now: number) => now - (now % 2)
      return port('clock', usual => ({ now: () => even(usual.now()) - (calls++ % 2) * 301 }))
    }),
  }),
  variant(
    'bookings-touch-resources',
    'counts the create and the move of a booking as updates of its resource',
    {
      alter: stateful(() => {
        const touched = new Map<unknown, string>()
        return all(
          after(writesOf.booking, ({ body: { resource_id }, now }) => {
            if (resource_id !== undefined) touched.set(resource_id, dateText(now))
          }),
          objects('resource', resource => {
            const updated_at = touched.get(resource.id) ?? ''
            return 'updated_at' in resource && updated_at > String(resource.updated_at)
              ? { ...resource, updated_at }
              : resource
          }),
        )
      }),
    },
  ),
  variant('members-that-change', 'shows in an extra member how often an object was read', {
    alter: stateful(() => {
      let views = 0
      return all(...readKinds.map(kind => objects(kind, object => ({ ...object, views: views++ }))))
    }),
  }),
  variant('more-members-in-lists', 'shows more members in lists than in single reads', {
    alter: objects(lists, object => ({ ...object, position: 1 })),
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
  variant('parts-of-seconds-refused', 'refuses times with a part of a second', {
    alter: all(
      body(writesOf.booking, { start: withoutParts, end: withoutParts }),
      query(bookingLists, { time_min: withoutParts, time_max: withoutParts }),
    ),
  }),
  variant('bookings-numbered-by-schedule', 'numbers the bookings of each schedule from 1 on', {
    alter: bookingIds(numberedBySchedule),
  }),
  variant('free-ids-given-again', 'gives an id that is free again to every third new object', {
    excludes: ['bookings-numbered-by-schedule'],
    alter: chosenIds(lowestFreeAtTimes),
  }),
  variant('last-id-given-again', 'gives the id of the last object to the next one once it is deleted', {
    excludes: ['bookings-numbered-by-schedule', 'free-ids-given-again'],
    alter: chosenIds(nextAfterHighest),
  }),
  variant('ids-shared', 'numbers resources, bookings and collaborators together', {
    excludes: otherIds,
    alter: stateful(() => {
      let last = 0
      return chosenIds(() => async () => ++last)
    }),
  }),
  variant('ids-in-steps', 'leaves ten numbers out between two ids', {
    excludes: [...otherIds, 'ids-shared'],
    alter: chosenIds(() => async last => last + 11),
  }),
  variant('ids-descending', 'gives each object a lower id than the one before', {
    excludes: [...otherIds, 'ids-shared', 'ids-in-steps'],
    alter: chosenIds(() => {
      let next = 900_000_000
      return async () => next--
    }),
  }),
  variant('ids-negative', 'gives objects ids below zero', { excludes: otherIds, alter: negativeIds }),
  variant('user-ids-as-digits', 'gives users ids of digits', {
    alter: objects('user', ({ id, ...user }) => ({ id: digitsOf(String(id)), ...user })),
  }),
  variant('null-as-empty', 'clears a text where null is sent', {
    warns: ['RES-15', 'BKG-13.type'],
    excludes: ['types-converted'],
    alter: sentBodyAs([...writesOf.resource, ...writesOf.booking], nullAs('')),
  }),
  variant('booking-texts-null', 'shows null for a text of a booking that was never set', {
    warns: ['BKG-19'],
    excludes: ['booking-texts-absent'],
    alter: unsetTextsOfBookings((booking, text) => ({ ...booking, [text]: null })),
  }),
  variant(
    'booking-texts-unset-by-null',
    'shows null for a text of a booking that was never set or is set to null',
    {
      warns: ['BKG-19'],
      excludes: ['booking-texts-absent', 'booking-texts-null', 'null-as-empty', 'types-converted'],
      alter: all(
        sentBodyAs(writesOf.booking, nullAs(neverSet)),
        unsetTextsOfBookings((booking, text) => ({ ...booking, [text]: null })),
      ),
    },
  ),
  variant('booking-texts-absent', 'leaves out a text of a booking that was never set', {
    warns: ['BKG-19'],
    alter: unsetTextsOfBookings((booking, text) => without(booking, text)),
  }),
  variant('line-ends-as-lf', 'keeps each end of a line in a note as one character', {
    alter: sentBodyAs(writes, sent => mapTexts(sent, 'note', note => note.replaceAll('\r\n', '\n'))),
  }),
  variant('emoji-refused', 'refuses texts with characters that take four bytes in UTF-8', {
    warns: [
      ...['ENV-16.emoji', 'ENV-16.resource.*', 'ENV-16.booking.*', 'ENV-16.account', 'RES-29.*'],
      ...['BKG-10.emoji', 'BKG-15.emoji', 'BKG-16.emoji', 'BKG-17.emoji', 'BKG-18.emoji'],
      ...['USER-07.code-points', 'USER-08.code-points'],
    ],
    alter: refuseIf(writes, ({ body: { new_password: _, ...sent } }) =>
      Object.values(sent).some(value => /[\u{10000}-\u{10ffff}]/u.test(String(value))),
    ),
  }),
  variant(
    'control-characters-refused',
    'refuses texts with control characters other than line ends and tabs',
    {
      alter: refuseIf(writes, ({ body: sent }) => Object.values(sent).some(hasControls)),
    },
  ),
  variant('blank-names-refused', 'refuses resource names without a visible character', {
    alter: refuseIf(
      writesOf.resource,
      ({ body: { name } }) => typeof name === 'string' && name.trim() === '',
    ),
  }),
  variant('links-need-a-domain', 'refuses links whose host is a single word', {
    warns: ['RES-16.host', 'BKG-14.host'],
    alter: refuseIf(
      [...writesOf.resource, ...writesOf.booking],
      ({ body: { link } }) =>
        typeof link === 'string' && link !== '' && !/^https?:\/\/[^/?#]+\.[^/?#]/i.test(link),
    ),
  }),
  variant('bookings-of-a-year-at-most', 'refuses bookings that are longer than a year', {
    alter: keepingTimes(times => {
      if (times.end - times.start > 366 * day) throw tooFar()
      return times
    }),
  }),
  variant('years-of-32-bits', 'refuses times before 1970 and after 2037', {
    warns: ['TIME-01.far'],
    alter: keepingTimes(times => {
      if (times.start < 0 || times.end > 2 ** 31) throw tooFar()
      return times
    }),
  }),
  variant('times-from-2010', 'refuses times before 2010', {
    alter: all(
      keepingTimes(times => {
        if (times.start < from2010) throw tooFar()
        return times
      }),
      refuseIf(bookingLists, ({ sentQuery }) =>
        sentQuery.some(([name, value]) => /^time_m/.test(name) && /^(?:1|200)/.test(value)),
      ),
    ),
  }),
  variant('signs-refused-in-names', 'refuses names of resources that contain *, ? or %', {
    warns: ['ENV-16'],
    alter: refuseIf(writesOf.resource, ({ body: { name } }) => /[*?%]/.test(String(name))),
  }),
  variant('times-with-slashes', 'also accepts times such as 2026/11/23 09:00', {
    alter: sentBodyAs(writesOf.booking, sent =>
      mapTexts(sent, ['start', 'end'], time => time.replace(/^(\d{4})\/(\d\d)\/(\d\d) /, '$1-$2-$3 ')),
    ),
  }),
  variant('skipped-times-refused', 'refuses local times that a change of the clocks skips', {
    alter: refuseIf(writesOf.booking, ({ body: { start, end }, user: { timezone } }) =>
      [start, end].some(time => typeof time === 'string' && isSkipped(time, timezone)),
    ),
  }),
  variant('skipped-times-earlier', 'reads local times that a change of the clocks skips as an hour earlier', {
    excludes: ['skipped-times-refused'],
    alter: timesAs(writesOf.booking, (time, { user: { timezone } }) =>
      isSkipped(time, timezone) ? utcText(instantIn(time, timezone) - hour) : time,
    ),
  }),
  variant('repeated-times-later', 'reads local times that a change of the clocks repeats as the later ones', {
    alter: timesAs(writesOf.booking, (time, { user: { timezone } }) =>
      isRepeated(time, timezone) ? utcText(instantIn(time, timezone) + hour) : time,
    ),
  }),
  variant('same-values-update', 'moves updated_at by an update that changes nothing', {
    // A bulk update that fails half-way is rolled back in the store, but not in the state of this variant.
    excludes: ['bulk-one-after-another'],
    alter: all(...listed.map(updatedBySameValues)),
  }),
]
