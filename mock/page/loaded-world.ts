import type { Played, WorldName, WorldOptions } from '../../server/control/worlds/index.js'
import { aFunction, aString } from '../options.js'

export interface LoadedWorldOptions extends Pick<WorldOptions, 'onExchange'> {
  /**
   * The name of the world that the mock plays: see `schedkit client --list`. Worlds are loaded only if one is named, so that other pages
   * do not contain them; `mock.ready` resolves later, and is rejected if there is no such world. An empty text means none, like an
   * environment variable that is not set.
   * @example startMock({ ...options, world: import.meta.env.SCHEDKIT_WORLD })
   */
  world?: WorldName | (string & {}) | undefined
}

/** What these options must be. */
export const loadedWorldRules = { world: aString, onExchange: aFunction }

/** Adds a world to the options of an engine, which loads it from a chunk of its own. */
export function inLoadedWorld<Options extends object>({
  world,
  onExchange,
  ...options
}: Options & LoadedWorldOptions): Omit<Options, keyof LoadedWorldOptions> & { loading?: Promise<Played> } {
  if (!world && !onExchange) return options
  const loading = import('../../server/control/worlds/index.js').then(({ worldOf }) =>
    worldOf({ world, onExchange }),
  )
  return { ...options, loading }
}
