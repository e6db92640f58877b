import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { areas, checks, invariants, matches, rules } from '../../conformance/index.js'
import { fault } from '../faults/fault.js'
import { faults, faultsOf } from '../faults/index.js'
import { stories } from '../faults/stories.js'
import { combinations, partition, variantWith } from '../variants/combinations.js'
import { variants } from '../variants/index.js'
import { variant } from '../variants/variant.js'
import { isSampled, selectionOf } from './case.js'
import { killMatrix, unkilled } from './kill-matrix.js'
import { comparePage, dateOf, proofPage } from './page.js'

const all = [...checks, ...invariants]
const repeated = (values: readonly string[]) =>
  values.filter((value, index) => values.indexOf(value) !== index)

test('every fault and every variant has an id and a title of its own', () => {
  const every = [...faults, ...stories, ...variants]

  assert.equal(repeated(every.map(({ id }) => id)), [])
  assert.equal(repeated(every.map(({ title }) => title)), [])
  assert.equal(
    every.map(({ id }) => id).filter(id => !/^[a-z0-9]+(?:-[a-z0-9]+)+$|^slow$/.test(id)),
    [],
  )
})

test('faults have the areas of the catalogue', () => {
  assert.equal(
    Object.keys(faultsOf),
    areas.map(({ prefix }) => prefix),
  )
})

test('every fault breaks and touches existing rules and checks, each with a specific pattern', () => {
  const every = [...faults, ...stories]
  const names = every.flatMap(({ breaks, touches }) => [...Object.keys(breaks), ...touches])
  const reasons = every.flatMap(({ breaks }) => Object.values(breaks))

  assert.equal(
    names.filter(name => !all.some(({ id }) => matches(name, id))),
    [],
  )
  assert.equal(
    every.filter(({ breaks }) => Object.keys(breaks).length === 0),
    [],
  )
  assert.equal(reasons.filter(({ source }) => source.replace(/\W/g, '').length < 4).map(String), [])
})

test('the page of the proof shows the current faults, variants and figures', async () => {
  const { isCurrent } = await comparePage()

  assert.ok(isCurrent, 'PROOF.md is out of date: npm run proof -- --only know-nothing --write')
})

test('every variant excludes only existing variants', () => {
  const ids = variants.map(({ id }) => id)

  assert.equal(
    variants.flatMap(({ excludes }) => excludes).filter(id => !ids.includes(id)),
    [],
  )
})

test('every MUST and SHOULD rule has a fault that the kit catches by it', () => {
  assert.equal(
    unkilled(killMatrix(faults)).map(({ id }) => id),
    [],
  )
})

const sample = fault('sample-fault', 'is a sample', {
  breaks: { 'LIMIT-01': /limits/ },
  alter: parts => parts,
})
const missed = fault('missed-fault', 'is missed', {
  breaks: { 'LIMIT-02': /served/ },
  missed: 'it is',
  alter: parts => parts,
})
// The level of this check is below that of its rule.
const weak = fault('weak-fault', 'is weak', {
  breaks: { 'USER-32.old': /address/ },
  alter: parts => parts,
})

test('only faults that break a rule at its own level and are not missed count for it', () => {
  const kills = killMatrix([sample, missed, weak])

  assert.equal(kills.get('LIMIT-01'), ['sample-fault'])
  assert.equal(kills.get('LIMIT-02'), [])
  assert.equal(kills.get('USER-32'), [])
  assert.is(unkilled(kills).length, rules.filter(({ level }) => level !== 'may').length - 1)
})

const page = {
  ...{ faultsOf: {}, variants: [], gapReasons: [], version: '1.2.3', written: '2026-11-22' },
  mutation: { measured: '2026-11-21', killed: 3, of: 4, accepted: 2, survivors: [] },
  grid: { measured: '2026-11-21', caught: {} },
  lies: {
    ...{ measured: '2026-11-20', noticed: 8, of: 9 },
    survivors: [{ what: 'old, a name', reason: 'why' }],
  },
  stacks: { measured: '2026-11-21', stacks: [] },
  luck: { measured: '2026-11-21', servers: [{ title: 'keeps nothing', verified: 1, of: 277 }] },
}

