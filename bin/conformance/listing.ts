import {
  areas,
  checks,
  dangerOf,
  invariants,
  type Level,
  levelOf,
  levels,
  matches,
} from '../../conformance/rules-and-checks.js'
import { UsageError } from '../errors.js'
import { screenOf } from '../terminal.js'
import { labelled } from './labelled.js'
import { checkPatterns } from './patterns.js'

interface ListingOptions {
  only: readonly string[]
  level: Level
  checks: boolean
}

/** Lists rules or checks: a block per area. */
export function listing({ only, level, checks: isOfChecks }: ListingOptions): string[] {
  checkPatterns('only', only)
  const { width } = screenOf(process.stdout)
  const isShown = (id: string, own: Level) =>
    (only.length === 0 || only.some(pattern => matches(pattern, id))) &&
    levels.indexOf(own) <= levels.indexOf(level)

  const checkLines = (ruleIds: readonly string[]) =>
    [...checks, ...invariants]
      .filter(check => ruleIds.includes(check.rule) && isShown(check.id, levelOf(check)))
      .map(check => {
        const danger = 'run' in check ? dangerOf(check).join(', ') : 'read'
        return labelled(`${check.id}  `, `${check.title} [${levelOf(check)}; ${danger}]`, width)
      })
  const blocks = areas.flatMap(({ prefix, title, rules }) => {
    const lines = isOfChecks
      ? checkLines(rules.map(({ id }) => id))
      : rules
          .filter(rule => isShown(rule.id, rule.level))
          .map(({ id, level, statement, section }) =>
            labelled(`${id.padEnd(9)} ${level.padEnd(6)} `, `${statement} [${section}]`, width),
          )
    return lines.length > 0 ? [`${prefix}: ${title} (${lines.length})\n\n${lines.join('\n')}`] : []
  })
  if (blocks.length === 0) throw new UsageError(`No rule or check matches ${only.join(', ')}.`)
  return blocks
}
