import type { Awaitable, MailQueue } from '../../core/index.js'
import { mailColumns, mailOf, mailText } from '../mail-rows.js'
import { steadyTime } from '../steady-time.js'
import type { Statements } from './statements.js'

const add = `INSERT INTO mails (key, number, json, state, due)
  VALUES (?, (SELECT coalesce(max(number), 0) + 1 FROM mails WHERE is_hidden = 0), ?, ?, ?)`

const due = `SELECT ${mailColumns('json')} FROM mails WHERE state = 'sending' AND due <= ? ORDER BY due, number LIMIT ?`
const list = `SELECT ${mailColumns('json')} FROM mails WHERE is_hidden = 0 ORDER BY number DESC LIMIT ?`
const end = `UPDATE mails SET state = ?, problem = ?, due = ? WHERE key = ? AND attempts = ? AND state = 'sending'`
/** Hidden mails keep the numbers they had before the outbox was emptied, so they do not count. */
const prune = `DELETE FROM mails WHERE state <> 'sending' AND is_hidden = 0
  AND number <= (SELECT max(number) FROM mails WHERE is_hidden = 0) - ?`

interface Transactions {
  readonly isKept: boolean
  read<T>(work: () => T): Awaitable<T>
  write<T>(work: () => T): Awaitable<T>
}

/** Keeps mails in the database. */
export function createMailQueue(
  { all, get, run }: Statements,
  { isKept, read, write }: Transactions,
): MailQueue {
  return {
    isKept,
    now: steadyTime,

    add(mail) {
      get(add, [mail.key, mailText(mail), mail.state, steadyTime()])
    },

    async take({ count, until }) {
      const dueNow = () => all(due, [steadyTime(), count]).map(mailOf)
      const taking = () => {
        const taken = dueNow()
        for (const { key } of taken)
          run('UPDATE mails SET attempts = attempts + 1, due = ? WHERE key = ?', [until, key])
        return taken.map(mail => ({ ...mail, attempts: mail.attempts + 1 }))
      }
      const found = await read(dueNow)
      return found.length > 0 ? write(taking) : []
    },

    end: ({ key, attempts }, ended) =>
      write(() => {
        const { state } = ended
        if (state === 'delivered' && !ended.isKept) return run('DELETE FROM mails WHERE key = ?', [key])
        const problem = state === 'delivered' ? null : (ended.problem ?? null)
        run(end, [state, problem, state === 'sending' ? ended.due : 0, key, attempts])
        run(`DELETE FROM mails WHERE key = ? AND is_hidden AND state <> 'sending'`, [key])
      }),

    nextDue: () =>
      read(() => {
        const [next] = get(`SELECT min(due) FROM mails WHERE state = 'sending'`, []) ?? []
        return typeof next === 'number' ? next : undefined
      }),

    countWaiting: () =>
      read(() => Number(get(`SELECT count(*) FROM mails WHERE state = 'sending'`, [])?.[0])),

    resume: () =>
      write(() => run(`UPDATE mails SET due = 0 WHERE state = 'sending' AND due > ?`, [steadyTime()])),

    list: most => read(() => all(list, [most]).map(mailOf).reverse()),

    prune: most => write(() => run(prune, [most])),

    empty: () =>
      write(() => {
        run(`DELETE FROM mails WHERE state <> 'sending'`, [])
        run('UPDATE mails SET is_hidden = 1', [])
      }),
  }
}
