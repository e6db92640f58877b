import type { MailQueue } from '../../core/index.js'
import { mailColumns, mailOf, mailText } from '../mail-rows.js'
import type { Counting } from './counting.js'
import type { DatabaseRepositories } from './repositories.js'

const add = 'INSERT INTO mails (key, json, state, due) VALUES ($1, $2, $3, $4)'

/** Processes that take mails at the same time skip those of each other. */
const take = `UPDATE mails SET attempts = attempts + 1, due = $2 WHERE key IN (
    SELECT key FROM mails WHERE state = 'sending' AND due <= $1 ORDER BY due LIMIT $3 FOR UPDATE SKIP LOCKED
  ) RETURNING ${mailColumns}`

const end = `UPDATE mails SET state = $3, problem = $4, due = $5 WHERE key = $1 AND attempts = $2 AND state = 'sending'`

/** What has ended and is not to be seen is gone. */
const removeHidden = `DELETE FROM mails WHERE key = $1 AND is_hidden AND state <> 'sending'`

const list = `SELECT ${mailColumns} FROM mails WHERE NOT is_hidden ORDER BY number DESC LIMIT $1`

const prune = `DELETE FROM mails WHERE state <> 'sending' AND number <= (SELECT max(number) FROM mails) - $1`

/** Keeps mails in the database, from which all processes deliver them. */
export function createMailQueue({ count, ask }: Pick<Counting, 'count' | 'ask'>): MailQueue {
  return {
    add(mail, rows) {
      const { transaction } = rows as DatabaseRepositories
      transaction.run(add, [mail.key, mailText(mail), mail.state, Date.now()])
    },

    async take({ count: most, until }) {
      const rows = await ask(take, [Date.now(), until, most])
      return rows.map(mailOf).sort((one, other) => one.number - other.number)
    },

    async end({ key, attempts }, ended) {
      const { state } = ended
      if (state === 'delivered' && !ended.isKept) {
        await ask('DELETE FROM mails WHERE key = $1', [key])
        return
      }
      const problem = state === 'delivered' ? null : (ended.problem ?? null)
      await count(({ run }) => {
        run(end, [key, attempts, state, problem, state === 'sending' ? ended.due : 0])
        run(removeHidden, [key])
      })
    },

    async nextDue() {
      const [row] = await ask(`SELECT min(due) FROM mails WHERE state = 'sending'`)
      return typeof row?.[0] === 'number' ? row[0] : undefined
    },

    async countWaiting() {
      const [row] = await ask(`SELECT count(*) FROM mails WHERE state = 'sending'`)
      return Number(row?.[0])
    },

    // What a process that has ended had taken is due when its lease ends.
    resume: () => {},

    async list(most) {
      const rows = await ask(list, [most])
      return rows.map(mailOf).reverse()
    },

    async prune(most) {
      await ask(prune, [most])
    },

    async empty() {
      await count(({ run }) => {
        run(`DELETE FROM mails WHERE state <> 'sending'`)
        run('UPDATE mails SET is_hidden = true')
        run('ALTER SEQUENCE mail_numbers RESTART')
      })
    },
  }
}
