import { areas, checks, dangerOf, invariants, levelOf, levels, matches } from '../../conformance/index.js'
import { UsageError } from '../errors.js'
import { choice, command, flag, type OptionValues, list as optionList } from '../options.js'
import { screenOf, wrap } from '../terminal.js'

type Level = (typeof levels)[number]

const options = {
  only: { ...optionList('Rules to list: RES-05, "RES-*"'), defaultDescription: 'all' },
  level: choice(levels, 'may', 'Lowest level to list'),
  checks: flag('List checks instead of rules'),
} as const

/** `schedkit conformance list`. */
export const list = command({
  command: 'list',
  describe: 'List the rules or the checks',
  usage: '$0 conformance list [OPTIONS]\n\nLists the rules, or the checks that verify them.',
  examples: {
    '$0 conformance list --level must': 'the rules that every implementation must keep',
    '$0 conformance list --only "BULK-*" --checks': 'the checks of an area',
  },
  builder: args => args.options(options),
  handler(options) {
    process.stdout.write(`${listing(options).join('\n\n')}\n`)
  },
})

/** A block per area. */
function listing({ only, level, checks: isOfChecks }: OptionValues<typeof options>): string[] {
  const { width } = screenOf(process.stdout)
  const isShown = (id: string, own: Level) =>
    (only.length === 0 || only.some(pattern => matches(pattern, id))) &&
    levels.indexOf(own) <= levels.indexOf(level)

  const checkLines = (ruleIds: readonly string[]) =>
    [...checks, ...invariants]
      .filter(check => ruleIds.includes(check.rule) && isShown(check.id, levelOf(check)))
      .map(check => {
        const danger = 'run' in check ? dangerOf(check).join(', ') : 'read'
        return wrap(`${check.id}  `, `${check.title} [${levelOf(check)}; ${danger}]`, width)
      })
  const blocks = areas.flatMap(({ prefix, title, rules }) => {
    const lines = isOfChecks
      ? checkLines(rules.map(({ id }) => id))
      : rules
          .filter(rule => isShown(rule.id, rule.level))
          .map(({ id, level, statement, section }) =>
            wrap(`${id.padEnd(9)} ${level.padEnd(6)} `, `${statement} [${section}]`, width),
          )
    return lines.length > 0 ? [`${prefix}: ${title} (${lines.length})\n\n${lines.join('\n')}`] : []
  })
  if (blocks.length === 0) throw new UsageError(`No rule or check matches ${only.join(', ')}.`)
  return blocks
}