test('the page names faults, rules without one, and what is missed', () => {
  const odd = variant('odd-one', 'is odd', {})

  const text = proofPage({ ...page, faultsOf: { LIMIT: [sample, missed] }, variants: [odd] })

  assert.match(text, '| LIMIT-01 | must | `sample-fault` |')
  assert.match(text, '| LIMIT-02 | should | **none** |')
  assert.match(text, '`missed-fault` is missed: it is')
  assert.match(text, '| `odd-one` | is odd |')
  assert.match(text, 'Version 1.2.3, last changed on 2026-11-22.')
  assert.is(dateOf(text), '2026-11-22')
  assert.match(
    text,
    '1 of 338 rules'.replace('338', String(rules.filter(({ level }) => level !== 'may').length)),
  )
})

test('the page shows which lies and mistakes of other services are not noticed, and what is verified by luck', () => {
  const mistakes = [
    { name: 'off-by-one', title: 'stops too early', by: 'LIST-01.default' },
    { name: 'unseen', title: 'does nothing', by: '' },
  ]
  const stacks = [{ name: 'flask', verdict: 'conformant', passed: 7, mistakes }]

  const text = proofPage({ ...page, stacks: { measured: '2026-11-21', stacks } })

  assert.match(text, '8 of 9 such lies')
  assert.match(text, '| keeps nothing | 1 of 277 |')
  assert.match(text, '- old, a name: why')
  assert.match(text, '**flask**: conformant, 7 checks passed; 1 of 2 mistakes caught.')
  assert.match(text, '| `off-by-one` | stops too early | LIST-01.default |')
  assert.match(text, '| `unseen` | does nothing | **missed** |')
})

test('the table of contents of the page leads to every heading', () => {
  const text = proofPage(page)

  const linked = [...text.matchAll(/^- \[(.*)\]\(#(.*)\)$/gm)]
  const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)

  assert.equal(
    linked.map(([, heading]) => heading),
    headings,
  )
  for (const [, heading = '', anchor] of linked) assert.is(anchor, heading.toLowerCase().replaceAll(' ', '-'))
})

test('a selection has what a fault speaks of and a sample of the rest, which another seed changes', () => {
  const [one, same, other] = [1, 1, 2].map(seed => selectionOf(sample, 'sampled', seed))

  assert.equal(one, same)
  assert.not.equal(one, other)
  assert.ok(one?.includes('LIMIT-01'))
  assert.ok(Number(one?.length) > rules.length / 10 && Number(one?.length) < rules.length / 3)
  assert.equal(selectionOf(sample, 'named', 1), [...Object.keys(sample.breaks), ...sample.touches])
})

test('other rules are sampled for one fault in four, by the seed, and always where only the requests of other checks catch it', () => {
  const sampled = (seed: number) => faults.filter(each => isSampled(each, 4, seed)).map(({ id }) => id)

  assert.ok(Math.abs(sampled(1).length / faults.length - 1 / 4) < 0.06)
  assert.not.equal(sampled(1), sampled(2))
  assert.ok([1, 2, 3, 4].every(seed => sampled(seed).includes('refusal-repeats-credentials')))
  assert.ok(faults.every(each => isSampled(each, 1, 1)))
})

test('combinations are the same for a seed, contain no variants that exclude each other, and keep their order', () => {
  const some = ['a', 'b', 'c', 'd'].map((id, index) =>
    variant(`${id}-variant`, id, index === 3 ? { excludes: ['a-variant'], warns: ['ENV-14'] } : {}),
  )

  const made = combinations(some, 30, 1).map(({ id }) => id.split(' + ').map(each => each[0]))

  assert.equal(
    made,
    combinations(some, 30, 1).map(({ id }) => id.split(' + ').map(each => each[0])),
  )
  assert.equal(made[0], ['a', 'b', 'c'])
  assert.equal(made[1], ['b', 'c', 'd'])
  assert.is(made.length, 30)
  assert.equal(
    made.filter(ids => (ids.includes('a') && ids.includes('d')) || `${[...ids].sort()}` !== `${ids}`),
    [],
  )
  assert.equal(combinations(some, 2, 1)[1]?.warns, ['ENV-14'])
})

test('a partition contains every variant once, with none that it excludes, and can be found by id', () => {
  const groups = partition(variants, 5)

  const ids = groups.map(({ id }) => id.split(' + '))
  assert.equal(ids.flat().sort(), variants.map(({ id }) => id).sort())
  assert.ok(groups.length < variants.length / 3)
  for (const { id, excludes } of groups) {
    assert.equal(
      excludes.filter(other => id.split(' + ').includes(other)),
      [],
    )
    assert.is(variantWith(variants, id).id, id)
  }
})

test.run()
