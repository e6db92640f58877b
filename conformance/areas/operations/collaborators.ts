import { changing, changingByIds, creating, deleting, deletingByIds, listing, reading } from './attempt.js'
import { rows } from './operation.js'

const promotion = { user_role: 'editor' }

/** Every row of section 4.3; the collaborators have addresses without an account, and are viewers. */
export const collaboratorOperations = rows(
  'collaborator',
  [
    'GET collaborators',
    'list collaborators',
    async ({ given, schedule }) => {
      const someone = await given.collaborator()
      return listing(someone, schedule.collaborators, someone.email)
    },
  ],
  [
    'GET collaborators/{collaboratorId}',
    'read a collaborator',
    async ({ given }) => {
      const someone = await given.collaborator()
      return reading(someone, someone.email)
    },
  ],
  [
    'POST collaborators',
    'create a collaborator',
    async ({ owner, given, schedule, address }) => {
      const { sent } = await given.collaborator()
      const email = address()
      return creating(owner, schedule.collaborators, { ...sent, email }, email)
    },
  ],
  [
    'PUT collaborators',
    'change collaborators in bulk',
    async ({ given, schedule }) =>
      changingByIds(await given.collaborator(), schedule.collaborators, promotion),
  ],
  [
    'PUT collaborators/{collaboratorId}',
    'change a collaborator',
    async ({ given }) => changing(await given.collaborator(), promotion),
  ],
  [
    'DELETE collaborators',
    'delete collaborators in bulk',
    async ({ given, schedule }) => deletingByIds(await given.collaborator(), schedule.collaborators),
  ],
  [
    'DELETE collaborators/{collaboratorId}',
    'delete a collaborator',
    async ({ given, schedule }) => deleting(await given.collaborator(), schedule.collaborators),
  ],
)
