import type { PoolClient, Query } from 'pg'
import type { Row, Value } from './session.js'

/** What a statement is answered with: its rows, and the command that was run. */
export interface Answer {
  rows: Row[]
  command: string
}

export interface Statement {
  sql: string
  values: readonly Value[]
  /** Under which a connection keeps its plan; if it is empty, the statement is planned anew. */
  name: string
  answered(answer: Answer): void
  failed(error: unknown): void
}

/**
 * Sends statements together. They run in order; after one that fails, the others fail with its error. Answers are handed out
 * once the transaction that the batch ends is committed.
 */
export type SendBatch = (client: Pick<PoolClient, 'query'>, statements: readonly Statement[]) => void

/** What a query of `pg` calls of the connection, and how it is called. */
interface Wire {
  stream: { cork(): void; uncork(): void }
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string; values: readonly (string | null)[] }): void
  describe(message: { type: 'P' }): void
  close(message: { type: 'S'; name: string }): void
  execute(message: object): void
  sync(): void
}
interface Handlers {
  callback(): void
  submit(wire: Wire): void
  handleRowDescription(message: { fields: { dataTypeID: number }[] }): void
  handleDataRow(message: { fields: (string | null)[] }): void
  handleCommandComplete(message: { text: string }): void
  handleReadyForQuery(): void
  handleError(error: unknown): void
}

interface Plans {
  kept: Set<string>
  /** Which are being made by a batch that has no answer yet. */
  made: Set<string>
}

const names = new Map<string, string>()

/** The name under which a connection keeps the plan of a statement: one for each text. */
export function nameOf(sql: string): string {
  const name = names.get(sql) ?? `schedkit_${names.size}`
  names.set(sql, name)
  return name
}

const bigint = 20
const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`

/** A value as PostgreSQL reads it. */
function written(value: Value | undefined): string | null {
  if (value === null || value === undefined) return null
  if (typeof value !== 'object') return String(value)
  return `{${value.map(item => (item === null ? 'NULL' : quoted(String(item)))).join()}}`
}

/**
 * Sends statements in batches, which `pg` does not: its queries are each followed by a Sync, which the database answers with a
 * packet of its own, and by a description of their columns, which is always the same.
 *
 * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY
 */
export function createBatches(NewQuery: typeof Query): SendBatch {
  const plansOf = new WeakMap<Wire, Plans>()
  /** Which columns of a named statement are numbers, once it was described. */
  const numbersOf = new Map<string, readonly boolean[]>()

  /** Sends a statement; returns the name of its plan if it is to be made. */
  function sendStatement(wire: Wire, { kept, made }: Plans, { sql, values, name }: Statement): string {
    const isMaking = !kept.has(name) && !made.has(name)
    const statement = kept.has(name) || isMaking ? name : ''
    if (!kept.has(name)) {
      // There may be one, whose first execution has failed.
      if (statement !== '') wire.close({ type: 'S', name: statement })
      wire.parse({ name: statement, text: sql })
    }
    wire.bind({ statement, values: values.map(written) })
    if (!numbersOf.has(name)) wire.describe({ type: 'P' })
    wire.execute({})
    if (!isMaking || name === '') return ''
    made.add(name)
    return name
  }

  return (client, statements) => {
    const making: string[] = []
    let plans: Plans = { kept: new Set(), made: new Set() }
    const answers: Answer[] = []
    let rows: Row[] = []
    let numbers: readonly boolean[] | undefined

    /** With an error, the transaction of the batch, if it was one, is undone. */
    function end(error?: unknown): void {
      for (const name of making) if (name !== '') plans.made.delete(name)
      // That of a commit comes after the last answer.
      const count = answers.length === statements.length && error !== undefined ? 0 : answers.length
      for (const [index, { answered, failed }] of statements.entries()) {
        const answer = answers[index]
        if (index < count && answer) answered(answer)
        else failed(error)
      }
      batch.callback()
    }

    const handlers: Handlers = {
      callback() {},
      submit(wire) {
        plans = plansOf.get(wire) ?? plans
        plansOf.set(wire, plans)
        wire.stream.cork()
        try {
          for (const statement of statements) making.push(sendStatement(wire, plans, statement))
          wire.sync()
        } finally {
          wire.stream.uncork()
        }
      },
      handleRowDescription({ fields }) {
        numbers = fields.map(({ dataTypeID }) => dataTypeID === bigint)
      },
      handleDataRow({ fields }) {
        numbers ??= numbersOf.get((statements[answers.length] as Statement).name)
        rows.push(fields.map((text, index) => (text !== null && numbers?.[index] ? Number(text) : text)))
      },
      handleCommandComplete({ text }) {
        const { name } = statements[answers.length] as Statement
        if (making[answers.length]) plans.kept.add(name)
        if (name !== '' && !numbersOf.has(name)) numbersOf.set(name, numbers ?? [])
        answers.push({ rows, command: text.split(' ', 1)[0] ?? '' })
        rows = []
        numbers = undefined
      },
      handleReadyForQuery: () => end(),
      handleError: end,
    }
    // The client accepts several queries at once only if they are its own.
    const batch = Object.assign(new NewQuery(''), handlers)
    client.query(batch as unknown as Query)
  }
}
