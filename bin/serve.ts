import type { CommandModule } from 'yargs'
import { build, type ServeOptions } from './serve-options.js'

/** `schedkit serve`. The server is loaded when it is started: help and mistakes need not wait for it. */
export const serve: CommandModule<object, ServeOptions> = {
  command: 'serve',
  describe: 'Run the reference server',
  builder: build,
  async handler(options) {
    const { runServer } = await import('./run-server.js')
    await runServer(options)
  },
}
