import type { CollaboratorChange, Collaborators, NewCollaborator, Stored } from '../../server/core/index.js'
import { createCollection } from './collection.js'
import { emailKey } from './email-key.js'
import type { Indexes, TableRow, Tables } from './tables.js'

export function createCollaborators(tables: Tables, indexes: Indexes): Collaborators {
  /** The text of a collaborator shows the account's names as they are now (section 2.3). */
  function show({ entity, kept }: TableRow<'collaborator'>): Stored {
    const account = entity.user_id === null ? undefined : tables.user.get(entity.user_id)
    if (!account) return kept
    const person = JSON.stringify(account.entity, ['email', 'firstname', 'lastname'])
    return { id: kept.id, json: `${kept.json.slice(0, -1)},"user":${person}}` }
  }

  return {
    ...createCollection<'collaborator', Stored, NewCollaborator, CollaboratorChange>({
      name: 'collaborator',
      table: tables.collaborator,
      ofSchedule: indexes.collaboratorsOfSchedule,
      membersOf: values => values as never,
      show,
    }),

    invitations: async email =>
      indexes.invitationsOfEmail
        .of(emailKey(email))
        .map(({ entity: { id, schedule_id } }) => ({ id, schedule_id })),

    async link(id, user_id) {
      const row = tables.collaborator.get(id)
      if (row) tables.collaborator.put({ ...row.entity, user_id })
    },

    countOf: async user_id => indexes.collaboratorsOfUser.of(user_id).length,
  }
}
