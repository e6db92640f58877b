import type { Actor, Schedule } from '../runner/context.js'
import type { Exchange } from '../runner/exchange.js'
import type { Json } from '../runner/json.js'
import type { Finding } from '../runner/outcomes.js'
import type { Person } from './person.js'

/*
 * What the model knows of the service: what the document says of state, and nothing of how a target keeps it.
 */

export type Kind = 'resource' | 'booking' | 'collaborator'

/** An object that a walk made. */
export interface Thing {
  readonly kind: Kind
  readonly id: number
  /** Where it lies on its shelf; for a collaborator the number of the party. */
  readonly slot: number
  /** What every read must show. A member that is missing is learned from the next read. */
  known: Record<string, Json>
  /** The rule that speaks of a member, by the last write that sent it. */
  because: Record<string, string>
  /** It was written since it was last read: `updated_at` may be another one then, though no earlier one. */
  isTouched: boolean
  /** Of a booking. */
  span?: Span
}

/** Where a booking lies in time and space. */
export interface Span {
  readonly resource: Thing
  /** Milliseconds since the epoch. */
  readonly start: number
  readonly end: number
  /** `all_day_display`; undefined where the document leaves open what a read shows. */
  readonly flag: boolean | undefined
}

/** All the objects of one kind in a schedule. */
export interface Shelf {
  readonly kind: Kind
  /** Path of the list. */
  readonly list: string
  readonly things: Map<number, Thing>
  /** The last id that was deleted from a slot. */
  readonly dead: Map<number, number>
  /** Something is in the list that the model does not follow: only what it follows is judged. */
  isLoose: boolean
}

/** A schedule of the owner. */
export interface Place {
  readonly schedule: Schedule
  readonly resources: Shelf
  readonly bookings: Shelf
  readonly collaborators: Shelf
  /** Everything in it may be changed and deleted (`--allow wipe`): nothing else is in it. */
  readonly isOurs: boolean
  /** Guards may be tried (`--allow guard`). */
  readonly isGuarded: boolean
  /** Few enough objects to read it as a whole. */
  readonly isSmall: boolean
}

/** Somebody who can be made a collaborator: a person, or an address without an account. */
export interface Party {
  readonly email: string
  readonly person?: Person
}

/** What is right about an answer; the rule is broken by the other one. Without any rule, both are. */
export interface Expectation {
  readonly acceptBreaks?: string
  readonly refuseBreaks?: string
}

/** Everything a step works with. */
export interface World {
  /** Part of every name; other walks have other ones. */
  readonly token: string
  readonly places: readonly Place[]
  readonly people: readonly Person[]
  readonly parties: readonly Party[]
  readonly mayLock: boolean
  /** Names that no resource has (any more), and what was last heard of them. */
  readonly names: Map<string, 'deleted' | 'renamed' | 'refused'>
  /** Somebody's requests, as steps of the walk; with another password than the one that works, too. */
  actor(person: Person, password?: number): Actor
  /** The requests of somebody who only looks: they are no part of the story that a failure tells. */
  looker(person: Person): Actor
  readonly trail: Exchange[]
  /** Says that a rule is broken: it ends the walk where the rule must hold, and is noted where it should. */
  differ(rule: string, finding: Finding): void
}

export const createShelf = (kind: Kind, list: string): Shelf => ({
  kind,
  list,
  things: new Map(),
  dead: new Map(),
  isLoose: false,
})

/** A thing is deleted. */
export function bury(shelf: Shelf, thing: Thing): void {
  shelf.things.delete(thing.slot)
  shelf.dead.set(thing.slot, thing.id)
}

export const bookingsOf = ({ bookings }: Place, resource: Thing) =>
  [...bookings.things.values()].filter(({ span }) => span?.resource === resource)
