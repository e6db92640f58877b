import type { Argv } from 'yargs'
import { cleanup } from './conformance/cleanup.js'
import { compare } from './conformance/compare.js'
import { explain } from './conformance/explain.js'
import { explore } from './conformance/explore.js'
import { exportHttp } from './conformance/export.js'
import { init } from './conformance/init.js'
import { list } from './conformance/list.js'
import { replay } from './conformance/replay.js'
import { run } from './conformance/run.js'
import { examples } from './options.js'

/** Declares the commands of `schedkit conformance`. */
export const builder = (args: Argv): Argv =>
  args
    .usage('$0 conformance COMMAND [OPTIONS]\n\nCertifies any implementation of the service over HTTP.')
    .command(run)
    .command(explore)
    .command(list)
    .command(explain)
    .command(init)
    .command(compare)
    .command(replay)
    .command(exportHttp)
    .command(cleanup)
    .demandCommand(1, 'Say which conformance command to run.')
    .example(
      examples({
        '$0 conformance init target.json': 'write an example target file',
        '$0 conformance run --target target.json': 'check everything that is free of risk',
        '$0 conformance explain BULK-06': 'what a rule requires, and how it is checked',
      }),
    )
