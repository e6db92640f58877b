// The worlds in which clients are tested.

import { nearest } from '../../core/index.js'
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

/** Every world: right worlds, hard worlds and time worlds. */
export const worlds: readonly World[] = all

/** Finds a world by its name. @throws an Error that suggests the nearest name, if there is none */
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
   * The name of a world to play, one of those in which `schedkit client` runs a test suite: a service that differs where the
   * interface is silent, such as `newest-first`, or has a common problem, such as `lost-answer`. `schedkit client --list`
   * shows all. In Node.js, mocks read the environment variable SCHEDKIT_WORLD by default; `none` ignores it.
   * @default none
   */
  world?: WorldName | 'none' | undefined
  /** Called with each request and its outcome, without passwords. */
  onExchange?: ((exchange: WorldExchange) => void) | undefined
}

/** The effect of a world on a service. */
export interface Played {
  /** The time from which its clock runs. @default the real time */
  begins?: string
  /** Starts the world afresh: returns a function that wraps the request handler. */
  inhabit?: () => ReturnType<typeof inhabit>
}

interface Wanted extends Pick<WorldOptions, 'onExchange'> {
  world?: string | undefined
}

/** Finds a world by its name. @throws an Error if no world has that name */
export function worldOf({ world, onExchange }: Wanted): Played {
  const found = world && world !== 'none' ? worldNamed(world) : undefined
  if (!found && !onExchange) return {}
  return {
    ...(found?.now !== undefined && { begins: found.now }),
    inhabit: () => inhabit(found, onExchange),
  }
}
