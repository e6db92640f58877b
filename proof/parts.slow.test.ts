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
    const first = await certify({ ...given, budget: { requests: 1500 } })
    const second = await certify({ ...given, continues: first, budget: { requests: 1500 } })
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
