import { body, changesOf, objects, oneOf, operation, port, textUpTo } from '../../alter/index.js'
import { fault } from '../fault.js'
import { collaboratorObjectsFaults } from './objects.js'
import { collaboratorPeopleFaults } from './people.js'
import { collaboratorRolesFaults } from './roles.js'

export const collaboratorFaults = [
  fault('role-editor-by-default', 'makes a collaborator editor unless a role is given', {
    breaks: { 'COL-08': /must be "viewer", and is "editor"/ },
    touches: ['COL-*', 'BULK-17', 'CROSS-25'],
    alter: body('createCollaborator', { user_role: oneOf('editor', 'viewer').default('editor') }),
  }),
  fault('role-owner-in-bulk', 'takes any word for a role in a bulk update', {
    breaks: { 'COL-10.bulk': /"owner" must be refused/ },
    touches: ['BULK-19'],
    alter: body('changeCollaborators', { user_role: textUpTo(20) }),
  }),
  fault('collaborator-put-strict', 'refuses an update of a collaborator that has more than user_role', {
    breaks: { 'COL-06': /must be accepted/, 'COL-07': /must be accepted/ },
    touches: ['COL-20'],
    alter: operation(changesOf.collaborator, ({ body: usual }) =>
      usual ? { body: { ...usual, readOnly: [] } } : {},
    ),
  }),
  fault('invite-shown', 'shows invite in reads of a collaborator', {
    breaks: { 'COL-11': /shows invite/ },
    alter: objects('collaborator', object => ({ ...object, invite: false })),
  }),
  fault('invitation-not-sent', 'sends no invitation', {
    breaks: { 'COL-13.mail': /no invitation e-mail/ },
    alter: port('mailer', usual => ({ send: mail => mail.kind === 'invitation' || usual.send(mail) })),
  }),
  fault('user-of-unregistered', 'has the member user for an address without an account too', {
    breaks: { 'COL-15': /has the member user/ },
    alter: objects('collaborator', object => ({
      ...object,
      user: object.user ?? { email: object.email, firstname: '', lastname: '' },
    })),
  }),
  ...collaboratorObjectsFaults,
  ...collaboratorRolesFaults,
  ...collaboratorPeopleFaults,
]
