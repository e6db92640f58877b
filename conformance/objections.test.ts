import { readFile } from 'node:fs/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { rules } from './catalogue/index.js'

test('every rule that an objection names is in the catalogue', async () => {
  const text = await readFile('conformance/OBJECTIONS.md', 'utf8')
  const known = new Set(rules.map(({ id }) => id))

  const named = [...new Set(text.match(/\b[A-Z]+-\d\d\b/g))]

  assert.ok(named.length > 5)
  assert.equal(
    named.filter(id => !known.has(id)),
    [],
  )
})

test.run()
