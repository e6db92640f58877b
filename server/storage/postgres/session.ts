import type { Awaitable, Scan } from '../../core/index.js'
import { ScanLost } from '../../core/index.js'
import { type Answer, nameOf, type Statement } from './batches.js'
import { allOf, type Claim, type Condition, claimError, isAnswer } from './claims.js'
import { MoreAsked } from './failures.js'
import { keyOf, type RememberedRows } from './remembered-rows.js'

export type Value = string | number | boolean | null | readonly (string | number)[]
export type Row = readonly Value[]

/**
 * The statements of one transaction. They are sent at once, each without waiting for those before it, and answered in order:
 * what does not depend on an answer costs no round trip of its own.
 */
export interface Session {
  all(sql: string, values: readonly Value[]): Promise<Row[]>
  first(sql: string, values: readonly Value[]): Promise<Row | undefined>
  /** Writes, and returns the first row. */
  write(sql: string, values: readonly Value[]): Promise<Row | undefined>
  /** Sends a write that nothing waits for; if it fails, so do the statements after it, and the commit. */
  run(sql: string, values: readonly Value[]): void
  /** The next number of a sequence: known even if what was sent before it has failed. */
  next(sequence: string): Promise<number>
  /**
   * The first row: at once, if it is known from an earlier transaction. This one then fails, unless it is still the same, or the
   * condition is true that matters of it.
   */
  guess(
    sql: string,
    values: readonly Value[],
    conditionOf?: (row: Row) => Condition,
  ): Awaitable<Row | undefined>
  /** Reads rows in parts, also after the transaction's work has ended. */
  scan<Kept>(sql: string, values: readonly Value[], keep: (row: Row) => Kept): Promise<Scan<Kept>>
  /** Resolves once all that was guessed is known to be right. @throws {WrongGuess} if it is not */
  verified(): Promise<void>
  /** Ends the transaction. @throws what kept it from being committed */
  commit(): Promise<void>
  /** Ends the transaction, unless it was committed. */
  rollBack(): void
  /** Ends the work, but not the transaction: whether scans are read on, so that the connection stays theirs. */
  leave(): boolean
}

const ignore = () => {}

export interface SessionOptions {
  /** Sends statements that run in order. */
  send(statements: readonly Statement[]): void
  /** The statement that begins a transaction. */
  begin: string
  /**
   * What is sent as one batch, which is a transaction of its own: reads, or guesses and the write that is the last step. If more is
   * asked, what is asked fails.
   */
  inOneBatch: 'reads' | 'one write' | undefined
  /** Rows that are known from earlier transactions; without them, nothing is guessed. */
  rememberedRows: RememberedRows | undefined
  /** What was to be remembered of each row. */
  remember(key: string, row: Row | undefined): void
  /** The last scan has ended; the connection may have been lost with it. */
  scanned(error?: unknown): void
}

