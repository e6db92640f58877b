import { readFile } from 'node:fs/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { checks, invariants } from '../checks/index.js'
import { sectionsOfInterface } from '../report/interface.js'
import { levelOf } from '../run/plan.js'
import { rulesFile, rulesSnapshot } from '../testing/snapshots.js'
import { areas, nearestRules, ruleOf, rules } from './index.js'
import { type Danger, dangers, levels, needs, type Rule } from './rule.js'

const outline = sectionsOfInterface()

/** The ids of the rules that do not meet a condition. */
const breaking = (holds: (rule: Rule) => boolean) => rules.filter(rule => !holds(rule)).map(rule => rule.id)
const has = (rule: Rule, ...some: Danger[]) => some.some(danger => rule.danger.includes(danger))

/*
 * Ids are permanent: never change the id of a rule, or reuse it for another one. A new rule takes the next number in its
 * area. A rule that is no longer used keeps its id, at level `may`, and says why in `unexercised`.
 */
test('ids and levels are those of the snapshot; otherwise run `npm run snapshots` and review the difference', async () => {
  const snapshot = await readFile(rulesFile, 'utf8')

  assert.fixture(rulesSnapshot(), snapshot, `${rulesFile} differs: run \`npm run snapshots\``)
})

test('the ids of an area have its prefix and count up from 01 without gaps', () => {
  for (const { prefix, rules } of areas) {
    assert.equal(
      rules.map(rule => rule.id),
      rules.map((_, index) => `${prefix}-${String(index + 1).padStart(2, '0')}`),
    )
  }
})

test('ids, prefixes and titles of areas occur once', () => {
  assert.is(new Set(rules.map(rule => rule.id)).size, rules.length)
  assert.is(new Set(areas.map(area => area.prefix)).size, areas.length)
  assert.is(new Set(areas.map(area => area.title)).size, areas.length)
  assert.equal(
    breaking(rule => /^[A-Z]{3,5}-\d\d$/.test(rule.id)),
    [],
  )
})

test('every statement is one sentence on one line, of 20 to 400 characters, and occurs once', () => {
  assert.equal(
    breaking(({ statement }) => /^[A-Z][^\n]{18,398}\.$/.test(statement)),
    [],
  )
  assert.equal(
    breaking(({ statement }) => !/[.!?] +[A-Z]|\s{2}/.test(statement)),
    [],
  )
  assert.is(new Set(rules.map(rule => rule.statement)).size, rules.length)
})

test('the wording of a statement shows its level', () => {
  assert.equal(
    breaking(rule => rule.level !== 'should' || /\bshould\b/.test(rule.statement)),
    [],
  )
  assert.equal(
    breaking(rule => (rule.level === 'may') === rule.statement.startsWith('It is open ')),
    [],
  )
})

test('a rule that the document does not state, or states only in part, says in a sentence what the document has instead', () => {
  const others = (rule: Rule) =>
    [...checks, ...invariants].some(check => check.rule === rule.id && levelOf(check) !== 'must')

  assert.equal(
    breaking(
      rule => (rule.basis !== undefined) === (/\bshould\b|^It is open /.test(rule.statement) || others(rule)),
    ),
    [],
  )
  assert.equal(
    breaking(({ basis = 'None.' }) => /^[^\n]{4,150}\.$/.test(basis) && !/[.!?] +[A-Z]|\s{2}/.test(basis)),
    [],
  )
})

test('if the document is silent, no check can fail a certification, or warn', () => {
  const stricter = [...checks, ...invariants].filter(
    check => ruleOf(check.rule).level === 'may' && levelOf(check) !== 'may',
  )

  assert.equal(
    stricter.map(({ id }) => id),
    [],
  )
})

test('every section that a rule cites is one of docs/interface.md, in its order', () => {
  for (const rule of rules) {
    const sections = rule.section.split(', ')
    assert.equal(
      sections,
      outline.filter(section => sections.includes(section)),
      rule.id,
    )
  }
})

test('levels, dangers and needs are known ones, and there is a danger', () => {
  assert.equal(
    breaking(rule => levels.includes(rule.level)),
    [],
  )
  assert.equal(
    breaking(rule => rule.danger.length > 0 && rule.danger.every(one => dangers.includes(one))),
    [],
  )
  assert.equal(
    breaking(rule => rule.needs.every(one => needs.includes(one))),
    [],
  )
})

test('a rule whose checks only read has no other danger', () => {
  assert.equal(
    breaking(rule => !has(rule, 'read') || rule.danger.length === 1),
    [],
  )
})

test('a rule whose checks may change or delete a whole collection needs the spare schedule', () => {
  assert.equal(
    breaking(rule => !has(rule, 'guard', 'wipe') || rule.needs.includes('spare schedule')),
    [],
  )
})

test('a rule whose checks may lock out or end an account needs a disposable account', () => {
  const throwaway = (rule: Rule) =>
    rule.needs.includes('disposable account') || rule.needs.includes('limited account')

  assert.equal(
    breaking(rule => !has(rule, 'lock') || throwaway(rule)),
    [],
  )
})

test('a rule that needs a mailbox allows e-mails to be sent', () => {
  assert.equal(
    breaking(rule => !rule.needs.includes('mailbox') || has(rule, 'mail')),
    [],
  )
})

test('only a rule of level may is left unexercised', () => {
  assert.equal(
    breaking(rule => rule.unexercised === undefined || rule.level === 'may'),
    [],
  )
})

test('the catalogue is immutable', () => {
  const all = [areas, rules, ...areas.flatMap(area => [area, area.rules])]

  assert.ok(all.every(Object.isFrozen))
  assert.equal(
    breaking(rule => [rule, rule.danger, rule.needs].every(Object.isFrozen)),
    [],
  )
})

test('given an id, its rule is found', () => {
  assert.is(ruleOf('UNIQ-02').statement, rules.find(rule => rule.id === 'UNIQ-02')?.statement)
})

test('given an unknown id, the error names the nearest one', () => {
  assert.throws(() => ruleOf('RES-5'), /"RES-5": no rule has this id\. Did you mean RES-05\?$/)
  assert.throws(() => ruleOf('RES-99'), /Did you mean RES-09 or RES-19 or RES-29\?$/)
  assert.throws(() => ruleOf('colours'), /An id looks like RES-05\.$/)
  assert.throws(() => ruleOf('constructor'), /An id looks like/)
})

for (const text of ['RES-5', 'res-05', 'Res 5', 'res05', 'RES-005', ' RES-05 ']) {
  test(`given "${text}", RES-05 alone is nearest`, () => {
    assert.equal(nearestRules(text), [ruleOf('RES-05')])
  })
}

test('given a mistyped prefix, the right one is nearest', () => {
  assert.is(nearestRules('BUKL-03')[0]?.id, 'BULK-03')
  assert.is(nearestRules('UNQ-02')[0]?.id, 'UNIQ-02')
  assert.is(nearestRules('CROS-40')[0]?.id, 'CROSS-40')
})

test('given a text that does not resemble an id, then no rule is suggested', () => {
  assert.equal(nearestRules('the name of a resource'), [])
  assert.equal(nearestRules(''), [])
})

test.run()
