import type { CommandModule } from 'yargs'

interface ListOptions {
  only: string[]
  level: 'must' | 'should' | 'may'
  checks: boolean
}

/** `schedkit conformance list`. */
export const list: CommandModule<object, ListOptions> = {
  command: 'list',
  describe: 'List the rules, or the checks',
  builder: args =>
    args
      .usage(
        '$0 conformance list [OPTIONS]\n\nLists the rules of the catalogue, or the checks that exercise them.',
      )
      .options({
        only: {
          string: true,
          array: true,
          default: [],
          defaultDescription: 'all',
          requiresArg: true,
          describe: 'Rules to list: RES-05, "RES-*"',
        },
        level: {
          choices: ['must', 'should', 'may'] as const,
          default: 'may' as const,
          requiresArg: true,
          describe: 'The lowest level to list',
        },
        checks: { boolean: true, default: false, describe: 'List checks instead of rules' },
      })
      .example('$0 conformance list --level must', 'all that has to hold')
      .example('$0 conformance list --only "BULK-*" --checks', 'the checks of an area'),
  async handler(options) {
    const { listRules } = await import('./list-rules.js')
    listRules(options)
  },
}
