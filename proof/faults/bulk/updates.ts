import { Refusal } from '../../../server/core/index.js'
import {
  all,
  anything,
  body,
  bodyAs,
  bookingBulkPuts,
  bulkPuts,
  callAs,
  query,
  queryAs,
  requestAs,
  textMatching,
  textUpTo,
  withBody,
  without,
} from '../../alter/index.js'
import { fault } from '../fault.js'

/** What a booking has where nothing else is said. */
const defaults = { color_fg: '#000000', link: '', link_title: '', note: '', custom_1: '', custom_2: '' }

/** What bulk updates change, and what they take. */
export const bulkUpdatesFaults = [
  fault('bulk-put-without-ids-does-nothing', 'changes nothing in a bulk update of resources without ids', {
    breaks: { 'BULK-02.resources': /description is not as it must be/ },
    touches: ['UNIQ-08', 'UNIQ-09'],
    alter: queryAs('changeResources', query => ({ ids: [], ...query })),
  }),
  fault('bulk-put-without-ids-refused', 'asks for ids in a bulk update of collaborators', {
    breaks: { 'BULK-02.collaborators': /must be accepted, and was not/ },
    alter: queryAs('changeCollaborators', query => {
      if (!query.ids) throw new Refusal('bad_request', 'Name the collaborators in ids')
      return query
    }),
  }),
  fault('bulk-put-all-but-the-newest', 'leaves the newest booking out of a bulk update without ids', {
    breaks: { 'BULK-02': /booking \d+: title is not as it must be/ },
    touches: ['BKG-33', 'BULK-12', 'CROSS-01', 'CROSS-17'],
    alter: requestAs(bookingBulkPuts, async ({ rows, path, query }) => {
      if (query.ids) return {}
      const { scheduleId: schedule_id, resourceId: resource_id } = path
      const ids = await rows.bookings.ids({ schedule_id, ...(resource_id && { resource_id }) })
      return { query: { ids: ids.sort((one, other) => one - other).slice(0, -1) } }
    }),
  }),
  fault('bulk-put-resets-the-rest', 'resets members that a bulk update of bookings does not contain', {
    breaks: { 'BULK-03.bookings': /(?:are|is) not as (?:they|it) must be/ },
    touches: ['CROSS-16.booking.bulk'],
    alter: bodyAs('changeBookings', body => ({ ...defaults, ...body })),
  }),
  fault('bulk-put-false-ignored', 'treats false in a bulk update of resources as an absent member', {
    breaks: { 'BULK-03.resources': /text_bold is not as it must be/ },
    touches: ['RES-14.bulk', 'CROSS-16.resource.bulk'],
    alter: bodyAs('changeResources', body =>
      without(body, ...Object.keys(body).filter(name => body[name] === false)),
    ),
  }),
  fault('bulk-put-unvalidated', 'does not look at the texts of a bulk update of the bookings of a resource', {
    breaks: { 'BULK-19.resource-bookings': /"link":.* must be refused/ },
    touches: ['BKG-27.*.bulk-of-resource'],
    alter: body('changeResourceBookings', {
      link: textUpTo(1000),
      link_title: textUpTo(1000),
      custom_1: textUpTo(1000),
    }),
  }),
  fault('bulk-put-drops-what-is-wrong', 'drops wrong colours from a bulk update and reports success', {
    breaks: { 'BULK-19': /"color_fg":"red".* must be refused/ },
    touches: ['RES-12.*.bulk', 'BKG-27.color-*', 'RES-37.bulk*'],
    alter: callAs(['changeResources', ...bookingBulkPuts], incoming => {
      const wrong = Object.keys(incoming.body).filter(
        name => name.startsWith('color_') && !/^#[0-9a-f]{6}$/i.test(String(incoming.body[name])),
      )
      return wrong.length > 0 ? withBody(incoming, without(incoming.body, ...wrong)) : incoming.call
    }),
  }),
  fault('bulk-put-ids-by-prefix', 'reads as much of an id as looks like a number in bulk updates', {
    breaks: { 'BULK-20.update': /ids=\d+abc as owner was accepted, and affected/ },
    alter: query(bulkPuts, {
      ids: textMatching(/^/).transform(text =>
        String(text)
          .split(',')
          .map(id => Number.parseInt(id, 10))
          .filter(Boolean),
      ),
    }),
  }),
  fault('bulk-put-role-unchecked', 'accepts any role in a bulk update, and stores viewer if unknown', {
    breaks: { 'BULK-19.collaborators': /must be refused/ },
    touches: ['COL-10.bulk'],
    alter: all(
      body('changeCollaborators', { user_role: anything }),
      bodyAs('changeCollaborators', ({ user_role }) => ({
        user_role: user_role === 'editor' ? 'editor' : 'viewer',
      })),
    ),
  }),
]
