import type { Played, WorldName, WorldOptions } from '../../server/control/worlds/index.js'
import { aFunction, aString } from '../options.js'

export interface LoadedWorldOptions extends Pick<WorldOptions, 'onExchange'> {
  /**
   * The name of the world that the mock plays: see `schedkit client --list`. Worlds are loaded only if one is named, to keep
   * them out of other pages; `mock.ready` then resolves later, and rejects if there is no such world. An empty string means
   * none, so that an unset environment variable can be passed.
   * @example startMock({ ...options, world: import.meta.env.SCHEDKIT_WORLD })
   */
  world?: WorldName | (string & {}) | undefined
}

/** The rules for these options. */
export const loadedWorldRules = { world: aString, onExchange: aFunction }

/** Adds a world to the options of an engine, loaded from a separate chunk. */
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
