import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Awaitable } from '../../core/index.js'
import { errorOf } from '../../core/store-samples.contract.js'
import { openDatabase } from './engine.js'
import { createStatements, type Statements } from './statements.js'
import { memoryWrites } from './testing/memory-writes.js'
import { translateConstraintError } from './write-queue.js'

const inTransaction = <T>(run: Statements['run'], work: () => Awaitable<T>) => memoryWrites(run)(work)

async function opened() {
  const database = await openDatabase()
  database.run(`
    CREATE TABLE t (x INTEGER PRIMARY KEY);
    CREATE TRIGGER hopeless BEFORE INSERT ON t WHEN new.x = 13 BEGIN SELECT RAISE(ROLLBACK, 'all is lost'); END;
    CREATE TABLE late (x REFERENCES t DEFERRABLE INITIALLY DEFERRED);`)
  const statements = createStatements(database)
  const insert = (table: string, value: number) => statements.run(`INSERT INTO ${table} VALUES (?)`, [value])
  const kept = () => statements.all('SELECT x FROM t ORDER BY x', []).flat()
  return { statements, insert, kept }
}

test('given work that succeeds, then it is committed; given work that fails, then nothing is', async () => {
  const { statements, insert, kept } = await opened()
  const reason = new Error('no')

  const result = await inTransaction(statements.run, async () => insert('t', 1) ?? 'done')
  const error = await errorOf(() =>
    inTransaction(statements.run, async () => {
      insert('t', 2)
      throw reason
    }),
  )

  assert.is(result, 'done')
  assert.is(error, reason)
  assert.equal(kept(), [1])
})

test('given a failure that ended the transaction itself, then that failure is reported', async () => {
  const { statements, insert, kept } = await opened()

  const error = await errorOf(() =>
    inTransaction(statements.run, async () => {
      insert('t', 1)
      insert('t', 13)
    }),
  )

  assert.is((error as Error).message, 'all is lost')
  assert.equal(kept(), [])
  await inTransaction(statements.run, async () => insert('t', 2))
  assert.equal(kept(), [2])
})

test('given a commit that fails, then nothing is stored and the next transaction can begin', async () => {
  const { statements, insert, kept } = await opened()

  const error = await errorOf(() =>
    inTransaction(statements.run, async () => {
      insert('t', 1)
      insert('late', 99)
    }),
  )

  assert.match(String(error), 'FOREIGN KEY constraint failed')
  assert.equal(kept(), [])
  await inTransaction(statements.run, async () => insert('t', 2))
  assert.equal(kept(), [2])
})

test('given a transaction that cannot be rolled back, then that error is reported', async () => {
  const reason = new Error('no memory')
  const run = (sql: string) => {
    if (sql === 'COMMIT') throw new Error('no')
    if (sql === 'ROLLBACK') throw reason
  }

  const error = await errorOf(() => inTransaction(run, async () => undefined))

  assert.is(error, reason)
})

test('given an error that is not a known constraint, then it is returned unchanged', () => {
  for (const error of [
    new Error('UNIQUE constraint failed: email_changes.secret_hash'),
    new Error('CHECK constraint failed: resources.name'),
    new TypeError('no'),
    'text',
    undefined,
  ]) {
    assert.is(translateConstraintError(error), error)
  }
})

test.run()
