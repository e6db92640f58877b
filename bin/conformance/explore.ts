import type { CommandModule } from 'yargs'
import { build, type ExploreCommandOptions } from './explore-options.js'

/** `schedkit conformance explore`. */
export const explore: CommandModule<object, ExploreCommandOptions> = {
  command: 'explore [url]',
  describe: 'Look for differences by random walks of several users',
  builder: build,
  async handler(options) {
    const { exploreTarget } = await import('./explore-target.js')
    await exploreTarget(options)
  },
}
