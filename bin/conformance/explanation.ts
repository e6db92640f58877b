import {
  areas,
  checks,
  type Danger,
  dangerOf,
  dangers,
  invariants,
  levelOf,
  matches,
  nearestRules,
  type Rule,
  rules,
  sectionLinks,
} from '../../conformance/rules-and-checks.js'
import { kitCommand } from '../../conformance/session/defaults.js'
import { UsageError } from '../errors.js'
import { labelled } from './labelled.js'
import { checksOf } from './patterns.js'

const levelMeanings = {
  must: 'the document says so; breaking it fails certification',
  should:
    'the document does not say so; it follows from a name or a phrase; breaking it is a warning, and fails with --strict',
  may: 'the document is silent; the behaviour of the target is reported, never judged',
} as const

const dangerMeanings: Readonly<Record<Danger, string>> = {
  read: 'only reads',
  own: 'touches only objects that the kit created',
  acct: 'changes the settings of an account and restores them',
  guard: 'a faulty target may change or delete everything in the third (spare) schedule (--allow guard)',
  wipe: 'changes or deletes everything in the third (spare) schedule (--allow wipe)',
  lock: 'may lock out or delete a disposable account (--allow lock)',
  mail: 'the target sends an e-mail (--allow mail)',
}

const all = [...checks, ...invariants]

/** Explains what a rule requires and how it is checked, in lines of at most this width. */
export function explanationOf(asked: string, width: number): string[] {
  const rule = findRule(asked)
  const own = all.filter(check => check.rule === rule.id)
  const field = (name: string, text: string) => labelled(`  ${name.padEnd(9)} `, text, width)
  const dangerTexts = dangersOf(rule).map(danger => `${danger}: ${dangerMeanings[danger]}`)
  return [
    labelled(`${rule.id}  `, rule.statement, width),
    '',
    field('level', `${rule.level}: ${levelMeanings[rule.level]}`),
    ...(rule.basis ? [field('basis', rule.basis)] : []),
    // Links are not wrapped, so that a terminal can open them.
    ...sectionLinks(rule.section).map(
      (link, index) => `  ${(index === 0 ? 'section' : '').padEnd(9)} ${link}`,
    ),
    field('risk', dangerTexts.join('; ')),
    field('needs', rule.needs.length > 0 ? rule.needs.join(', ') : 'the owner and one schedule'),
    '',
    own.length > 0 ? `Checks (${own.length}):` : `Not exercised: ${rule.unexercised ?? 'it has no check.'}`,
    ...own.map(check => labelled(`  ${check.id}  `, `${check.title}${peculiarities(check, rule)}`, width)),
    '',
    `Run only these: ${kitCommand} run --only ${rule.id} ...`,
  ]
}

/** Describes how a check differs from its rule. */
function peculiarities(check: (typeof all)[number], rule: Rule): string {
  const isCheck = 'run' in check
  const texts = [
    ...(levelOf(check) === rule.level ? [] : [levelOf(check)]),
    ...(isCheck && dangerOf(check).join() !== rule.danger.join() ? dangerOf(check) : []),
    ...(isCheck ? [] : ['verified in every exchange of the run']),
    ...('after' in check && check.after !== undefined ? [`after ${check.after}`] : []),
  ]
  return texts.length > 0 ? ` [${texts.join('; ')}]` : ''
}

/** Returns the dangers of a rule's checks; `read` only if there is no other. */
function dangersOf(rule: Rule): readonly Danger[] {
  const own = new Set(checks.filter(check => check.rule === rule.id).flatMap(dangerOf))
  if (own.size === 0) return rule.danger
  return dangers.filter(danger => own.has(danger) && (danger !== 'read' || own.size === 1))
}

function findRule(asked: string): Rule {
  const id = asked.split('.')[0]?.toUpperCase()
  const found = rules.find(rule => rule.id === id)
  if (found && asked.includes('.') && !all.some(check => matches(asked, check.id)))
    throw new UsageError(`There is no check "${asked}". ${checksOf(found.id)}`)
  if (found) return found
  if (areas.some(({ prefix }) => prefix === id))
    throw new UsageError(`${id} is an area. Its rules: ${kitCommand} list --only "${id}-*"`)
  const near = nearestRules(asked).map(({ id, statement }) => `  ${id}  ${statement}`)
  const hint = near.length > 0 ? `Did you mean:\n${near.join('\n')}` : `Run "${kitCommand} list" to see all.`
  throw new UsageError(`There is no rule "${asked}". ${hint}`)
}
