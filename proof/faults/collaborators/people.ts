import { z } from 'zod'
import { body, objects, operation, stateful, without } from '../../alter/index.js'
import { fault } from '../fault.js'

interface Person {
  readonly email: string
  readonly firstname: string | null
  readonly lastname: string | null
}

/** Has `user` of collaborators, where it is there, shown otherwise. */
const users = (change: (user: Person) => object) =>
  objects('collaborator', object =>
    object.user ? { ...object, user: change(object.user as Person) } : object,
  )

/** Invitations, and collaborators who have an account. */
export const collaboratorPeopleFaults = [
  fault('invite-false-refused', 'takes invite only where it is true', {
    breaks: { 'COL-12': /must be accepted, and was not/ },
    alter: body('createCollaborator', { invite: z.literal(true).optional() }),
  }),
  fault('invite-true-refused', 'knows no invite in the body of a create', {
    breaks: { 'COL-13': /must be accepted, and was not/, 'COL-12': /must be accepted, and was not/ },
    alter: operation('createCollaborator', ({ body: usual }) =>
      usual && usual.schema instanceof z.ZodObject
        ? { body: { ...usual, schema: usual.schema.omit({ invite: true }) } }
        : {},
    ),
  }),
  fault('user-never-shown', 'shows no user of collaborators who have an account', {
    breaks: { 'COL-16': /should have user, an object/ },
    touches: ['ENV-17.collaborator-user', 'COL-18'],
    alter: objects('collaborator', object => without(object, 'user')),
  }),
  fault('user-without-lastname', 'shows user of a collaborator without lastname', {
    breaks: { 'COL-17': /lastname of user of a collaborator must be a string/ },
    touches: ['COL-18'],
    alter: users(({ email, firstname }) => ({ email, firstname })),
  }),
  fault('user-names-null', 'shows null for a name that a collaborator has not given', {
    breaks: { 'COL-17': /firstname of user of a collaborator must be a string/ },
    alter: users(({ email, firstname, lastname }) => ({
      email,
      firstname: firstname || null,
      lastname: lastname || null,
    })),
  }),
  fault('user-names-of-the-first-read', 'shows the names that a collaborator had at the first read', {
    breaks: { 'COL-18': /name of user|user/ },
    alter: stateful(() => {
      const known = new Map<string, Person>()
      return users(user => {
        const first = known.get(user.email) ?? user
        known.set(user.email, first)
        return first
      })
    }),
  }),
]
