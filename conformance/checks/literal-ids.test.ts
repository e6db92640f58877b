import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { checks, invariants } from './index.js'

const folders = ['conformance/checks', 'conformance/record']

async function sourcesIn(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true })
  return files
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map(file => join(folder, file))
}

test('every id that a report can show appears literally in the source', async () => {
  const all = await Promise.all(folders.map(folder => sourcesIn(folder)))
  const texts = await Promise.all(all.flat().map(file => readFile(file, 'utf8')))
  const inSource = new Set(texts.join('\n').match(/[A-Z]+-\d\d(?:\.[\w-]+)*/g))

  const missing = [...checks, ...invariants].filter(({ id }) => !inSource.has(id))

  assert.equal(
    missing.map(({ id }) => id),
    [],
    'write ids in full, so that a plain search for one finds its check: see `ids` in conformance/check/ids.ts',
  )
})

test.run()
