import { tmpdir } from 'node:os'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { checks } from '../../conformance/index.js'
import { checksFor, measureCoverage } from './coverage.js'
import { bundle, instrument, keyOf, withoutCounters } from './instrument.js'
import { prepareCopies, runMutant } from './run-mutant.js'

const root = process.cwd()
const { files, mutants } = await instrument(root)
const code = await bundle(root, files)
const createCopy = prepareCopies(root, withoutCounters(code))
const ledgerFolder = tmpdir()

const only = (...ids: string[]) => checks.filter(({ id }) => ids.includes(id))
const mutantOf = (file: string, mutator: string, original: string, replacement: string) => {
  const found = mutants.find(
    mutant =>
      mutant.file === file &&
      mutant.mutator === mutator &&
      mutant.original === original &&
      mutant.replacement === replacement,
  )
  if (!found) throw new Error(`There is no mutant of ${file} that makes ${replacement} of ${original}`)
  return found
}

test('given the core, when it is instrumented, then no two mutants have the same key', () => {
  const names = new Set(mutants.map(keyOf))

  assert.ok(mutants.length > 1000)
  assert.is(names.size, mutants.length)
})

test('given no mutant, when the core runs, then it is conformant', async () => {
  const result = await runMutant(createCopy(), {
    checks: only('RES-05.create', 'PERM-12.get-resource'),
    ledgerFolder,
  })

  assert.is(result.verdict, 'conformant')
})

test('given a limit in a schema that is one too high, when it runs, then the rule of that limit breaks', async () => {
  const mutant = mutantOf('contract/resource.ts', 'NumberLiteral', '100', '101')

  const result = await runMutant(createCopy(mutant.id), { checks: only('RES-05.create'), ledgerFolder })

  assert.is(result.verdict, 'must')
  assert.is(result.by, 'RES-05.create')
})

test('given a core that accepts no login, when it runs, then it is incomplete', async () => {
  const mutant = mutantOf('access/credentials.ts', 'ConditionalExpression', 'account && isRight', 'false')

  const result = await runMutant(createCopy(mutant.id), { checks: only('RES-05.create'), ledgerFolder })

  assert.is(result.verdict, 'incomplete')
})

test('given a message, when the core is instrumented, then its text is not mutated, and the reason says why', () => {
  const texts = mutants.filter(({ original }) => original.includes('Every request needs Basic credentials'))
  const mutated = texts.filter(({ mutator, ignored }) => mutator === 'StringLiteral' && ignored === undefined)

  assert.ok(texts.some(({ ignored }) => ignored?.includes('section 7')))
  assert.equal(mutated, [])
})

test('given checks that share responses, when coverage is measured, then each executes all the code', async () => {
  const sharing = ['USER-31.mail', 'USER-32']

  const { byCheck } = await measureCoverage(prepareCopies(root, code), ledgerFolder, only(...sharing))

  const ofActivation = mutants.filter(({ file }) => file === 'operations/activation.ts')
  for (const check of sharing) {
    assert.ok(ofActivation.filter(({ id }) => byCheck.get(check)?.has(id)).length > 10, check)
  }
})

test('given the coverage of checks, when the checks for a mutant are asked for, then the most specific come first', () => {
  const byCheck = new Map([
    ['wide', new Set(['1', '2', '3'])],
    ['other', new Set(['3'])],
    ['narrow', new Set(['1'])],
  ])
  const coverage = { always: new Set(['3']), byCheck }

  const chosen = ['1', '3', '4'].map(id => checksFor(id, coverage))

  assert.equal(chosen, [['narrow', 'wide'], ['other', 'wide', 'narrow'], []])
})

test.run()
