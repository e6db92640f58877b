import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { each, ids } from './ids.js'

const pair = (id: string, entry: number) => [id, entry]

test('the ids of a template may be on several lines', () => {
  assert.equal(
    ids`
      RES-05.create RES-05.update
      RES-05.bulk`,
    ['RES-05.create', 'RES-05.update', 'RES-05.bulk'],
  )
})

test('an id selects the entry that its words name, the longest first', () => {
  const table = { create: 1, bulk: 2, 'name.bulk': 3 }

  assert.equal(each(ids`RES-05.create RES-12.color-fg.bulk RES-12.name.bulk`, table, pair), [
    ['RES-05.create', 1],
    ['RES-12.color-fg.bulk', 2],
    ['RES-12.name.bulk', 3],
  ])
})

test('the words may be in the middle', () => {
  assert.equal(each(ids`PERM-14.get-resources.editor`, { 'get-resources': 1 }, pair), [
    ['PERM-14.get-resources.editor', 1],
  ])
})

test('an id that names no entry throws, and lists the entries', () => {
  assert.throws(
    () => each(ids`RES-05.crate`, { create: 1, update: 2 }, pair),
    /RES-05\.crate .*create, update/,
  )
  assert.throws(() => each(ids`RES-05`, { create: 1 }, pair), /RES-05 must contain/)
})

test.run()
