import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Mutant } from './instrument.js'
import { openResults } from './results.js'

const mutant: Mutant = {
  id: '7',
  file: 'rate.ts',
  mutator: 'NumberLiteral',
  original: '300',
  replacement: '301',
  nth: 1,
  declaration: 'list',
  line: 3,
}
const killed = { verdict: 'must', by: 'LIMIT-02', took: 12 } as const
const survived = { verdict: 'conformant', took: 1200 } as const
const hashesOf = (file: string, kit: string) => ({ files: new Map([['rate.ts', file]]), kit })

const test = suite<{ folder: string; path: string }>('results')
test.before.each(async context => {
  context.folder = await mkdtemp(join(tmpdir(), 'schedkit-'))
  context.path = join(context.folder, 'deep', 'results.jsonl')
})
test.after.each(({ folder }) => rm(folder, { recursive: true }))

test('given a run that was killed while it wrote, when the next one begins, then it knows all whole lines', async ({
  path,
}) => {
  openResults(path, hashesOf('a', 'k'), false).add(mutant, killed)
  await appendFile(path, '{"key":"[')

  const known = openResults(path, hashesOf('a', 'k'), false).of({ ...mutant, id: '9', line: 30 })

  assert.is(known?.verdict, 'must')
})

test('given a kill, when its file changes, then it is forgotten, and when the kit does, it is not', ({
  path,
}) => {
  openResults(path, hashesOf('a', 'k'), false).add(mutant, killed)

  const verdicts = [hashesOf('b', 'k'), hashesOf('a', 'l')].map(
    hashes => openResults(path, hashes, false).of(mutant)?.verdict,
  )

  assert.equal(verdicts, [undefined, 'must'])
})

test('given a survivor, when the kit changes, then it is run again', ({ path }) => {
  openResults(path, hashesOf('a', 'k'), false).add(mutant, survived)

  const verdicts = [hashesOf('a', 'k'), hashesOf('a', 'l')].map(
    hashes => openResults(path, hashes, false).of(mutant)?.verdict,
  )

  assert.equal(verdicts, ['conformant', undefined])
})

test('given results, when a fresh run is asked for, then no earlier result is known', ({ path }) => {
  openResults(path, hashesOf('a', 'k'), false).add(mutant, killed)

  const known = openResults(path, hashesOf('a', 'k'), true).of(mutant)

  assert.is(known, undefined)
})

test.run()
