import type { CommandModule } from 'yargs'
import { backup } from './data/backup.js'
import { check } from './data/check.js'
import { exportCommand } from './data/export.js'

/** `schedkit data`. */
export const data: CommandModule = {
  command: 'data',
  describe: 'Check, save and export what a server keeps on disk',
  builder: args =>
    args
      .usage(
        '$0 data COMMAND\n\nWorks on the directory of schedkit serve --data. A server may use it meanwhile; nothing in it is changed.',
      )
      .command(check)
      .command(backup)
      .command(exportCommand)
      .demandCommand(1, 'Say which command of data to run.')
      .example('$0 data check my-data', 'read all of it, and say what is wrong')
      .example('$0 data backup my-data monday.db', 'copy it, while its server goes on')
      .example('$0 data export my-data > seed.json', 'make a seed of it'),
  handler: () => {},
}
