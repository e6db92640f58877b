import { localText, type OperationId, Refusal } from '../../../server/core/index.js'
import { bookingBulkPuts, bulkDeletes, bulkPuts } from '../../alter/operation-groups.js'
import {
  bodyAs,
  inItsSchedule,
  onlyFirst,
  queryAs,
  refuseIf,
  requestAs,
  run,
  scopeOf,
} from '../../alter/requests.js'
import { callAs, done, refused, sentBodyAs, without, withQuery } from '../../alter/responses.js'
import { anything, body, query, textMatching, textUpTo } from '../../alter/schemas.js'
import { all } from '../../server/parts.js'
import { fault } from '../fault.js'
import { bulkDeletesFaults } from './deletes.js'

const longText = textUpTo(1000)

const numbersAtTheStart = textMatching(/^/).transform(text =>
  String(text)
    .split(',')
    .map(id => Number.parseInt(id, 10))
    .filter(Boolean),
)

/** The defaults of a booking. */
const defaults = { color_fg: '#000000', link: '', link_title: '', note: '', custom_1: '', custom_2: '' }

/** Ignores members of a bulk update of bookings without ids. */
const withoutIdsIgnoring = (which: (typeof bookingBulkPuts)[number], ...members: readonly string[]) =>
  bodyAs(which, (body, { query }) => (query.ids ? body : without(body, ...members)))

/** Processes the ids before the first unknown one, then refuses. */
const upToUnknown = (which: OperationId, kind: 'bookings' | 'collaborators') =>
  run(which, async (asked, usual) => {
    const { rows, query } = asked
    const sent = query.ids ?? []
    const present = await rows[kind].ids(scopeOf(asked, sent))
    const first = sent.findIndex(id => !present.includes(id))
    if (first < 0) return usual()
    await usual({ query: { ...query, ids: sent.slice(0, first) } })
    return refused(404)
  })

/** Parses ids without removing duplicates. */
const repeatable = textMatching(/^\d+(?:,\d+)*$/).transform(text => String(text).split(',').map(Number))

/** Refuses if fewer objects are found than ids were sent. */
const counted = (which: typeof bulkPuts | typeof bulkDeletes) =>
  all(
    query(which, { ids: repeatable }),
    refuseIf(which, ({ query: { ids = [] } }) => new Set(ids).size < ids.length, 'not_found'),
  )

