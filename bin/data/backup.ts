import { UsageError } from '../errors.js'
import { command, positional } from '../options.js'

const directory = positional('The directory of schedkit serve --data')

export const backup = command({
  command: 'backup <directory> <file>',
  describe: 'Copy all data into one file, while the server runs or not',
  usage:
    '$0 data backup DIR FILE\n\nCopies all data into one file, a complete SQLite database. The server may keep running and writing: everything it acknowledged before the backup started is included. To restore, copy the file into a new directory as schedkit.db.',
  examples: {
    '$0 data backup my-data monday.db': 'back up the data of a server, running or not',
  },
  builder: args =>
    args.positional('directory', directory).positional('file', positional('The file to create')),
  async handler({ directory, file }) {
    const { backupData, isDatabase } = await import('../../server/index.js')
    if (isDatabase(directory))
      throw new UsageError(
        'A database is not backed up by schedkit: use pg_dump, or copy it into a directory with schedkit data copy URL DIR.',
      )
    const backup = await backupData(directory, file)
    const size = (backup.size / 2 ** 20).toFixed(1)
    process.stdout.write(
      `${backup.file}: ${size} MiB, checked. To serve it, put it as schedkit.db into a new directory.\n`,
    )
    if (backup.damage.length > 0) {
      process.stderr.write(
        `The data was damaged before; the backup has what is left of it:\n${backup.damage.map(each => `  ${each}`).join('\n')}\n`,
      )
    }
  },
})
