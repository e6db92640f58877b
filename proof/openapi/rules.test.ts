import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { rules } from '../../conformance/catalogue/index.js'
import { openApiDocument } from '../../server/core/openapi/index.js'
import { idsIn, type Rules, rulesByPlace } from '../../server/core/openapi/rules.js'

/*
 * The document names rules of the kit, but does not import its catalogue.
 */

/** All `x-rules` of a document. */
function rulesIn(part: unknown): Rules[] {
  if (typeof part !== 'object' || part === null) return []
  const { 'x-rules': own, ...rest } = part as { 'x-rules'?: Rules }
  return [...(own ? [own] : []), ...Object.values(rest).flatMap(rulesIn)]
}

for (const contract of [false, true]) {
  test(`the document ${contract ? 'of the contract ' : ''}names every rule of the catalogue, each with its level`, () => {
    const named = rulesIn(openApiDocument({ contract })).flatMap(byLevel =>
      Object.entries(byLevel).flatMap(([level, ids]) => ids.map(id => `${id} ${level}`)),
    )
    const known = rules.map(({ id, level }) => `${id} ${level}`)

    assert.equal(
      known.filter(rule => !named.includes(rule)),
      contract ? known.filter(rule => idsIn(beyondContract).includes(rule.split(' ')[0] ?? '')) : [],
    )
    assert.equal(
      named.filter(rule => !known.includes(rule)),
      [],
    )
  })
}

/** Rules on members that a body may send back, and on `fields` where the interface does not have it. */
const beyondContract = 'RES-34 RES-35 RES-36 BKG-24 COL-20 LIST-32 USER-26'

test('every place that has rules is in the document', () => {
  const found = rulesIn(openApiDocument()).map(each => JSON.stringify(each))

  assert.is(found.length, Object.keys(rulesByPlace).length)
})

test.run()
