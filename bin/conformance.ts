import type { CommandModule } from 'yargs'
import { cleanup } from './conformance/cleanup.js'
import { compare } from './conformance/compare.js'
import { explain } from './conformance/explain.js'
import { explore } from './conformance/explore.js'
import { init } from './conformance/init.js'
import { list } from './conformance/list.js'
import { replay } from './conformance/replay.js'
import { run } from './conformance/run.js'

/** `schedkit conformance`. Each command loads what it needs when it is called. */
export const conformance: CommandModule = {
  command: 'conformance',
  describe: 'Certify an implementation of the service',
  builder: args =>
    args
      .usage(
        '$0 conformance COMMAND [OPTIONS]\n\nCertifies any implementation of the service, from the outside.',
      )
      .command(run)
      .command(explore)
      .command(list)
      .command(explain)
      .command(init)
      .command(compare)
      .command(replay)
      .command(cleanup)
      .demandCommand(1, 'Say which command of conformance to run.')
      .example('$0 conformance init target.json', 'a commented example of a target file')
      .example('$0 conformance run --target target.json', 'what can be checked without any risk')
      .example('$0 conformance explain BULK-06', 'what a rule asks for, and how it is checked'),
  handler: () => {},
}
