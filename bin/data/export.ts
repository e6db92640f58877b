import type { CommandModule } from 'yargs'
import { type DirectoryOptions, directory } from './directory.js'

/** `schedkit data export`. */
export const exportCommand: CommandModule<object, DirectoryOptions> = {
  command: 'export <directory>',
  describe: 'Write all data as a seed',
  builder: args =>
    args
      .usage(
        '$0 data export DIR > seed.json\n\nWrites all data as a seed, which another server can start with: the same people with the same passwords, their schedules and all they hold. Ids are given anew.',
      )
      .positional('directory', directory)
      .example('$0 data export my-data > seed.json', '')
      .example('$0 serve --data new-data --seed seed.json', 'start with it') as never,
  async handler({ directory }) {
    const { writeExport } = await import('./write-export.js')
    await writeExport(directory)
  },
}
