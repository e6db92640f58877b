import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { checks, invariants } from '../../conformance/index.js'
import { readFigures } from '../runner/figures.js'
import { cannotBegin, caughtBy } from './judge-place.js'
import { mistakes, places } from './mistakes.js'
import { allowedBecause, missedBecause } from './open.js'

const sorted = (ids: Iterable<string>) => [...ids].sort()

test('each place has a result, which names a check, or a reason why there is none', async () => {
  const figures = await readFigures('grid')
  const known = new Set([cannotBegin, ...[...checks, ...invariants].map(({ id }) => id)])

  assert.equal(sorted(Object.keys(figures?.caught ?? {})), sorted(places.keys()))
  const unknown = [...places.keys()].filter(id => {
    const by = caughtBy(figures, id)
    return by === undefined ? !(allowedBecause(id) ?? missedBecause(id)) : !known.has(by)
  })
  assert.equal(unknown, [])
})

test('a place that is caught needs no reason', async () => {
  const figures = await readFigures('grid')

  const needless = [...places.keys()].filter(id => caughtBy(figures, id) && missedBecause(id))

  assert.equal(needless, [])
})

test('every mistake has places that differ in all of its dimensions', () => {
  for (const { name, along, cells } of mistakes) {
    assert.ok(cells.length > 1, name)
    for (const { at } of cells) assert.is(at.length, along.length, `${name} ${at.join(' ')}`)
  }
})

test.run()
