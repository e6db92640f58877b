// Worlds that clients are tested in.

import { nearest } from '../../core/index.js'
import { hardWorlds } from './hard.js'
import { rightWorlds } from './right.js'
import { timeWorlds } from './time.js'
import type { World as AnyWorld } from './world.js'

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