export const bulkFaults = [
  fault('bulk-delete-all-is-there', 'deletes all resources where all has any value', {
    breaks: { 'BULK-07': /all=0/, 'BULK-11': /where all is not 1/ },
    alter: query('deleteResources', {
      all: textMatching(/^/)
        .transform(() => '1')
        .default('0'),
    }),
  }),
  fault('bulk-all-beats-ids', 'deletes everything where both all=1 and ids are given', {
    breaks: { 'BULK-09': /can no longer be read/ },
    alter: queryAs(bulkDeletes, ({ ids, ...query }) => (query.all === '1' ? query : { ...query, ids })),
  }),
  fault('bulk-ids-by-prefix', 'reads as much of an id as looks like a number', {
    breaks: { 'BULK-20.delete': /ids=\d+abc as owner was accepted, and affected/ },
    alter: query(bulkDeletes, { ids: numbersAtTheStart }),
  }),
  fault('bulk-put-ids-ignored', 'changes all collaborators, whatever ids says', {
    breaks: { 'BULK-01.collaborators': /affected what it must leave alone/ },
    touches: ['BULK-01.zero', 'BULK-16'],
    alter: queryAs('changeCollaborators', () => ({})),
  }),
  fault('bulk-put-first-page', 'changes only the first 20 objects of a bulk update without ids', {
    breaks: { 'CROSS-01': /changed 20 of 25/ },
    alter: onlyFirst('changeResourceBookings', 20),
  }),
  fault('bulk-put-first-hundred', 'changes only the first 100 objects of a bulk update without ids', {
    breaks: { 'CROSS-01.hundred': /changed 100 of 101/ },
    alter: onlyFirst('changeResourceBookings', 100),
  }),
  fault(
    'bulk-moves-in-pages',
    'moves all bookings of a resource in pages of 20, by an offset in what is left',
    {
      breaks: { 'CROSS-01.hundred': /left 41 of 101 objects/ },
      alter: requestAs('changeResourceBookings', async asked => {
        if (asked.query.ids || asked.body.resource_id === undefined) return {}
        const ids = await asked.rows.bookings.ids(scopeOf(asked))
        return { query: { ids: ids.filter((_, index) => Math.floor(index / 20) % 2 === 0) } }
      }),
    },
  ),
  ...bulkDeletesFaults,
  // What bulk updates change and accept.
  fault('bulk-put-without-ids-does-nothing', 'changes nothing in a bulk update of resources without ids', {
    breaks: { 'BULK-02.resources': /description is not as it must be/ },
    touches: ['PERM-22', 'UNIQ-08', 'UNIQ-09'],
    alter: queryAs('changeResources', query => ({ ids: [], ...query })),
  }),
  fault('bulk-put-without-ids-refused', 'asks for ids in a bulk update of collaborators', {
    breaks: { 'BULK-02.collaborators': /must be accepted, but was not/ },
    alter: refuseIf('changeCollaborators', ({ query }) => !query.ids, 'bad_request'),
  }),
  fault('bulk-path-of-any-schedule', 'reaches the bookings of a resource whatever schedule the path names', {
    breaks: { 'BULK-16.resource-path': /affected bookings of another schedule/ },
    alter: inItsSchedule(['changeResourceBookings', 'deleteResourceBookings']),
  }),
  fault('bulk-put-all-but-the-newest', 'leaves the newest booking out of a bulk update without ids', {
    breaks: { 'BULK-02': /booking \d+: title is not as it must be/ },
    touches: ['PERM-22', 'BKG-33', 'BULK-12', 'CROSS-01', 'CROSS-17'],
    alter: requestAs(bookingBulkPuts, async asked => {
      if (asked.query.ids) return {}
      const ids = await asked.rows.bookings.ids(scopeOf(asked))
      return { query: { ids: ids.sort((one, other) => one - other).slice(0, -1) } }
    }),
  }),
  fault(
    'bulk-put-without-ids-moves-none',
    'ignores resource_id in a bulk update of all bookings of a schedule',
    {
      breaks: { 'BULK-02.move': /resource_id is not as it must be/ },
      alter: withoutIdsIgnoring('changeBookings', 'resource_id'),
    },
  ),
  fault(
    'bulk-put-without-ids-keeps-times',
    'ignores start and end in a bulk update of all bookings of a schedule',
    {
      breaks: { 'BULK-02.times.bookings': /without ids must be 2023-06-09T09:03:00Z/ },
      alter: withoutIdsIgnoring('changeBookings', 'start', 'end'),
    },
  ),
  fault(
    'bulk-put-without-ids-keeps-times-of-resource',
    'ignores start and end in a bulk update of all bookings of a resource',
    {
      breaks: { 'BULK-02.times.resource-bookings': /without ids must be 2023-06-09T09:03:00Z/ },
      alter: withoutIdsIgnoring('changeResourceBookings', 'start', 'end'),
    },
  ),
  fault(
    'bulk-put-times-reset-all-day',
    'resets all_day_display in a bulk update of start or end without it',
    {
      breaks: {
        'BKG-26.move.bulk': /all_day_display of .* must be true, but is false/,
        'BKG-26.move.bulk-of-resource': /all_day_display of .* must be true, but is false/,
      },
      alter: bodyAs(bookingBulkPuts, body =>
        body.start === undefined && body.end === undefined ? body : { all_day_display: false, ...body },
      ),
    },
  ),
  fault('bulk-put-resets-the-rest', 'resets members that a bulk update of bookings does not contain', {
    breaks: { 'BULK-03.bookings': /(?:are|is) not as (?:they|it) must be/ },
    touches: ['BKG-20.kept.bulk', 'CROSS-16.booking.bulk', 'CROSS-41.booking.bulk'],
    alter: bodyAs('changeBookings', body => ({ ...defaults, ...body })),
  }),
  fault(
    'bulk-put-times-of-the-first',
    'gives all bookings the other time of the first where one is changed',
    {
      breaks: { 'BULK-03.times': /start_utc of booking \d+ after a bulk update of end alone must be/ },
      alter: requestAs('changeBookings', async ({ rows, path, query, body, user }) => {
        const first = await rows.bookings.find(path.scheduleId, query.ids?.[0] ?? 0)
        if (!first || (body.start === undefined) === (body.end === undefined)) return {}
        const kept = {
          start: localText(first.start, user.timezone),
          end: localText(first.end, user.timezone),
        }
        return { body: { ...kept, ...body } }
      }),
    },
  ),
  fault('bulk-undecodable-ids-dropped', 'leaves out parameters that cannot be decoded', {
    breaks: {
      'BULK-01.undecodable': /affected what it must leave alone/,
      'BULK-09.undecodable': /affected what it must leave alone/,
    },
    alter: callAs([...bulkPuts, ...bulkDeletes], incoming => {
      if (!/%(?![\da-f]{2})/i.test(incoming.call.target)) return incoming.call
      incoming.query.delete('ids')
      return withQuery(incoming, incoming.query)
    }),
  }),
  fault('bulk-put-false-ignored', 'treats false in a bulk update of resources as an absent member', {
    breaks: { 'BULK-03.resources': /text_bold is not as it must be/ },
    touches: ['RES-14.bulk', 'RES-32.each-in-bulk', 'CROSS-16.resource.bulk', 'CROSS-41.resource.bulk'],
    alter: bodyAs('changeResources', body =>
      without(body, ...Object.keys(body).filter(name => body[name] === false)),
    ),
  }),
  fault('bulk-put-unvalidated', 'does not look at the texts of a bulk update of the bookings of a resource', {
    breaks: { 'BULK-19.resource-bookings': /"link":.* must be refused/ },
    touches: ['BKG-43.bulk-of-resource', 'BKG-27.*.bulk-of-resource'],
    alter: body('changeResourceBookings', { link: longText, link_title: longText, custom_1: longText }),
  }),
  fault('bulk-put-drops-what-is-wrong', 'drops wrong colours from a bulk update and reports success', {
    breaks: { 'BULK-19': /"color_fg":"red".* must be refused/ },
    touches: ['RES-12.*.bulk', 'BKG-27.color-*', 'RES-37.bulk*'],
    alter: sentBodyAs(['changeResources', ...bookingBulkPuts], body => {
      const isWrong = (name: string) =>
        name.startsWith('color_') && !/^#[\da-f]{6}$/i.test(String(body[name]))
      return without(body, ...Object.keys(body).filter(isWrong))
    }),
  }),
  fault('bulk-put-ids-by-prefix', 'reads as much of an id as looks like a number in bulk updates', {
    breaks: { 'BULK-20.update': /ids=\d+abc as owner was accepted, and affected/ },
    alter: query(bulkPuts, { ids: numbersAtTheStart }),
  }),
  fault('bulk-put-role-unchecked', 'accepts any role in a bulk update, and stores viewer if unknown', {
    breaks: { 'BULK-19.collaborators': /must be refused/ },
    touches: ['COL-10.bulk', 'COL-22.kept.bulk'],
    alter: all(
      body('changeCollaborators', { user_role: anything }),
      bodyAs('changeCollaborators', ({ user_role }) => ({
        user_role: user_role === 'editor' ? 'editor' : 'viewer',
      })),
    ),
  }),
  // Unknown and repeated ids.
  fault('bulk-put-unknown-id-half-done', 'changes the bookings before an unknown id, then refuses', {
    breaks: { 'BULK-17': /update .* was refused, and 2 of the 2 known ones were affected/ },
    alter: upToUnknown('changeBookings', 'bookings'),
  }),
  fault('bulk-put-unknown-id-nothing-done', 'reports success for an unknown id, and changes nothing', {
    breaks: { 'BULK-17': /update .* was accepted, and 0 of the 2 known ones were affected/ },
    alter: run(bulkPuts, (_, usual) =>
      usual().catch(error => {
        if (error instanceof Refusal && error.code === 'not_found') return { ...refused(404), ...done }
        throw error
      }),
    ),
  }),
  fault('bulk-put-unknown-id-is-all', 'changes all bookings of a resource if ids has an unknown one', {
    breaks: { 'BULK-17.update.resource-bookings': /affected what it must leave alone/ },
    touches: ['BULK-15.update', 'BULK-16.resource-bookings'],
    alter: run('changeResourceBookings', async (asked, usual) => {
      const sent = asked.query.ids ?? []
      const present = await asked.rows.bookings.ids(scopeOf(asked, sent))
      return usual(present.length < sent.length ? { query: {} } : {})
    }),
  }),
  fault('bulk-delete-unknown-id-half-done', 'deletes collaborators before an unknown id, then refuses', {
    breaks: {
      'BULK-17': /delete of collaborators .* was refused, and 2 of the 2 known ones were affected/,
    },
    alter: upToUnknown('deleteCollaborators', 'collaborators'),
  }),
  fault('bulk-put-ids-twice-refused', 'refuses a repeated id in a bulk update: found fewer than sent', {
    breaks: { 'BULK-18.update': /must be accepted, but was not/ },
    touches: ['UNIQ-06'],
    alter: counted(bulkPuts),
  }),
  fault('bulk-delete-ids-twice-refused', 'refuses a repeated id in a bulk deletion: too few found', {
    breaks: { 'BULK-18.delete': /must be accepted, but was not/ },
    alter: counted(bulkDeletes),
  }),
]
