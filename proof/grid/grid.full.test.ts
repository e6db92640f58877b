import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readFigures } from '../runner/figures.js'
import { caughtBy, judgePlace } from './judge-place.js'
import { places } from './mistakes.js'

/** Tests one in this many places; `npm run grid` tests all. */
const share = 40

test('given mistakes that the result lists as caught, then the kit catches them', async () => {
  const figures = await readFigures('grid')
  const sample = [...places.keys()].filter((_, index) => index % share === 0)
  const survivors: string[] = []

  for (const id of sample) {
    const by = caughtBy(figures, id)
    if (by !== undefined && (await judgePlace({ id, by })).by === undefined) survivors.push(id)
  }

  assert.ok(sample.length > 25)
  assert.equal(survivors, [])
})

test.run()