/** Begins a transaction. What is asked in one turn is sent together. */
export function beginSession(options: SessionOptions): Session {
  const { send, begin, inOneBatch, rememberedRows, remember, scanned } = options
  let answered: Promise<unknown> = Promise.resolve()
  let verified: Promise<unknown> | undefined
  /** What was sent of the transaction. */
  let sent: 'nothing' | 'a part' | 'all' = 'nothing'
  let isWhole = inOneBatch === 'reads'
  let isFlushing = false
  let hasWritten = false
  let hasLeft = false
  let isCommitted = false
  let scans = 0
  let unsent: Statement[] = []
  let claims: Claim[] = []
  const open = new Set<string>()

  /** Resolves once this and everything before it is answered. */
  function inOrder<T>(answer: Promise<T>): Promise<T> {
    const all = answered.then(() => answer)
    answer.catch(ignore)
    all.catch(ignore)
    answered = all
    return all
  }

  const put = (statements: Statement[], sql: string, values: readonly Value[], name = nameOf(sql)) =>
    new Promise<Answer>((answered, failed) => statements.push({ sql, values, name, answered, failed }))

  function flush(): void {
    isFlushing = false
    if (unsent.length === 0 && claims.length === 0) return
    if (inOneBatch === 'one write' && !isWhole) {
      claims = []
      for (const { failed } of unsent.splice(0)) failed(new MoreAsked())
      return
    }
    const batch: Statement[] = []
    if (sent === 'nothing' && !isWhole) put(batch, begin, []).catch(ignore)
    if (claims.length > 0) verify(batch)
    batch.push(...unsent)
    unsent = []
    if (sent === 'nothing') sent = isWhole ? 'all' : 'a part'
    send(batch)
  }

  /** Adds a statement that fails, with what follows it in the batch, unless the claims are true. */
  function verify(batch: Statement[]): void {
    const made = claims
    const before = verified
    const { sql, values } = allOf(made)
    claims = []
    verified = put(batch, sql, values).then(
      () => before,
      error => {
        for (const { key } of made) remember(key, undefined)
        throw claimError(error)
      },
    )
    verified.catch(ignore)
  }

  function flushLater(): void {
    if (isFlushing) return
    isFlushing = true
    process.nextTick(flush)
  }

  function ask(sql: string, values: readonly Value[], name?: string): Promise<Answer> {
    if (sent === 'all') return Promise.reject(new MoreAsked())
    flushLater()
    return put(unsent, sql, values, name)
  }
  /** Once, so that its plan is not kept. */
  const askOnce = (sql: string, values: readonly Value[] = []) => ask(sql, values, '')

  const all: Session['all'] = (sql, values) => inOrder(ask(sql, values).then(({ rows }) => rows))
  const first: Session['first'] = async (sql, values) => (await all(sql, values))[0]

  function isWriting(): void {
    hasWritten = true
    isWhole = sent === 'nothing' && inOneBatch === 'one write'
  }

  return {
    all,
    first,

    write(sql, values) {
      isWriting()
      return first(sql, values)
    },

    run(sql, values) {
      isWriting()
      inOrder(ask(sql, values))
    },

    next(sequence) {
      const answer = ask(`SELECT nextval('${sequence}')`, [])
      inOrder(answer)
      return answer.then(({ rows }) => Number(rows[0]?.[0]))
    },

    guess(sql, values, conditionOf = row => isAnswer(sql, values, row)) {
      const key = keyOf(sql, values)
      const row = hasWritten || sent === 'all' ? undefined : rememberedRows?.get(key)
      if (row) {
        if (!claims.some(claim => claim.key === key)) claims.push({ key, ...conditionOf(row) })
        flushLater()
        return row
      }
      // What is asked next may depend on the answer.
      isWhole = false
      return inOrder(
        ask(sql, values).then(({ rows: [row] }) => {
          if (!hasWritten) remember(key, row)
          return row
        }),
      )
    },

    async scan(sql, values, keep) {
      isWhole = false
      const name = `scan_${++scans}`
      // A cursor takes no part in later writes, not even in those of its own transaction.
      await inOrder(askOnce(`DECLARE ${name} NO SCROLL CURSOR FOR ${sql}`, values))
      open.add(name)
      const end = (error?: unknown) => {
        if (!open.delete(name)) return
        if (open.size === 0) scanned(error)
      }
      return {
        async next(count) {
          if (!open.has(name)) return []
          try {
            const { rows } = await inOrder(askOnce(`FETCH ${count} FROM ${name}`))
            if (rows.length === 0) end()
            return rows.map(keep)
          } catch (error) {
            end(error)
            // In its transaction, it fails with that, perhaps by a conflict.
            throw hasLeft ? Object.assign(new ScanLost(), { cause: error }) : error
          }
        },
        close: () => end(),
      }
    },

    async verified() {
      // Work that ends here has nothing to be undone.
      if (sent === 'nothing' && !hasWritten) isWhole = true
      flush()
      await verified
    },

    async commit() {
      if (sent === 'a part') {
        // Those who wait for the commit wait for the writes before it, too.
        const end = ask('COMMIT', [])
        end.catch(ignore)
        await answered
        const { command } = await end
        if (command !== 'COMMIT')
          throw new Error('Failed to write: a statement of the transaction has failed')
      }
      await answered
      isCommitted = true
    },

    rollBack() {
      if (isCommitted || sent !== 'a part') return
      // In one batch with a statement that fails, it would not be run.
      flush()
      ask('ROLLBACK', [], 'ROLLBACK').catch(ignore)
      // Before anything that the next transaction of the connection sends.
      flush()
    },

    leave() {
      hasLeft = true
      return open.size > 0
    },
  }
}
