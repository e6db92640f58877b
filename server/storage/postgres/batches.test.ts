import type { PoolClient } from 'pg'
import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { errorOf } from '../../core/store-samples.contract.js'
import type { Answer, SendBatch } from './batches.js'
import { openPool } from './connections.js'
import { databaseDefaults } from './limits.js'
import type { Value } from './session.js'
import { withCluster } from './testing/cluster.js'

const { test, cluster } = withCluster(all)

type Asked = readonly [sql: string, values?: Value[], name?: string]

/** Sends a batch; the name of a statement is its text, unless it has another one. */
function ask(send: SendBatch, client: PoolClient, ...asked: Asked[]): Promise<Answer>[] {
  const answers: Promise<Answer>[] = []
  const statements = asked.map(([sql, values = [], name = sql]) => {
    const handlers: { answered(answer: Answer): void; failed(error: unknown): void }[] = []
    const answer = new Promise<Answer>((answered, failed) => handlers.push({ answered, failed }))
    answer.catch(() => {})
    answers.push(answer)
    return { sql, values, name, ...(handlers[0] as (typeof handlers)[0]) }
  })
  send(client, statements)
  return answers
}

async function using(work: (client: PoolClient, send: SendBatch) => Promise<void>): Promise<void> {
  const { pool, send } = await openPool(cluster().database(), databaseDefaults, () => {})
  const client = await pool.connect()
  try {
    await work(client, send)
  } finally {
    client.release()
    await pool.end()
  }
}

const rowsOf = async (answers: Promise<Answer>[]) => (await Promise.all(answers)).map(({ rows }) => rows)

test('each statement of a batch gets its rows, numbers as numbers, also when its plan is known', () =>
  using(async (client, send) => {
    const two: Asked[] = [
      ['SELECT $1::bigint, $2::text, NULL', [2 ** 40, 'é']],
      ['SELECT unnest($1::text[])', [['a"b', 'c\\d', 'NULL', '', '{e,f}']]],
    ]
    const expected = [[[2 ** 40, 'é', null]], [['a"b'], ['c\\d'], ['NULL'], [''], ['{e,f}']]]

    assert.equal(await rowsOf(ask(send, client, ...two)), expected)
    assert.equal(await rowsOf(ask(send, client, ...two, ...two)), [...expected, ...expected])
  }))

test('statements without a name may have the same text and other columns', () =>
  using(async (client, send) => {
    await rowsOf(
      ask(send, client, ['CREATE TABLE one AS SELECT 7::bigint AS a'], ['SELECT * FROM one', [], '']),
    )
    await rowsOf(ask(send, client, ['ALTER TABLE one ALTER a TYPE text']))

    assert.equal(await rowsOf(ask(send, client, ['SELECT * FROM one', [], ''])), [[['7']]])
  }))

test('after a statement that fails, those of its batch fail with its error, and the next batch goes on', () =>
  using(async (client, send) => {
    const divide = 'SELECT 12 / $1::integer'
    const last = 'SELECT $1::integer'

    const [first, failed, skipped] = ask(send, client, ['SELECT 1'], [divide, [0]], [last, [3]])
    const next = ask(send, client, [divide, [4]], [last, [5]])

    assert.equal((await first)?.rows, [['1']])
    assert.match(String(await errorOf(failed as Promise<Answer>)), /division by zero/)
    assert.match(String(await errorOf(skipped as Promise<Answer>)), /division by zero/)
    assert.equal(await rowsOf(next), [[['3']], [['5']]])
    assert.equal(await rowsOf(ask(send, client, [divide, [6]], [last, [7]])), [[['2']], [['7']]])
  }))

test('given a commit that fails, all statements of its batch fail', () =>
  using(async (client, send) => {
    await rowsOf(
      ask(
        send,
        client,
        ['CREATE TABLE whole (id integer PRIMARY KEY)', [], ''],
        ['CREATE TABLE part (id integer REFERENCES whole DEFERRABLE INITIALLY DEFERRED)', [], ''],
      ),
    )

    const answers = ask(send, client, ['INSERT INTO part VALUES (1)'], ['SELECT 1'])

    for (const answer of answers) {
      assert.match(String(await errorOf(answer)), /violates foreign key constraint "part_id_fkey"/)
    }
    assert.equal(await rowsOf(ask(send, client, ['SELECT * FROM part'])), [[]])
  }))

test('an answer names the command', () =>
  using(async (client, send) => {
    const answers = await Promise.all(ask(send, client, ['BEGIN'], ['SELECT 1'], ['COMMIT']))

    assert.equal(
      answers.map(({ command }) => command),
      ['BEGIN', 'SELECT', 'COMMIT'],
    )
  }))

all.run()
