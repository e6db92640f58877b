import {
  areas,
  checks,
  invariants,
  matches,
  nearestRules,
  rules,
} from '../../conformance/rules-and-checks.js'
import { kitCommand } from '../../conformance/session/defaults.js'
import { UsageError } from '../errors.js'

const ids = [...rules, ...checks, ...invariants].map(({ id }) => id)

/**
 * Checks the patterns of `--only` and `--skip`: because of a typo, checks would silently not run.
 *
 * @throws UsageError for a pattern that selects nothing
 */
export function checkPatterns(option: 'only' | 'skip', patterns: readonly string[]): void {
  const wrong = patterns.find(pattern => !ids.some(id => matches(pattern, id)))
  if (wrong !== undefined)
    throw new UsageError(`No rule or check matches --${option} "${wrong}". ${adviceFor(wrong, option)}`)
}

function adviceFor(pattern: string, option: string): string {
  const parts = pattern.split(/[\s,;]+/).filter(part => part !== '')
  if (parts.length > 1)
    return `Separate patterns with spaces, outside of quotes: --${option} ${parts.join(' ')}`
  const area = areas.find(({ prefix, title }) => [prefix, title].some(name => isSame(name, pattern)))
  if (area) return `All of this area are "${area.prefix}-*".`
  const [typed = '', word] = pattern.split('.')
  const near = nearestRules(typed).map(({ id }) => id)
  const [rule] = near
  if (word !== undefined && rule !== undefined && isSame(rule, typed)) return checksOf(rule)
  return near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `Run "${kitCommand} list" to see all.`
}

/** Lists the checks of a rule for a message, including those that judge every response. */
export const checksOf = (rule: string): string =>
  `${rule} has ${[...checks, ...invariants].flatMap(check => (check.rule === rule ? check.id : [])).join(', ')}.`

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
