import type { MailQueue } from '../../core/index.js'
import { mailColumns, mailOf, mailText } from '../mail-rows.js'
import { milliseconds } from './collection.js'
import type { DatabaseRepositories } from './repositories.js'
import type { Counting } from './transactions.js'

const add = 'INSERT INTO mails (key, object, state, due_at) VALUES ($1, $2, $3, to_timestamp($4 / 1000.0))'

/**
 * Processes that take mails at the same time skip each other's. A mail that is due later than the longest pause from now was
 * written before the clock was set back.
 */
const take = `UPDATE mails SET attempts = attempts + 1, due_at = to_timestamp($2 / 1000.0) WHERE key IN (
    SELECT key FROM mails WHERE state = 'sending'
      AND (due_at <= to_timestamp($1 / 1000.0) OR due_at > to_timestamp($1 / 1000.0) + interval '31 minutes')
    ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED
  ) RETURNING ${mailColumns('object')}`

const end = `UPDATE mails SET state = $3, problem = $4, due_at = to_timestamp($5 / 1000.0) WHERE key = $1 AND attempts = $2 AND state = 'sending'`

/** Hidden mails are removed when they have ended. */
const removeHidden = `DELETE FROM mails WHERE key = $1 AND is_hidden AND state <> 'sending'`

const nextDue = `SELECT ${milliseconds('min(due_at)')} FROM mails WHERE state = 'sending'`

const list = `SELECT ${mailColumns('object')} FROM mails WHERE NOT is_hidden ORDER BY number DESC LIMIT $1`

/** Hidden mails keep the numbers they had before the outbox was emptied, so they do not count. */
const prune = `DELETE FROM mails WHERE state <> 'sending' AND NOT is_hidden
  AND number <= (SELECT max(number) FROM mails WHERE NOT is_hidden) - $1`

/** Keeps mails in the database, from which all processes deliver them. */
export function createMailQueue({ count, ask }: Pick<Counting, 'count' | 'ask'>): MailQueue {
  return {
    isKept: true,

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
      const [row] = await ask(nextDue)
      return typeof row?.[0] === 'number' ? row[0] : undefined
    },

    async countWaiting() {
      const [row] = await ask(`SELECT count(*) FROM mails WHERE state = 'sending'`)
      return Number(row?.[0])
    },

    // Mails taken by a process that has ended are due when its lease expires.
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
