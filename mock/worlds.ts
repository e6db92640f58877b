import { appendFileSync } from 'node:fs'
import { type WorldOptions, worldOf } from '../server/control/worlds/index.js'
import { aFunction, aString } from './options.js'

export type { WorldOptions }

/** The rules for these options; whether a world exists is checked when it is played. */
export const worldRules = { world: aString, onExchange: aFunction }

type Environment = Readonly<Record<string, string | undefined>>

/** Writes exchanges to the file SCHEDKIT_RECORD, which `schedkit client` reads; undefined without it. */
export const recorderOf = ({ SCHEDKIT_RECORD: file }: Environment): WorldOptions['onExchange'] =>
  file ? exchange => appendFileSync(file, `${JSON.stringify(exchange)}\n`) : undefined

/**
 * Adds a world to the options of an engine: the named one, or that of the environment, which `schedkit client` sets.
 *
 * @throws an Error if there is no such world
 */
export function inWorld<Options extends object>(
  { world, onExchange, ...options }: Options & WorldOptions,
  env: Environment = process.env,
) {
  const record = recorderOf(env)
  const note: WorldOptions['onExchange'] =
    record && onExchange
      ? exchange => {
          record(exchange)
          onExchange(exchange)
        }
      : (record ?? onExchange)
  return { ...options, ...worldOf({ world: world ?? env.SCHEDKIT_WORLD, onExchange: note }) }
}
