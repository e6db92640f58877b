import { areas, checks, dangerOf, invariants, levelOf, levels, matches } from '../../conformance/index.js'
import { UsageError } from '../usage-error.js'
import { folded } from './folded.js'
import { screenOf } from './screen.js'

export interface ListOptions {
  readonly only: readonly string[]
  readonly level: 'must' | 'should' | 'may'
  readonly checks: boolean
}

const all = [...checks, ...invariants]

/** Writes the rules, an area after the other, or the checks with their titles. */
export function listRules({ only, level, checks: asChecks }: ListOptions): void {
  const { width } = screenOf(process.stdout)
  const isShown = (id: string, of: (typeof levels)[number]) =>
    (only.length === 0 || only.some(pattern => matches(pattern, id))) &&
    levels.indexOf(of) <= levels.indexOf(level)
  const line = (id: string, of: string, text: string) =>
    folded(`${id.padEnd(9)} ${of.padEnd(6)} `, text, width)

  const blocks = areas.flatMap(({ prefix, title, rules }) => {
    const lines = asChecks
      ? all
          .filter(({ rule }) => rules.some(({ id }) => id === rule))
          .filter(check => isShown(check.id, levelOf(check)))
          .map(check => {
            const danger = 'run' in check ? dangerOf(check).join(', ') : 'read'
            return folded(`${check.id}  `, `${check.title} [${levelOf(check)}; ${danger}]`, width)
          })
      : rules
          .filter(rule => isShown(rule.id, rule.level))
          .map(rule => line(rule.id, rule.level, `${rule.statement} [${rule.section}]`))
    return lines.length > 0 ? [`${prefix}: ${title} (${lines.length})\n\n${lines.join('\n')}`] : []
  })
  if (blocks.length === 0) throw new UsageError(`Nothing in the catalogue fits ${only.join(', ')}.`)
  process.stdout.write(`${blocks.join('\n\n')}\n`)
}
