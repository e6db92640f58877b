import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { certify } from '../conformance/index.js'
import { assemble } from './server/assemble.js'

test('given a right server, when it is certified in parts within budgets, then the last part makes it conformant', async () => {
  const { options, close } = await assemble([])
  const ledgerFolder = await mkdtemp(join(tmpdir(), 'schedkit-parts-'))
  const given = { ...options, allow: ['all'] as const, jobs: 16, ledgerFolder }
  try {
    // LIMIT-02 uses up the limit of an account, for which the next part would wait 5 minutes.
    const part = { ...given, skip: ['LIMIT-02'], budget: { requests: 1500 } }
    const first = await certify(part)
    const second = await certify({ ...part, continues: first })
    const last = await certify({ ...given, continues: second, strict: true })

    assert.equal([first.verdict, second.verdict, last.verdict], ['incomplete', 'incomplete', 'conformant'])
    for (const { traffic } of [first, second]) assert.ok(traffic.requests <= 1500, `${traffic.requests}`)
    assert.ok((second.budget?.caught ?? 0) > (first.budget?.caught ?? 0))
    assert.is(last.counts.notSelected, 0)
    assert.is(last.parts?.length, 3)
  } finally {
    await close()
    await rm(ledgerFolder, { recursive: true })
  }
})

test.run()
