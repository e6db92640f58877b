import {
  checks,
  type Danger,
  dangerOf,
  dangers,
  invariants,
  levelOf,
  nearestRules,
  type Rule,
  rules,
} from '../../conformance/index.js'
import { UsageError } from '../usage-error.js'
import { folded } from './folded.js'
import { screenOf } from './screen.js'

const meanings = {
  must: 'the document says so; breaking it fails certification',
  should:
    'it follows from the document or from plain HTTP and JSON; breaking it warns, and fails with --strict',
  may: 'the document is silent; what the target does is reported and never judged',
} as const

const risks: Readonly<Record<string, string>> = {
  read: 'it only reads',
  own: 'it touches only what the kit made',
  acct: 'settings of an account are changed and put back',
  guard: 'a faulty target may change or delete everything in the third schedule (--allow guard)',
  wipe: 'everything in the third schedule is changed or deleted (--allow wipe)',
  lock: 'a disposable account may be locked out or end (--allow lock)',
  mail: 'an e-mail leaves the target (--allow mail)',
}

const all = [...checks, ...invariants]

/** All that its checks may do; what only reads is said where there is nothing else. */
function dangersOf(rule: Rule): readonly Danger[] {
  const own = new Set(checks.filter(check => check.rule === rule.id).flatMap(dangerOf))
  if (own.size === 0) return rule.danger
  return dangers.filter(danger => own.has(danger) && (danger !== 'read' || own.size === 1))
}

/** Writes all there is to know of a rule, and its checks. */
export function explainRule(asked: string): void {
  const { width } = screenOf(process.stdout)
  const rule = find(asked)
  const own = all.filter(check => check.rule === rule.id)
  const field = (name: string, text: string) => folded(`  ${name.padEnd(9)} `, text, width)
  const lines = [
    folded(`${rule.id}  `, rule.statement, width),
    '',
    field('level', `${rule.level}: ${meanings[rule.level]}`),
    field('section', `${rule.section} of the document`),
    field(
      'danger',
      dangersOf(rule)
        .map(danger => `${danger}: ${risks[danger]}`)
        .join('; '),
    ),
    field('needs', rule.needs.length > 0 ? rule.needs.join(', ') : 'the owner and one schedule'),
    '',
    own.length > 0 ? `Checks (${own.length}):` : `Not exercised: ${rule.unexercised ?? 'it has no check.'}`,
    ...own.map(check => {
      const differs = [
        ...(levelOf(check) === rule.level ? [] : [levelOf(check)]),
        ...('run' in check && dangerOf(check).join() !== rule.danger.join() ? dangerOf(check) : []),
        ...('run' in check ? [] : ['watched in every exchange of the run']),
        ...('after' in check && check.after !== undefined ? [`after ${check.after}`] : []),
      ]
      return folded(
        `  ${check.id}  `,
        `${check.title}${differs.length > 0 ? ` [${differs.join('; ')}]` : ''}`,
        width,
      )
    }),
    '',
    `Only these: schedkit conformance run --only ${rule.id} ...`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

function find(asked: string): Rule {
  const id = asked.split('.')[0]?.toUpperCase()
  const found = rules.find(rule => rule.id === id)
  if (found) return found
  const near = nearestRules(asked).map(({ id, statement }) => `  ${id}  ${statement}`)
  throw new UsageError(
    `There is no rule "${asked}".${near.length > 0 ? ` Did you mean:\n${near.join('\n')}` : ' "schedkit conformance list" shows them.'}`,
  )
}
