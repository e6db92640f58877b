import type { CommandModule } from 'yargs'
import { build, type MockOptions } from './mock/mock-options.js'

/** `schedkit mock`. The mock is loaded when it is started: help and mistakes need not wait for it. */
export const mock: CommandModule<object, MockOptions> = {
  command: 'mock',
  describe: 'Run the mock over HTTP, or put its worker into a folder',
  builder: build,
  async handler(options) {
    if (options.init !== undefined) {
      const { initWorker } = await import('./mock/init-worker.js')
      process.stdout.write(`${await initWorker(options.init)}\n`)
      return
    }
    const { runMock } = await import('./mock/run-mock.js')
    await runMock(options)
  },
}
