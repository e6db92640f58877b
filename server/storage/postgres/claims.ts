import { nameOf } from './batches.js'
import { WrongGuess } from './failures.js'
import type { Row, Value } from './session.js'

/** A condition in SQL, with its parameters. */
export interface Condition {
  sql: string
  values: readonly Value[]
}

/** What a transaction takes for granted: that a question still has the answer that is remembered under a key. */
export interface Claim extends Condition {
  key: string
}

const made = new Map<string, string>()

/** The text for a key, which is made once. */
function once(key: string, make: () => string): string {
  const text = made.get(key) ?? make()
  made.set(key, text)
  return text
}

/** Whether a question is answered by this row. */
export function isAnswer(sql: string, values: readonly Value[], row: Row): Condition {
  const condition = once(sql, () => {
    const columns = row.map((_, index) => `c${index}`)
    const same = columns.map(
      (column, index) => `${column} IS NOT DISTINCT FROM $${values.length + index + 1}`,
    )
    return `EXISTS (SELECT 1 FROM (${sql}) AS answer (${columns}) WHERE ${same.join(' AND ')})`
  })
  return { sql: condition, values: [...values, ...row] }
}

const note = 'what a request relied on has changed, and it is run again. It is '

/** The code of the error by which a claim fails: a text is no integer. */
const invalidText = '22P02'

/** What the error means that the statement of claims has failed with. */
export const claimError = (error: unknown): unknown =>
  (error as { code?: string }).code === invalidText ? new WrongGuess() : error

/**
 * One statement that fails unless all claims are true, and with it everything that follows in its batch: so a batch may even
 * commit what was decided on claims.
 */
export function allOf(claims: readonly Claim[]): Condition {
  const values = [note, ...claims.flatMap(claim => claim.values)]
  const sql = once(claims.map(claim => nameOf(claim.sql)).join(), () => {
    let before = 1
    const conditions = claims.map(claim => {
      const first = before
      before += claim.values.length
      return claim.sql.replace(/\$(\d+)/g, (_, number) => `$${first + Number(number)}`)
    })
    // The time keeps a database from computing the failing branch in advance.
    return `SELECT CASE WHEN ${conditions.join(' AND ')} THEN 1 ELSE ($1::text || clock_timestamp())::integer END`
  })
  return { sql, values }
}
