import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { checks, invariants } from './index.js'

const folder = 'conformance/checks'

test('every id that a report can show appears literally in the source', async () => {
  const files = (await readdir(folder, { recursive: true })).filter(
    file => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('rules.ts'),
  )
  const texts = await Promise.all(files.map(file => readFile(join(folder, file), 'utf8')))
  const inSource = new Set(texts.join('\n').match(/[A-Z]+-\d\d(?:\.[\w-]+)*/g))

  const missing = [...checks, ...invariants].filter(({ id }) => !inSource.has(id))

  assert.equal(
    missing.map(({ id }) => id),
    [],
    'write ids in full, so that a plain search for one finds its check: see `ids` in conformance/areas/ids.ts',
  )
})

test.run()
