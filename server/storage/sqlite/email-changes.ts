import { createHash } from 'node:crypto'
import type { EmailChanges } from '../../core/index.js'
import type { Statements } from './statements.js'

/** A secret has 192 random bits, so a fast hash is enough. */
const hashOf = (secret: string): Uint8Array => createHash('sha256').update(secret).digest()

export function createEmailChanges({ get, run }: Statements): EmailChanges {
  return {
    find(secret) {
      const sql = 'SELECT user_id, email, expires_at FROM email_changes WHERE secret_hash = ?'
      const row = get(sql, [hashOf(secret)])
      if (!row) return undefined
      const [user_id, email, expires_at] = row
      return { user_id: String(user_id), email: String(email), secret, expires_at: Number(expires_at) }
    },

    put({ user_id, email, secret, expires_at }) {
      const sql = `INSERT INTO email_changes (user_id, email, secret_hash, expires_at) VALUES (?, ?, ?, ?)
        ON CONFLICT (user_id) DO UPDATE
        SET email = excluded.email, secret_hash = excluded.secret_hash, expires_at = excluded.expires_at`
      run(sql, [user_id, email, hashOf(secret), expires_at])
    },

    remove(user_id) {
      run('DELETE FROM email_changes WHERE user_id = ?', [user_id])
    },
  }
}
