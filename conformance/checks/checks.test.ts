import { readFile } from 'node:fs/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ruleOf, rules } from '../catalogue/index.js'
import { dangers } from '../catalogue/rule.js'
import { dangerOf, levelOf } from '../run/plan.js'
import { checksFile, checksSnapshot, lostIds, readmeFile, withTableOfRules } from '../testing/snapshots.js'
import { checks, invariants } from './index.js'

const regenerate = 'run `npm run snapshots`, and check that no id has changed'
const all = [...checks, ...invariants]
const repeated = (values: readonly string[]) =>
  values.filter((value, index) => values.indexOf(value) !== index)

test('every rule of level must and should has a check, and every may an observation or a reason', () => {
  const without = rules.filter(({ id, unexercised }) => !all.some(({ rule }) => rule === id) && !unexercised)

  assert.equal(
    without.map(({ id }) => id),
    [],
  )
})

test('every rule of level must has a check of level must, and no check is above the level of its rule unless it says so', () => {
  const musts = rules.filter(({ level }) => level === 'must')

  const weak = musts.filter(({ id }) => !all.some(check => check.rule === id && levelOf(check) === 'must'))

  assert.equal(
    weak.map(({ id }) => id),
    [],
  )
})

test('every check names a rule of the catalogue', () => {
  for (const { rule } of all) assert.is(ruleOf(rule).id, rule)
})

test('no two checks have the same id or the same title', () => {
  assert.equal(repeated(all.map(({ id }) => id)), [])
  assert.equal(repeated(all.map(({ title }) => title)), [])
})

test('titles are sentences of one line without a full stop', () => {
  const odd = all.filter(({ title }) => !/^[^\n]{12,160}[^.\s]$/.test(title))

  assert.equal(
    odd.map(({ id, title }) => `${id} ${title}`),
    [],
  )
})

test('ids and titles are those of the snapshot; otherwise run `npm run snapshots` and review the difference', async () => {
  const snapshot = await readFile(checksFile, 'utf8')

  assert.fixture(checksSnapshot(), snapshot, `${checksFile} differs: ${regenerate}`)
})

test('a check that has to run first exists, and is no more dangerous than what it guards', () => {
  const guarded = checks.filter(({ after }) => after !== undefined)

  assert.ok(guarded.length > 0)
  for (const check of guarded) {
    const first = checks.find(({ id }) => id === check.after)
    assert.ok(first, check.id)
    const worst = (of: typeof check) => Math.max(...dangerOf(of).map(danger => dangers.indexOf(danger)))
    assert.ok(worst(first) <= worst(check), check.id)
  }
})

test('checks that endanger a whole collection run in the spare schedule, and those that end accounts on throwaway ones', () => {
  for (const check of checks) {
    const danger = dangerOf(check)
    const needs = check.needs ?? []
    if (danger.includes('wipe')) assert.ok(needs.includes('spare schedule'), check.id)
    // Without credentials, it is unknown whose account a faulty target would use.
    if (danger.includes('lock') && check.id !== 'PERM-12.me') {
      assert.ok(needs.includes('disposable account') || needs.includes('limited account'), check.id)
    }
  }
})

test('checks that need a mailbox cause e-mails to be sent, and say so in their danger', () => {
  const found = checks.filter(check => check.needs?.includes('mailbox') && !dangerOf(check).includes('mail'))
  assert.equal(
    found.map(({ id }) => id),
    [],
  )
})

test('settings are changed only by checks that say so in their danger', () => {
  const silent = checks.filter(
    check => check.changes?.length && !dangerOf(check).some(danger => danger === 'acct' || danger === 'lock'),
  )

  assert.equal(
    silent.map(({ id }) => id),
    [],
  )
})

test('the catalogue says for each rule what its checks need, no more and no less', () => {
  const wrong = rules.filter(({ id, needs }) => {
    const own = checks.filter(({ rule }) => rule === id)
    const means = new Set(own.flatMap(check => check.needs ?? []))
    return own.length > 0 && (needs.length !== means.size || !needs.every(need => means.has(need)))
  })

  assert.equal(
    wrong.map(({ id }) => id),
    [],
  )
})

test('an id that a snapshot would lose is found, and a changed title does not count as one', () => {
  const before = 'RES-05.bulk: a long name\nRES-05: a name\n'

  assert.equal(lostIds(before, 'RES-05: another title\n'), ['RES-05.bulk'])
  assert.equal(lostIds('{\n  "RES-05": "must",\n  "RES-06": "may"\n}', '{\n  "RES-05": "may"\n}'), ['RES-06'])
})

test('the README counts the existing rules and checks; otherwise run `npm run snapshots`', async () => {
  const readme = await readFile(readmeFile, 'utf8')

  assert.fixture(withTableOfRules(readme), readme, `${readmeFile} differs: ${regenerate}`)
})

test.run()
