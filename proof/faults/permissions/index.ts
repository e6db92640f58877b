import { rows } from '../../../conformance/check/ids.js'
import { readsOf } from '../../alter/operation-groups.js'
import { access, accessUnless, run } from '../../alter/requests.js'
import { asOwner, openToAll, reply } from '../../alter/responses.js'
import { collection } from '../../alter/stored.js'
import { all } from '../../server/parts.js'
import { fault } from '../fault.js'
import { permissionMembershipFaults } from './membership.js'

/** Lets every member of the schedule run an operation if ids names only their own object. */
const toOneself = (operation: `${'change' | 'delete' | 'list'}Collaborators`) =>
  accessUnless(
    operation,
    'viewer',
    ({ membership, query: { ids = [] } }) =>
      membership?.role !== 'owner' && (ids.length !== 1 || ids[0] !== membership?.collaborator_id),
  )

/** Allows strangers, but not viewers, to run an operation. */
const toStrangers = (operation: 'createBooking' | 'deleteResource' | 'changeBookings') =>
  accessUnless(operation, 'account', async ({ rows, path, user }) => {
    const membership = await rows.schedules.membershipOf(path.scheduleId, user.id)
    return membership?.role === 'viewer'
  })

export const permissionFaults = [
  fault('collaborators-listed-to-all', 'lists the collaborators to every collaborator', {
    breaks: { 'PERM-01': /must be refused, but was accepted/ },
    touches: ['PERM-02', 'PERM-10'],
    alter: access('listCollaborators', 'viewer'),
  }),
  fault('editor-adds-collaborators', 'lets editors add collaborators', {
    breaks: { 'PERM-03.editor': /as editor must be refused/ },
    alter: access('createCollaborator', 'editor'),
  }),
  fault('self-promotion', 'lets collaborators change their own object', {
    breaks: { 'PERM-04.editor.own': /must be refused/, 'PERM-04.viewer.own': /must be refused/ },
    alter: access('changeCollaborator', 'owner or self'),
  }),
  fault('nobody-leaves', 'lets the owner alone end a collaboration', {
    breaks: { 'PERM-08': /must be accepted, but was not/ },
    touches: ['PERM-09', 'PERM-11', 'CROSS-25', 'USER-32'],
    alter: access('deleteCollaborator', 'owner'),
  }),
  fault('strangers-read', 'lets everybody read resources', {
    breaks: { 'PERM-15': /as stranger must be refused/ },
    touches: ['COL-15.pattern', 'USER-51', 'RES-47', 'PERM-*'],
    alter: access(['listResources', 'readResource'], 'account'),
  }),
  fault('roles-remembered', 'uses the role that a collaborator had at the first request', {
    breaks: { 'PERM-18': /right after the viewer became an editor must be accepted/ },
    alter: collection('schedules', usual => {
      const known = new Map<number, Awaited<ReturnType<typeof usual.membershipOf>>>()
      return {
        async membershipOf(schedule, user) {
          const part = await usual.membershipOf(schedule, user)
          if (part?.collaborator_id === undefined) return part
          const first = known.get(part.collaborator_id) ?? part
          known.set(part.collaborator_id, first)
          return first
        },
      }
    }),
  }),
  ...permissionMembershipFaults,
  // Operations without credentials.
  fault('anybody-lists-the-bookings-of-a-resource', "lists a resource's bookings without credentials", {
    breaks: { 'PERM-12.get-resource-bookings': /as nobody must be refused/ },
    alter: openToAll('listResourceBookings'),
  }),
  fault('anybody-deletes-collaborators-in-bulk', 'deletes collaborators in bulk without credentials', {
    breaks: { 'PERM-12.delete-collaborators': /as nobody must be refused/ },
    alter: openToAll('deleteCollaborators'),
  }),
  fault('anybody-reads-the-first-user', 'treats a caller without credentials as the first user', {
    breaks: { 'PERM-12.get-me': /as nobody must be refused/ },
    touches: ['AUTH-02', 'AUTH-06'],
    alter: openToAll('readMe'),
  }),
  // Operations allowed or refused to the wrong role.
  fault('collaborator-read-by-all', 'lets every collaborator read any collaborator', {
    breaks: { 'PERM-02': /as (?:editor|viewer) must be refused, but was accepted/ },
    touches: ['PERM-10'],
    alter: access('readCollaborator', 'viewer'),
  }),
  fault('collaborator-read-by-oneself', 'lets collaborators read their own object', {
    breaks: {
      'PERM-02.editor.own': /must be refused, but was accepted/,
      'PERM-02.viewer.own': /must be refused, but was accepted/,
    },
    alter: access('readCollaborator', 'owner or self'),
  }),
  fault(
    'refused-read-of-oneself-shows-it',
    'shows collaborators their own object in the refusal to read it',
    {
      breaks: {
        'PERM-02.editor.own': /the refused read shows the collaborator/,
        'PERM-02.viewer.own': /the refused read shows the collaborator/,
      },
      alter: all(
        access('readCollaborator', 'owner or self'),
        reply('readCollaborator', ({ status, body }, { call }) =>
          status === 200 && call.header('authorization') !== asOwner
            ? { status: 403, body: JSON.stringify({ ...JSON.parse(body), success: false }) }
            : {},
        ),
      ),
    },
  ),
  fault('collaborator-listed-by-oneself', 'lets collaborators list their own object by its id', {
    breaks: {
      'PERM-02.editor.own': /as editor must be refused/,
      'PERM-02.viewer.own': /as viewer must be refused/,
    },
    alter: toOneself('listCollaborators'),
  }),
  fault('collaborators-listed-by-fields', 'lets editors and viewers list collaborators if fields is sent', {
    breaks: {
      'PERM-01.editor.fields': /must be refused, but was accepted/,
      'PERM-01.viewer.fields': /must be refused, but was accepted/,
    },
    alter: accessUnless(
      'listCollaborators',
      'viewer',
      ({ membership, query }) => membership?.role !== 'owner' && !query.fields,
    ),
  }),
  fault('editor-changes-collaborators', 'lets editors change collaborators', {
    breaks: { 'PERM-04.editor': /as editor must be refused/ },
    touches: ['ENV-05.not-the-owner'],
    alter: access('changeCollaborator', 'editor'),
  }),
  fault('editor-changes-collaborators-in-bulk', 'lets editors change collaborators in bulk', {
    breaks: { 'PERM-05.editor': /as editor must be refused/ },
    alter: access('changeCollaborators', 'editor'),
  }),
  fault('self-promotion-in-bulk', 'lets collaborators change their own object in bulk', {
    breaks: {
      'PERM-05.editor.own': /as editor must be refused/,
      'PERM-05.viewer.own': /as viewer must be refused/,
    },
    alter: toOneself('changeCollaborators'),
  }),
  fault('viewer-deletes-collaborators-in-bulk', 'lets every collaborator delete collaborators in bulk', {
    breaks: { 'PERM-06': /must be refused, but was accepted/ },
    touches: ['CROSS-33'],
    alter: access('deleteCollaborators', 'viewer'),
  }),
  fault('leaving-in-bulk', 'lets collaborators delete their own object in bulk', {
    breaks: {
      'PERM-06.editor.own': /as editor must be refused/,
      'PERM-06.viewer.own': /as viewer must be refused/,
    },
    alter: toOneself('deleteCollaborators'),
  }),
  fault('editor-deletes-collaborators', 'lets editors delete other collaborators', {
    breaks: { 'PERM-07.editor': /as editor must be refused/ },
    alter: accessUnless(
      'deleteCollaborator',
      'viewer',
      ({ membership, path }) =>
        membership?.role === 'viewer' && membership.collaborator_id !== path.collaboratorId,
    ),
  }),
  fault('viewer-deletes-collaborators', 'lets every collaborator delete others', {
    breaks: { 'PERM-07.editor': /must be refused/, 'PERM-07.viewer': /must be refused/ },
    touches: ['PERM-10'],
    alter: access('deleteCollaborator', 'viewer'),
  }),
  fault('viewer-without-bookings-of-resources', 'lists the bookings of a resource to editors only', {
    breaks: { 'PERM-14.get-resource-bookings.viewer': /must be accepted, but was not/ },
    touches: ['TIME-13', 'FILT-07', 'PERM-09.viewer', 'PERM-13.viewer.*', 'PERM-14.all'],
    alter: access('listResourceBookings', 'editor'),
  }),
  ...(['resource', 'booking'] as const).map(kind =>
    fault(`${kind}-notes-hidden-from-viewers`, `shows viewers a ${kind} without its note`, {
      breaks: { 'ENV-13.answers': /note of (?:resource|booking) \d+ differs from an earlier/ },
      touches: ['CROSS-40', 'PERM-14'],
      alter: run(readsOf[kind], async ({ membership }, usual) => {
        const answer = await usual()
        if (membership?.role !== 'viewer') return answer
        const hidden = (name: string, value: unknown) => (name === 'note' ? '' : value)
        return { ...answer, body: JSON.stringify(JSON.parse(answer.body, hidden)) }
      }),
    }),
  ),
  fault('booking-read-by-the-owner', 'lets the owner alone read a single booking', {
    breaks: { 'PERM-14.get-booking': /must be accepted, but was not/ },
    touches: ['TIME-13', 'TIME-14', 'PERM-09', 'PERM-13', 'CROSS-11', 'CROSS-12', 'BKG-21'],
    alter: access('readBooking', 'owner'),
  }),
  fault('stranger-reads-one-booking', 'lets everybody read a single booking', {
    breaks: { 'PERM-15.get-booking': /as stranger must be refused/ },
    touches: ['PERM-09', 'PERM-13'],
    alter: access('readBooking', 'account'),
  }),
  ...rows(
    ['createBooking', 'create a booking', 'post-bookings'],
    ['deleteResource', 'delete a resource', 'delete-resource'],
    ['changeBookings', 'change bookings in bulk', 'put-bookings'],
  ).map(([operation, deed, row]) =>
    fault(`stranger-may-${row}`, `refuses it to viewers and lets strangers ${deed}`, {
      breaks: { [`PERM-19.${row}`]: /as stranger must be refused/ },
      alter: toStrangers(operation),
    }),
  ),
]
