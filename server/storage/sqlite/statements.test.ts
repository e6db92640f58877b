import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Statement } from './connection.js'
import { openDatabase } from './engine.js'
import { createStatements } from './statements.js'

/** Statements on a database that records what is prepared and freed. */
async function watched(most?: number) {
  const database = await openDatabase()
  const prepared: string[] = []
  const freed: string[] = []
  const prepare = (sql: string): Statement => {
    const statement = database.prepare(sql)
    const free = statement.free.bind(statement)
    prepared.push(sql)
    statement.free = () => {
      freed.push(sql)
      return free()
    }
    return statement
  }
  return { statements: createStatements({ prepare }, { most }), prepared, freed }
}

test('given one text several times, then it is prepared once', async () => {
  const { statements, prepared } = await watched()

  const rows = [1, 2, 3].map(value => statements.get('SELECT ?', [value]))

  assert.equal(rows, [[1], [2], [3]])
  assert.equal(prepared, ['SELECT ?'])
})

test('given more texts than are cached, then the oldest is freed, and works again when it is used again', async () => {
  const { statements, prepared, freed } = await watched(2)
  const ask = (value: number) => statements.get(`SELECT ${value} + ?`, [10])?.[0]

  assert.equal([1, 2, 3, 1, 1].map(ask), [11, 12, 13, 11, 11])

  assert.equal(prepared, ['SELECT 1 + ?', 'SELECT 2 + ?', 'SELECT 3 + ?', 'SELECT 1 + ?'])
  assert.equal(freed, ['SELECT 1 + ?', 'SELECT 2 + ?'])
})

test('given several thousand texts, then at most 500 are cached', async () => {
  const { statements, prepared, freed } = await watched()

  for (let value = 0; value < 3000; value++) assert.is(statements.get(`SELECT ${value}`, [])?.[0], value)

  assert.is(prepared.length, 3000)
  assert.is(freed.length, 2500)
})

test('given all, then every row is returned; given get, then the first, or undefined', async () => {
  const { statements } = await watched()

  assert.equal(statements.all("SELECT value, 'x' FROM json_each(?)", ['[3,4]']), [
    [3, 'x'],
    [4, 'x'],
  ])
  assert.equal(statements.get('SELECT value FROM json_each(?)', ['[3,4]']), [3])
  assert.is(statements.get('SELECT value FROM json_each(?)', ['[]']), undefined)
  assert.equal(statements.all('SELECT value FROM json_each(?)', ['[]']), [])
})

test('given only the first row of several, then the statement is reset', async () => {
  const { statements } = await watched()
  statements.run('CREATE TABLE t (x)', [])
  for (const value of [1, 2]) statements.run('INSERT INTO t VALUES (?)', [value])

  assert.equal(statements.get('SELECT x FROM t', []), [1])

  statements.run('DROP TABLE t', [])
  assert.throws(() => statements.get('SELECT x FROM t', []), /no such table/)
})

test('given a statement that fails, then it is reset and can be used again', async () => {
  const { statements, prepared } = await watched()
  statements.run('CREATE TABLE t (x UNIQUE)', [])
  const insert = (value: number) => statements.run('INSERT INTO t VALUES (?)', [value])
  insert(1)

  assert.throws(() => insert(1), /UNIQUE constraint failed/)
  assert.throws(
    () => statements.run('INSERT INTO t VALUES (?)', [{} as never]),
    (error: unknown) => /unknown type/.test(String(error)),
  )
  insert(2)

  assert.equal(statements.all('SELECT x FROM t', []), [[1], [2]])
  assert.is(prepared.filter(sql => sql.startsWith('INSERT')).length, 1)
  statements.run('DROP TABLE t', [])
})

test.run()
