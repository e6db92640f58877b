import { setImmediate as pause } from 'node:timers/promises'
import { resourceNames } from '../../alter/identifiers.js'
import {
  bookingLists,
  bulkDeletes,
  bulkPuts,
  lists,
  singleDeletes,
  singlePuts,
  singleReads,
  type Which,
  writesOf,
} from '../../alter/operation-groups.js'
import { bodyAs, operation, requestAs } from '../../alter/requests.js'
import { callAs, done, intercept, mapTexts, sentBodyAs, sentQueryAs } from '../../alter/responses.js'
import { body, textMatching } from '../../alter/schemas.js'
import { storedObject } from '../../alter/stored.js'
import { credentialsIn } from '../../requests/credentials.js'
import { all, stateful } from '../../server/parts.js'
import { fault } from '../fault.js'

const bulk = [...bulkPuts, ...bulkDeletes] as const
const single = [...singleReads, ...singlePuts, ...singleDeletes] as const

/** The expected messages of the checks of malformed ids in paths. */
const ofMalformedIds = (message: RegExp) => ({
  'RES-45.malformed': message,
  'BKG-38.malformed': message,
  'COL-27': message,
})

/** Replaces a query parameter; undefined removes it. */
const parameter =
  (name: string, change: (text: string) => string | undefined) => (query: URLSearchParams) => {
    const sent = query.get(name)
    const changed = sent === null ? undefined : change(sent)
    if (changed === undefined) query.delete(name)
    else query.set(name, changed)
  }

const zeroIsNothing = (text: string) => (text === '0' ? undefined : text)

/** Lost update: reads the texts of an object and, after a pause, writes them back together with the changes. */
const raced = (which: Which, kind: 'resources' | 'bookings') =>
  all(
    operation(which, () => ({ mode: 'read' })),
    requestAs(
      which,
      async ({ rows, path, query: { ids = [path.resourceId ?? path.bookingId ?? 0] }, body }) => {
        const kept = await storedObject(rows[kind], path.scheduleId, ids[0])
        await pause()
        const { note, custom_1, custom_2, link_title } = kept ?? {}
        return kept ? { body: { note, custom_1, custom_2, link_title, ...body } } : {}
      },
    ),
  )

/** Lost update: restores the names that an account had before the first of its updates in progress. */
const accountsRaced = stateful(() => {
  const races = new Map<string, { updates: number; json?: string }>()
  return all(
    intercept('changeMe', async ({ call }, usual) => {
      const [email = ''] = credentialsIn(call.header('authorization')).split(':')
      const race = races.get(email) ?? { updates: 0 }
      races.set(email, race)
      race.updates++
      try {
        await pause()
        return await usual()
      } finally {
        race.updates--
        if (race.updates === 0) races.delete(email)
      }
    }),
    bodyAs('changeMe', (body, { user }) => {
      const race = races.get(user.email)
      if (!race) return body
      race.json ??= user.json
      const { firstname, lastname } = JSON.parse(race.json)
      return { firstname, lastname, ...body }
    }),
  )
})

