// Worlds that clients are tested in.

import { type Handler, nearest } from '../../core/index.js'
import { hardWorlds } from './hard.js'
import { rightWorlds } from './right.js'
import { timeWorlds } from './time.js'
import { type World as AnyWorld, inhabit, type WorldExchange } from './world.js'

export { inhabit, type WorldExchange, type WorldKind } from './world.js'

const all = [...rightWorlds, ...hardWorlds, ...timeWorlds] as const

/** The names of worlds. */
export type WorldName = (typeof all)[number]['name']

/** A world with its name. */
export interface World extends AnyWorld {
  readonly name: WorldName
}

/** Every world: right ones, hard ones, those of time. */
export const worlds: readonly World[] = all

/** A world by its name. @throws an Error that names the nearest one, if there is none */
export function worldNamed(name: string): World {
  const found = worlds.find(world => world.name === name)
  if (found) return found
  const near = nearest(
    name,
    worlds.map(world => world.name),
  )
  const hint = near === undefined ? 'schedkit client --list shows all' : `did you mean "${near}"?`
  throw new Error(`There is no world "${name}"; ${hint}`)
}

export interface WorldOptions {
  /**
   * The name of a world to play, one of those that `schedkit client` runs a suite in: a service that differs where the interface is
   * silent, such as `newest-first`, or has common trouble, such as `lost-answer`. `schedkit client --list` shows all. In
   * Node.js, mocks read the environment variable SCHEDKIT_WORLD by default.
   * @default none
   */
  world?: WorldName | undefined
  /** Called with each request that arrived and what became of it, without passwords. */
  onExchange?: ((exchange: WorldExchange) => void) | undefined
}

/** The effect of a world on a service. */
export interface Played {
  /** The time at which its clock stands. @default the real time */
  now?: string
  /** Starts the world afresh: wraps the handler of requests. */
  inhabit?: () => (answer: Handler) => Handler
}

interface Wanted extends Pick<WorldOptions, 'onExchange'> {
  world?: string | undefined
}

/** Finds a world by its name. @throws an Error if no world has that name */
export function worldOf({ world, onExchange }: Wanted): Played {
  if (!world && !onExchange) return {}
  const found = world ? worldNamed(world) : undefined
  return {
    ...(found?.now !== undefined && { now: found.now }),
    inhabit: () => inhabit(found, onExchange),
  }
}
