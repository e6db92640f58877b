import type { CommandModule } from 'yargs'

/** `schedkit conformance compare`. */
export const compare: CommandModule<object, { before: string; after: string }> = {
  command: 'compare <before> <after>',
  describe: 'Say what changed between two json reports',
  builder: args =>
    args
      .usage(
        '$0 conformance compare BEFORE.json AFTER.json\n\nSays what got better, worse, new and gone. Ends with 1 where anything got worse.',
      )
      .positional('before', { type: 'string', demandOption: true, describe: 'The older json report' })
      .positional('after', { type: 'string', demandOption: true, describe: 'The newer one' })
      .example('$0 conformance compare main.json branch.json', 'what a branch changes'),
  async handler({ before, after }) {
    const { compareFiles } = await import('./compare-files.js')
    await compareFiles(before, after)
  },
}
