import type { CommandModule } from 'yargs'
import { type DirectoryOptions, directory } from './directory.js'

/** `schedkit data check`. */
export const check: CommandModule<object, DirectoryOptions> = {
  command: 'check <directory>',
  describe: 'Read all data and say what is wrong with them',
  builder: args =>
    args
      .usage(
        '$0 data check DIR\n\nReads all data and says what is wrong with them; nothing is changed. It ends with 0 where all is well, with 1 where something is damaged.',
      )
      .positional('directory', directory)
      .example('$0 data check my-data', '') as never,
  async handler({ directory }) {
    const { reportData } = await import('./report-data.js')
    await reportData(directory)
  },
}
