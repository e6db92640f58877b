import { callAs, withHeader } from '../../alter/index.js'
import { target } from '../../server/people.js'
import { fault } from '../fault.js'

const { email, password } = target.owner
const ofTheOwner = `Basic ${btoa(`${email}:${password}`)}`

/** Takes a request without credentials for one of the first user that there is. */
const anonymous = (which: Parameters<typeof callAs>[0]) =>
  callAs(which, incoming =>
    incoming.call.header('authorization') === undefined
      ? withHeader(incoming, 'authorization', ofTheOwner)
      : incoming.call,
  )

/** Operations that ask for no credentials. */
export const permissionCredentialsFaults = [
  fault('anybody-lists-the-bookings-of-a-resource', "lists a resource's bookings without credentials", {
    breaks: { 'PERM-12.get-resource-bookings': /as nobody must be refused/ },
    alter: anonymous('listResourceBookings'),
  }),
  fault('anybody-deletes-collaborators-in-bulk', 'deletes collaborators in bulk without credentials', {
    breaks: { 'PERM-12.delete-collaborators': /as nobody must be refused/ },
    alter: anonymous('deleteCollaborators'),
  }),
  fault('anybody-reads-the-first-user', 'takes somebody without credentials for the first user', {
    breaks: { 'PERM-12.get-me': /as nobody must be refused/ },
    touches: ['AUTH-02', 'AUTH-06'],
    alter: anonymous('readMe'),
  }),
]
