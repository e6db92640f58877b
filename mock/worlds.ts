import { appendFileSync } from 'node:fs'
import { inhabit, type WorldExchange, type WorldName, worldNamed, worlds } from '../server/control/index.js'
import type { EngineOptions } from './engine/engine.js'
import { aFunction, oneOf } from './options.js'

export interface WorldOptions {
  /**
   * The world that the mock plays, as `schedkit client` does with a whole suite: a service that differs where the interface is
   * silent, such as `newest-first`, or what happens to anybody, such as `lost-answer`. That of the environment variable
   * SCHEDKIT_WORLD by default, and otherwise none. `schedkit client --list` shows all.
   */
  world?: WorldName | undefined
  /** Called with each request that arrived and what became of it, without passwords. */
  onExchange?: ((exchange: WorldExchange) => void) | undefined
}

/** What these options must be. */
export const worldRules = { world: oneOf(...worlds.map(({ name }) => name)), onExchange: aFunction }

/**
 * The options of an engine in the world that is wanted, or in that of the environment. `schedkit client` sets both variables, and
 * reads what is appended to the file SCHEDKIT_RECORD.
 *
 * @throws an Error if there is no such world
 */
export function inWorld<Options extends { now?: EngineOptions['now'] }>(
  { world: wanted, onExchange, ...options }: Options & WorldOptions,
  env: Readonly<Record<string, string | undefined>> = process.env,
) {
  const { SCHEDKIT_WORLD: name, SCHEDKIT_RECORD: file } = env
  const world = wanted ?? name
  if (!world && !file && !onExchange) return options
  const found = world ? worldNamed(world) : undefined
  function note(exchange: WorldExchange): void {
    if (file) appendFileSync(file, `${JSON.stringify(exchange)}\n`)
    onExchange?.(exchange)
  }
  return {
    ...options,
    ...(found?.now !== undefined && { now: found.now }),
    inhabit: () => inhabit(found, note),
  }
}
