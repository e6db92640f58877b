import { UsageError } from '../errors.js'
import { command, positional } from '../options.js'
import { serviceOptions } from '../service-options.js'

export const migrate = command({
  command: 'migrate <url>',
  describe: 'Create or migrate the tables of a database',
  usage:
    '$0 data migrate URL\n\nCreates the tables of a PostgreSQL database, or migrates them to this version, as the role in the URL. The role of schedkit serve then needs only SELECT, INSERT, UPDATE and DELETE on the tables, and USAGE, SELECT and UPDATE on the sequences.',
  examples: {
    '$0 data migrate postgres://owner:secret@localhost/schedkit': 'before servers of this version start',
  },
  builder: args =>
    args
      .positional('url', positional('The URL of a database: postgres://USER:PASSWORD@HOST:PORT/DATABASE'))
      .option('unique-names', serviceOptions['unique-names']),
  async handler({ url, uniqueNames }) {
    const { isDatabase, migrateDatabase } = await import('../../server/index.js')
    if (!isDatabase(url))
      throw new UsageError(
        `${url} is not the URL of a database. A directory is migrated when a server starts with it.`,
      )
    const { before, now } = await migrateDatabase(url, uniqueNames)
    process.stdout.write(
      before === now
        ? `The tables have version ${now} already.\n`
        : `The tables ${before === 0 ? 'are created' : `are migrated from version ${before}`}, and have version ${now}.\n`,
    )
  },
})
