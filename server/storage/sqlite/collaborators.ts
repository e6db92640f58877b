import type { CollaboratorChange, Collaborators, NewCollaborator, Stored } from '../../core/index.js'
import { createCollection } from './collection.js'
import type { Statements } from './statements.js'
import { emailKey } from './users.js'

/** The text of a collaborator shows the account's names as they are now (section 2.3), so they are put in when read. */
const json = `CASE WHEN user_id IS NULL THEN json ELSE
  substr(json, 1, length(json) - 1) || ',"user":' || (SELECT person FROM users WHERE users.id = user_id) || '}' END`

export function createCollaborators(statements: Statements): Collaborators {
  const { all, get, run } = statements
  return {
    ...createCollection<Stored, NewCollaborator, CollaboratorChange>(statements, {
      name: 'collaborators',
      select: `collaborators.id, ${json}`,
      keep: ([id, json]) => ({ id: Number(id), json: String(json) }),
      derive: ({ email }) => ({ email_key: emailKey(email) }),
    }),

    async invitations(email) {
      const sql =
        'SELECT id, schedule_id FROM collaborators WHERE email_key = ? AND user_id IS NULL ORDER BY id'
      return all(sql, [emailKey(email)]).map(([id, schedule_id]) => ({
        id: Number(id),
        schedule_id: String(schedule_id),
      }))
    },

    async link(id, user_id) {
      run('UPDATE collaborators SET user_id = ? WHERE id = ?', [user_id, id])
    },

    async countOf(user_id) {
      return Number(get('SELECT count(*) FROM collaborators WHERE user_id = ?', [user_id])?.[0])
    },
  }
}
