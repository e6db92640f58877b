import { access, collection } from '../../alter/index.js'
import { fault } from '../fault.js'
import { permissionCredentialsFaults } from './credentials.js'
import { permissionMembershipFaults } from './membership.js'
import { permissionOperationsFaults } from './operations.js'

export const permissionFaults = [
  fault('collaborators-listed-to-all', 'lists the collaborators to every collaborator', {
    breaks: { 'PERM-01': /must be refused, and was accepted/ },
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
    breaks: { 'PERM-08': /must be accepted, and was not/ },
    touches: ['PERM-09', 'PERM-11', 'CROSS-25'],
    alter: access('deleteCollaborator', 'owner'),
  }),
  fault('viewer-writes-bookings', 'lets viewers create bookings', {
    breaks: { 'PERM-16.post-bookings': /as viewer must be refused/ },
    alter: access('createBooking', 'viewer'),
  }),
  fault('strangers-read', 'lets everybody read resources', {
    breaks: { 'PERM-15': /as stranger must be refused/ },
    touches: ['RES-47', 'PERM-*'],
    alter: access(['listResources', 'readResource'], 'account'),
  }),
  fault('roles-remembered', 'goes by the role that a collaborator had at the first request', {
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
  ...permissionOperationsFaults,
  ...permissionMembershipFaults,
  ...permissionCredentialsFaults,
]
