import { type Collaborators, collaborator, type Stored } from '../../core/index.js'
import { createCollection, type Table, textWith } from './collection.js'
import { emailKey, restored, storable } from './texts.js'
import type { Row, Transaction } from './transaction.js'

/** A collaborator has the current names of its account (section 2.3), so they are added when it is read. */
export const collaboratorsTable: Table<Stored> = {
  name: 'collaborators',
  text: textWith(Object.keys(collaborator.shape)),
  select: `SELECT collaborators.id, collaborators.object, users.object AS account
    FROM collaborators LEFT JOIN users ON users.id = collaborators.user_id`,
  columns: 3,
  keep: ([id, json, account]: Row) => ({ id: Number(id), json: withUser(String(json), account) }),

  insert: `INSERT INTO collaborators (id, object, schedule_id, email_key, user_id, user_role)
    SELECT id, '{"id":' || id || ',' || $1, $2, $3, $4, $5
    FROM nextval('collaborators_ids') AS given (id) RETURNING id`,
  inserted: ({ email, user_id, user_role }) => [
    emailKey(email as string),
    user_id === null ? null : storable(user_id as string),
    user_role as string,
  ],

  changing: {},
  update: 'UPDATE collaborators SET object = $2, user_role = $3 WHERE schedule_id = $4 AND id = $1',
  updateAll: `UPDATE collaborators SET object = changed.object, user_role = changed.user_role
    FROM unnest($1::bigint[], $2::text[], $3::text[]) AS changed (id, object, user_role)
    WHERE collaborators.schedule_id = $4 AND collaborators.id = changed.id`,
  changed: ({ user_role }) => [user_role as string],
}

function withUser(json: string, account: unknown): string {
  if (typeof account !== 'string') return json
  const { email, firstname, lastname } = JSON.parse(account)
  return `${json.slice(0, -1)},"user":${JSON.stringify({ email, firstname, lastname })}}`
}

const invitations =
  'SELECT id, schedule_id FROM collaborators WHERE email_key = $1 AND user_id IS NULL ORDER BY id'

export function createCollaborators(transaction: Transaction): Collaborators {
  const { all, first, run } = transaction
  return {
    ...createCollection(transaction, collaboratorsTable),

    async invitations(email) {
      const rows = await all(invitations, [emailKey(email)])
      return rows.map(([id, schedule_id]) => ({ id: Number(id), schedule_id: restored(String(schedule_id)) }))
    },

    link: (id, user_id) =>
      run('UPDATE collaborators SET user_id = $2 WHERE id = $1', [id, storable(user_id)]),

    async countOf(user_id) {
      const row = await first('SELECT count(*) FROM collaborators WHERE user_id = $1', [storable(user_id)])
      return Number(row?.[0])
    },
  }
}
