import type { CommandModule } from 'yargs'
import { type DirectoryOptions, directory } from './directory.js'

/** The options of `schedkit data backup`. */
export interface BackupOptions extends DirectoryOptions {
  file: string
}

/** `schedkit data backup`. */
export const backup: CommandModule<object, BackupOptions> = {
  command: 'backup <directory> <file>',
  describe: 'Copy all data into one file, while the server runs or not',
  builder: args =>
    args
      .usage(
        '$0 data backup DIR FILE\n\nCopies all data into one file, a whole database of SQLite. The server may run and write meanwhile: what it had acknowledged when this began is in it. To go back to it, make a directory with the file as schedkit.db in it.',
      )
      .positional('directory', directory)
      .positional('file', {
        type: 'string',
        demandOption: true,
        describe: 'The file to write; it must not be there yet',
      })
      .example('$0 data backup my-data monday.db', '') as never,
  async handler({ directory, file }) {
    const { writeBackup } = await import('./write-backup.js')
    await writeBackup(directory, file)
  },
}
