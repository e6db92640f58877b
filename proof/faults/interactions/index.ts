import { bookingLists, changesOf, lists, readsOf } from '../../alter/operation-groups.js'
import { after, bodyAs, isSent, queryAs, run, zoneAs } from '../../alter/requests.js'
import {
  callAs,
  created,
  linkOffset,
  links,
  pagination,
  refused,
  withParameter,
} from '../../alter/responses.js'
import { collection, endCollaborations, removing, storedObject } from '../../alter/stored.js'
import { all } from '../../server/parts.js'
import { fault } from '../fault.js'
import { bulkInteractionFaults } from './bulk.js'
import { nameInteractionFaults } from './names.js'
import { timeInteractionFaults } from './times.js'
import { valueFaults } from './values.js'

/** The offset of the last page, by a formula that ignores special cases. */
const lastOffset = (total: number, limit: number) => (Math.ceil(total / limit) - 1) * limit

const readsAndWrites = [
  ...readsOf.collaborator,
  ...changesOf.collaborator,
  'deleteCollaborator',
  'deleteCollaborators',
] as const

/** An unknown id. */
const unknown = '999999999'

export const interactionFaults = [
  ...bulkInteractionFaults,
  ...nameInteractionFaults,
  ...timeInteractionFaults,
  ...valueFaults,
  fault('falsy-is-absent', 'treats false and "" in an update of a resource as absent', {
    breaks: { 'CROSS-16': /text_bold/ },
    touches: ['RES-40', 'RES-14', 'RES-27', 'BULK-03', 'RES-32', 'CROSS-41'],
    alter: bodyAs(changesOf.resource, body =>
      Object.fromEntries(Object.entries(body).filter(([, value]) => value)),
    ),
  }),
  fault('reads-touch', 'moves updated_at when a resource is read', {
    breaks: { 'CROSS-40': /updated_at/ },
    touches: ['*'],
    alter: after('readResource', async ({ rows, path, now }) => {
      const selection = { schedule_id: path.scheduleId, ids: [path.resourceId ?? 0] }
      await rows.resources.change(selection, { link_title: ' ' }, now)
      await rows.resources.change(selection, { link_title: '' }, now)
    }),
  }),
  // Combined list parameters (section 2.5).
  fault('ids-without-a-page', 'lists all objects that ids names, however many', {
    breaks: { 'CROSS-04': /25 objects instead of 20/ },
    touches: ['LIST-01', 'LIST-05', 'LIST-13', 'LIST-17', 'LIST-20'],
    alter: queryAs(lists, (query, asked) =>
      query.ids && !isSent(asked, 'limit') ? { ...query, limit: 0 } : query,
    ),
  }),
  fault('links-with-ids-of-the-page', 'has links carry 20 ids at most', {
    breaks: { 'CROSS-04': /link "next" carries a different ids/ },
    touches: ['LIST-16', 'LIST-17', 'LIST-19', 'CROSS-08'],
    alter: links(lists, url =>
      withParameter(url, 'ids', url.searchParams.get('ids')?.split(',').slice(0, 20).join(',')),
    ),
  }),
  fault('last-page-of-no-limit', 'divides by a limit of 0 to compute the last page', {
    breaks: { 'CROSS-05': /link "last" .* must carry offset as one whole number/ },
    touches: ['LIST-15', 'LIST-19'],
    alter: linkOffset(lists, 'last', ({ total_count, limit }) =>
      limit === 0 ? lastOffset(total_count, limit) : undefined,
    ),
  }),
  fault('next-page-of-no-limit', 'has a link next where limit is 0', {
    breaks: {
      'CROSS-05': /has a link "next", and yet it holds all objects/,
      'LIST-13': /no further page exists/,
    },
    touches: ['LIST-19'],
    alter: pagination(lists, ({ limit, links }) =>
      limit === 0 ? { links: { ...links, next: links.first } } : {},
    ),
  }),
  fault('last-page-of-nothing', 'has the last page of an empty list begin before its beginning', {
    breaks: { 'CROSS-06': /link "last" .* must carry offset as one whole number/ },
    touches: ['LIST-15'],
    alter: linkOffset(lists, 'last', ({ total_count, limit }) =>
      total_count === 0 ? lastOffset(0, limit) : undefined,
    ),
  }),
  fault('projected-times-in-utc', 'shows the times of bookings in UTC where fields are named', {
    breaks: { 'CROSS-07': /fields=start by a user in Pacific\/Kiritimati/ },
    touches: ['TIME-12', 'TIME-13', 'FILT-06'],
    alter: zoneAs(readsOf.booking, ({ query }) => (query.fields ? 'UTC' : undefined)),
  }),
  fault('projected-with-its-booking', 'shows the id of a booking too where fields are named', {
    breaks: { 'CROSS-07': /fields=start/ },
    touches: ['LIST-35', 'LIST-25', 'LIST-26', 'LIST-27', 'CROSS-08'],
    alter: queryAs(bookingLists, ({ fields, ...query }) =>
      fields ? { ...query, fields: new Set([...fields, 'id']) } : query,
    ),
  }),
  fault('links-forget-fields', 'has links without the fields that were asked for', {
    breaks: { 'CROSS-08': /must have exactly the members/, 'LIST-16': /does not carry fields/ },
    alter: links(lists, url => withParameter(url, 'fields', undefined)),
  }),
  fault('links-with-a-bare-plus', 'does not encode the + of a time in links', {
    breaks: { 'CROSS-09': /must be accepted/ },
    alter: links(bookingLists, url => String(url).replaceAll('%2B', '+')),
  }),
  fault('links-without-offset', 'cuts the offset from the times that links carry', {
    breaks: { 'CROSS-09': /filters by different times|differs from what it must be/ },
    touches: ['FILT-11'],
    alter: links(bookingLists, url =>
      withParameter(url, 'time_min', url.searchParams.get('time_min')?.replace(/[+-]\d\d:\d\d$/, '')),
    ),
  }),
  // Accounts and collaborations that affect each other (sections 2.4, 4.3 and 4.4).
  fault('collaborator-id-padded', 'answers a create with 9 digits that ids does not recognise', {
    breaks: { 'CROSS-24': /ids=0+\d+ as owner must be accepted/ },
    touches: ['CROSS-33'],
    alter: all(
      created('createCollaborator', ({ id }) => ({ id: String(id).padStart(9, '0') })),
      callAs(readsAndWrites, incoming => ({
        ...incoming.call,
        target: incoming.call.target.replace(/(?<=collaborators\/)0+/, '').replace(/(?<=[=,])0\d+/g, unknown),
      })),
    ),
  }),
  fault('collaborator-id-again', 'leads to a collaborator who was added again by the id that was', {
    breaks: { 'CROSS-25': /of the old id must be refused/ },
    alter: collection('collaborators', usual => {
      const former = new Map<string, number[]>()
      const now = new Map<number, number>()
      const keyOf = (object: { schedule_id: unknown; email: unknown }) =>
        `${object.schedule_id} ${object.email}`
      return {
        find: (schedule_id, id) => usual.find(schedule_id, now.get(id) ?? id),
        async insert(row, at) {
          const id = await usual.insert(row, at)
          for (const old of former.get(keyOf(row)) ?? []) now.set(old, id)
          return id
        },
        remove: removing(usual, (object, { id }) => {
          const key = keyOf(object)
          former.set(key, [...(former.get(key) ?? []), id])
        }),
      }
    }),
  }),
  fault('removed-from-everywhere', 'ends all collaborations of a person removed from one schedule', {
    breaks: { 'CROSS-26': /read of the other schedule must be accepted/ },
    touches: ['PERM-*', 'COL-*', 'TIME-*', 'FILT-*', 'BULK-*', 'CROSS-*'],
    alter: run('deleteCollaborator', async ({ rows, path, membership }, usual) => {
      const removed = await storedObject(rows.collaborators, path.scheduleId, path.collaboratorId)
      const answer = await usual()
      const account = membership?.role === 'owner' && (await rows.users.findByEmail(removed?.email ?? ''))
      if (account) await endCollaborations(rows, account.id)
      return answer
    }),
  }),
  fault('password-ends-collaborations', 'ends the collaborations of an account whose password changes', {
    breaks: { 'CROSS-27': /a read as a collaborator with the new password must be accepted/ },
    touches: ['CROSS-42'],
    alter: run('changeMe', async ({ rows, user, body }, usual) => {
      if (body.new_password !== undefined) await endCollaborations(rows, user.id)
      return usual()
    }),
  }),
  fault('refused-deletion-half-done', "ends an account's collaborations, then refuses without me=1", {
    breaks: { 'CROSS-34': /a read as a collaborator after the refused DELETE must be accepted/ },
    alter: run('deleteMe', async ({ rows, user, query }, usual) => {
      if (query.me === '1') return usual()
      await endCollaborations(rows, user.id)
      return refused(400)
    }),
  }),
  fault('closed-to-old-collaborations', 'locks existing collaborators out if allow_collaboration is off', {
    breaks: { 'CROSS-36': /read after the setting changed must be accepted/ },
    alter: collection('schedules', (usual, rows) => ({
      async membershipOf(schedule, user) {
        const part = await usual.membershipOf(schedule, user)
        if (part?.collaborator_id === undefined) return part
        const account = await rows.users.find(user)
        return account && JSON.parse(account.json).allow_collaboration ? part : undefined
      },
    })),
  }),
  fault('projected-end-in-utc', 'shows the end of a booking in UTC with fields=end', {
    breaks: { 'CROSS-07': /fields=end by a user in Pacific\/Kiritimati/ },
    alter: zoneAs(readsOf.booking, ({ query: { fields = [] } }) =>
      [...fields].join() === 'end' ? 'UTC' : undefined,
    ),
  }),
]
