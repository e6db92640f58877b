import type { CommandModule } from 'yargs'
import { build, type RunOptions } from './run-options.js'

/** `schedkit conformance run`. */
export const run: CommandModule<object, RunOptions> = {
  command: 'run [url]',
  describe: 'Check a target against the document',
  builder: build,
  async handler(options) {
    const { runConformance } = await import('./run-conformance.js')
    await runConformance(options)
  },
}