/** Values that programming languages treat as empty, as equal, or as another type. */
export const valueFaults = [
  fault('updates-raced', 'reads an object, changes its texts and writes them all back, in two steps', {
    breaks: { 'CROSS-41': /at the same time, each member in an update of its own/ },
    touches: ['RES-40', 'BKG-26'],
    alter: all(raced('changeResource', 'resources'), raced('changeBooking', 'bookings')),
  }),
  fault('bulk-updates-raced', 'changes bookings in bulk and writes all their texts back, in two steps', {
    breaks: { 'CROSS-41.booking.bulk': /in bulk updates at the same time/ },
    touches: ['BULK-03'],
    alter: raced('changeBookings', 'bookings'),
  }),
  fault('account-updates-raced', 'reads an account, changes its names and writes both back, in two steps', {
    breaks: { 'CROSS-41.account': /sent to one account at the same time/ },
    touches: ['USER-28', 'USER-38'],
    alter: accountsRaced,
  }),
  fault('text-zero-is-empty', 'takes the text "0" for an empty one', {
    breaks: {
      'CROSS-16.resource.zero': /the text "0" in every text/,
      'CROSS-16.booking.zero': /the text "0" in every text/,
      'CROSS-16.account.zero': /account must be "0"/,
    },
    // The record of the run notices it wherever it is sent.
    touches: ['ENV-09', 'CROSS-39', 'RES-39', 'RES-40', 'BKG-26', 'BKG-29', 'USER-28'],
    alter: bodyAs([...writesOf.resource, ...writesOf.booking, 'changeMe'], body =>
      mapTexts(body, Object.keys(body), text => (text === '0' ? '' : text)),
    ),
  }),
  fault('list-of-ids-0-is-all', 'takes ids=0 of a list for no ids at all', {
    breaks: { 'LIST-21.zero': /ids=0/ },
    alter: sentQueryAs(lists, parameter('ids', zeroIsNothing)),
  }),
  fault('bulk-of-ids-0-is-all', 'takes ids=0 of a bulk request for no ids at all', {
    breaks: { 'BULK-01.zero': /ids=0/, 'BULK-09.zero': /ids=0/ },
    alter: sentQueryAs(bulk, parameter('ids', zeroIsNothing)),
  }),
  fault('bulk-delete-of-ids-0-is-all', 'takes ids=0 of a bulk deletion for all=1', {
    breaks: { 'BULK-04.zero': /ids=0/, 'BULK-09.zero': /ids=0/ },
    alter: sentQueryAs(bulkDeletes, query => {
      if (query.get('ids') !== '0') return
      query.delete('ids')
      query.set('all', '1')
    }),
  }),
  fault('ids-as-numbers', 'reads ids of a bulk request as any notation of a number', {
    breaks: { 'BULK-20.notation': /ids=\d+(?:e0|\.0)/ },
    alter: sentQueryAs(
      bulk,
      parameter('ids', text =>
        text
          .split(',')
          .map(id => String(Number(id) || id))
          .join(),
      ),
    ),
  }),
  fault('path-ids-to-the-first-letter', 'reads the id of a path to the first character that is no digit', {
    breaks: ofMalformedIds(/must be refused/),
    alter: callAs(single, ({ call }) => ({
      ...call,
      target: call.target.replace(/(\/\d+)[^/?\d][^/?]*/, '$1'),
    })),
  }),
  fault('path-ids-inherited', 'looks the id of a path up in an object, where it also finds "constructor"', {
    breaks: ofMalformedIds(/constructor as owner must be refused/),
    touches: ['ENV-06'],
    alter: intercept('everything', async ({ call }, usual) => ({
      ...(await usual()),
      ...(call.method === 'GET' && call.target.endsWith('/constructor') && done),
    })),
  }),
  fault('path-ids-in-32-bits', 'reads the lowest 32 bits of the id of a path', {
    breaks: ofMalformedIds(/must be refused/),
    alter: callAs(single, ({ call }) => ({
      ...call,
      target: call.target.replace(/(?<=\/)\d+(?=$|\?)/, id => `${BigInt(id) % 2n ** 32n}`),
    })),
  }),
  fault('all-as-a-number', 'reads all and me to the first character that is no digit', {
    breaks: { 'BULK-11': /all=1abc/, 'USER-43': /me=1abc/ },
    alter: all(
      sentQueryAs(
        bulkDeletes,
        parameter('all', text => String(Number.parseInt(text, 10))),
      ),
      sentQueryAs(
        'deleteMe',
        parameter('me', text => String(Number.parseInt(text, 10))),
      ),
    ),
  }),
  fault('role-compared-loosely', 'takes the user_role true for any role that exists', {
    breaks: { 'COL-10': /user_role true must be refused/ },
    alter: sentBodyAs(['createCollaborator', 'changeCollaborator', 'changeCollaborators'], body =>
      body.user_role === true ? { ...body, user_role: 'editor' } : body,
    ),
  }),
  fault('choices-in-an-object', 'looks choices up in an object, where it also finds "constructor"', {
    breaks: Object.fromEntries(
      ['COL-10.create', 'COL-10.update', 'COL-10.bulk', 'USER-10', 'USER-13', 'USER-15', 'USER-20'].map(
        id => [id, /"constructor" must be refused/],
      ),
    ),
    alter: all(
      body(['createCollaborator', 'changeCollaborator', 'changeCollaborators'], {
        user_role: textMatching(/^(?:editor|viewer|constructor)$/),
      }),
      body('changeMe', {
        language_tag: textMatching(/^(?:en|de|constructor)$/),
        date_format: textMatching(/^(?:m([/.-])d\1Y|d([/.-])m\2Y|Y([/.-])m\3d|constructor)$/),
        time_format: textMatching(/^(?:H:i|h:i [Aa]|constructor)$/),
        first_day_of_week: textMatching(/^(?:monday|saturday|sunday|constructor)$/),
      }),
    ),
  }),
  fault('colour-before-a-line-end', 'accepts and keeps a line end after a colour', {
    breaks: { 'RES-12': /line end/, 'BKG-11': /line end/, 'BKG-12': /line end/, 'BKG-27': /line end/ },
    alter: body([...writesOf.resource, ...writesOf.booking], {
      color_fg: textMatching(/^#[\dA-F]{6}\n?$/i),
      color_bk: textMatching(/^#[\dA-F]{6}\n?$/i),
    }),
  }),
  fault('setting-before-a-line-end', 'accepts and keeps a line end after a language and a format', {
    breaks: { 'USER-10': /line end/, 'USER-13': /line end/ },
    alter: body('changeMe', {
      language_tag: textMatching(/^(?:en|de)\n?$/),
      date_format: textMatching(/^(?:m([-./])d\1Y|d([-./])m\2Y|Y([-./])m\3d)\n?$/),
    }),
  }),
  fault('resource-id-to-the-first-letter', 'reads a resource_id in quotes to the first letter', {
    breaks: { 'BKG-08.malformed': /must be refused/ },
    alter: sentBodyAs('createBooking', body =>
      typeof body.resource_id === 'string'
        ? { ...body, resource_id: Number.parseInt(body.resource_id, 10) }
        : body,
    ),
  }),
  fault('filter-zero-is-nothing', 'takes time_min=0 for no filter at all', {
    breaks: { 'FILT-13': /time_min=0 is silently ignored/ },
    alter: sentQueryAs(bookingLists, parameter('time_min', zeroIsNothing)),
  }),
  fault('names-compared-as-numbers', 'takes names that are the same number for the same name', {
    breaks: { 'CROSS-38': /must be accepted/ },
    alter: resourceNames({
      isTaken: (name, others) =>
        others.some(other => other.name === name || (name !== '' && Number(other.name) === Number(name))),
    }),
  }),
  fault('all-by-yes', 'takes all=yes and all=on for all=1', {
    breaks: { 'BULK-11': /all=yes/ },
    alter: sentQueryAs(
      bulkDeletes,
      parameter('all', text => text.replace(/^(?:yes|on)$/, '1')),
    ),
  }),
  fault('me-by-the-address', 'takes an address in me for me=1', {
    breaks: { 'USER-43': /the email of the account as me must be refused/ },
    alter: sentQueryAs(
      'deleteMe',
      parameter('me', text => text.replace(/^[^@]+@[^@]+$/, '1')),
    ),
  }),
]
