import type { Argv } from 'yargs'
import { backup } from './data/backup.js'
import { check } from './data/check.js'
import { copy } from './data/copy.js'
import { exportCommand } from './data/export.js'
import { importCommand } from './data/import.js'
import { migrate } from './data/migrate.js'
import { examples } from './options.js'

/** Declares the commands of `schedkit data`. */
export const builder = (args: Argv): Argv =>
  args
    .usage(
      '$0 data COMMAND\n\nWorks with the data of schedkit serve --data DIR or --database URL. Only import, copy and migrate write, and copy only to its target. check, backup and export may be used while the server runs. The password can be left out of the URL: PGPASSWORD and ~/.pgpass are read, too.',
    )
    .command(check)
    .command(backup)
    .command(exportCommand)
    .command(importCommand)
    .command(copy)
    .command(migrate)
    .demandCommand(1, 'Say which data command to run.')
    .example(
      examples({
        '$0 data check my-data': 'read all data and report damage',
        '$0 data backup my-data monday.db': 'back it up while the server runs',
        '$0 data export my-data > seed.json': 'turn it into a seed file',
        '$0 data copy my-data postgres://me:secret@localhost/schedkit': 'move to PostgreSQL',
      }),
    )
