import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { loadEngine, openDatabase } from './engine.js'

test('given several databases, then the engine is loaded once, and each is empty', async () => {
  const [first, second] = [await openDatabase(), await openDatabase()]

  first.run('CREATE TABLE t (x)')

  assert.is(loadEngine(), loadEngine())
  assert.equal(second.rows('SELECT * FROM sqlite_schema'), [])
})

test('given an in-memory database, then it enforces foreign keys and keeps its journal in memory', async () => {
  const database = await openDatabase()
  const pragma = (name: string) => database.rows(`PRAGMA ${name}`)[0]?.[0]

  assert.is(pragma('foreign_keys'), 1)
  assert.is(pragma('journal_mode'), 'memory')
})

test.run()
