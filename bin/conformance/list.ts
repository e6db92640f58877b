import { levels } from '../../conformance/catalogue/rule.js'
import { choice, command, flag, list as optionList } from '../options.js'

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
  async handler(options) {
    const { listing } = await import('./listing.js')
    process.stdout.write(`${listing(options).join('\n\n')}\n`)
  },
})
