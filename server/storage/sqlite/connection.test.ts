import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Bound } from './connection.js'
import { openDatabase } from './engine.js'

const texts = ['', 'a\u0000b', 'é\u{1f600}\u2028', 'x'.repeat(70_000), '\u{1f600}'.repeat(50_000)]

test('given texts, bytes and numbers of every size, then they are returned unchanged', async () => {
  const database = await openDatabase()
  const statement = database.prepare('SELECT ?1, typeof(?1)')
  const back = (value: Bound) => {
    statement.bind([value])
    statement.step()
    return statement.get()
  }

  for (const text of texts) assert.equal(back(text), [text, 'text'])
  for (const size of [0, 1, 100_000]) {
    const bytes = new Uint8Array(size).fill(7)
    assert.equal(back(bytes), [bytes, 'blob'])
  }
  assert.equal(
    [back(7), back(-(2 ** 31))],
    [
      [7, 'integer'],
      [-(2 ** 31), 'integer'],
    ],
  )
  assert.equal(
    [back(2 ** 52), back(0.5)],
    [
      [2 ** 52, 'real'],
      [0.5, 'real'],
    ],
  )
  assert.equal(
    [back(null), back(true), back(false)],
    [
      [null, 'null'],
      [1, 'integer'],
      [0, 'integer'],
    ],
  )
})

test('given memory that grows while values are read, then they are read from their new location', async () => {
  const database = await openDatabase()
  database.run('CREATE TABLE t (x)')
  const insert = database.prepare('INSERT INTO t VALUES (?)')
  const text = 'é'.repeat(500_000)

  for (let count = 0; count < 40; count++) {
    insert.bind([text])
    insert.step()
    insert.reset()
  }

  const rows = database.rows('SELECT x FROM t')
  assert.is(rows.length, 40)
  assert.ok(rows.every(([x]) => x === text))
  database.close()
})

test('given several statements in one text, then all are run; errors are those of SQLite', async () => {
  const database = await openDatabase()

  database.run(`
    CREATE TABLE t (x); -- a comment
    INSERT INTO t VALUES (1), (2);
  `)

  const sql = 'SELECT x, x + 1 AS "né" FROM t'
  assert.equal(database.prepare(sql).columns(), ['x', 'né'])
  assert.equal(database.rows(sql), [
    [1, 2],
    [2, 3],
  ])
  assert.equal(database.rows('SELECT x FROM t WHERE x > 5'), [])
  assert.throws(() => database.rows('SELECT y FROM t'), /^no such column: y$/)
  assert.throws(() => database.run('SELEC'), /^near "SELEC": syntax error$/)
  assert.throws(() => database.prepare('SELECT y FROM t'), /^no such column: y$/)
})

test('given a closed database, then it and its statements refuse every use', async () => {
  const database = await openDatabase()
  const statement = database.prepare('SELECT 1')

  database.close()
  database.close()

  for (const use of [
    () => statement.bind([]),
    () => database.run('SELECT 1'),
    () => database.rows('SELECT 1'),
    () => database.prepare('SELECT 1'),
  ]) {
    assert.throws(use, /^The database is closed$/)
  }
  statement.free()
})

test.run()
