import type { Actor, Schedule } from '../runner/context.js'
import type { Exchange } from '../runner/exchange.js'
import type { Json, JsonObject } from '../runner/json.js'
import type { Finding } from '../runner/outcomes.js'

/*
 * What the model knows of the service: what the document says of state, and nothing of how a target keeps it.
 */

export type Kind = 'resource' | 'booking' | 'collaborator'

/** An object that a walk made. */
export interface ModelObject {
  readonly kind: Kind
  readonly id: number
  /** Its position in the collection; for a collaborator the index of the principal. */
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
  readonly resource: ModelObject
  /** Milliseconds since the epoch. */
  readonly start: number
  readonly end: number
  /** `all_day_display`; undefined where the document leaves open what a read shows. */
  readonly flag: boolean | undefined
}

/** All the objects of one kind in a schedule. */
export interface ModelCollection {
  readonly kind: Kind
  /** Path of the list. */
  readonly list: string
  readonly objects: Map<number, ModelObject>
  /** The last id that was deleted from a slot. */
  readonly dead: Map<number, number>
  /** Something is in the list that the model does not follow: only what it follows is judged. */
  isPartial: boolean
}

/** A schedule of the owner. */
export interface ModelSchedule {
  readonly paths: Schedule
  readonly resources: ModelCollection
  readonly bookings: ModelCollection
  readonly collaborators: ModelCollection
  /** Everything in it may be changed and deleted (`--allow wipe`): nothing else is in it. */
  readonly isExclusive: boolean
  /** Guards may be tried (`--allow guard`). */
  readonly isGuarded: boolean
  /** Few enough objects to read it as a whole. */
  readonly isSmall: boolean
}

/** Somebody who can be made a collaborator: a person, or an address without an account. */
export interface Principal {
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
  readonly schedules: readonly ModelSchedule[]
  readonly people: readonly Person[]
  readonly principals: readonly Principal[]
  readonly mayLock: boolean
  /** Names that no resource has (any more), and what was last heard of them. */
  readonly names: Map<string, 'deleted' | 'renamed' | 'refused'>
  /** Somebody's requests, as steps of the walk; with another password than the one that works, too. */
  actor(person: Person, password?: number): Actor
  /** The requests of somebody who only looks: they are no part of the story that a failure tells. */
  observer(person: Person): Actor
  readonly trail: Exchange[]
  /** Says that a rule is broken: it ends the walk where the rule must hold, and is noted where it should. */
  differ(rule: string, finding: Finding): void
}

export const createCollection = (kind: Kind, list: string): ModelCollection => ({
  kind,
  list,
  objects: new Map(),
  dead: new Map(),
  isPartial: false,
})

/** Moves an object to the deleted ones. */
export function markDeleted(collection: ModelCollection, object: ModelObject): void {
  collection.objects.delete(object.slot)
  collection.dead.set(object.slot, object.id)
}

export const bookingsOf = ({ bookings }: ModelSchedule, resource: ModelObject) =>
  [...bookings.objects.values()].filter(({ span }) => span?.resource === resource)

/** The target and the model differ in what a rule speaks of. */
export class Difference extends Error {
  override readonly name = 'Difference'
  readonly rule: string
  readonly finding: Finding

  constructor(rule: string, finding: Finding) {
    super(finding.message)
    this.rule = rule
    this.finding = finding
  }
}

/** An account of the target, as the model knows it. */
export interface Person {
  /** `owner`, `member 1`, `throwaway 1` */
  readonly name: string
  readonly email: string
  /** Those that it may have; the first one is that of the target file. */
  readonly passwords: readonly string[]
  /** Which one works now. */
  current: number
  /** Which ones it has had: a target may refuse to take one again. */
  readonly used: Set<number>
  /** Wrong passwords in a row: a target may lock out whoever goes on. */
  misses: number
  readonly isOwner: boolean
  /** It may lose its password (`--allow lock`). */
  readonly isDisposable: boolean
  /** Writable members of the user object as they must be read. */
  settings: JsonObject
  /** The settings before the first walk. */
  readonly original: JsonObject
  /** `collaboration_limit`, where it is known. */
  readonly limit: number | undefined
}

export const zoneOf = ({ settings }: Person) => String(settings.timezone)

/** What every walk begins with. */
export const baseSettings: JsonObject = {
  timezone: 'UTC',
  language_tag: 'en',
  date_format: 'Y-m-d',
  time_format: 'H:i',
  first_day_of_week: 'monday',
  allow_collaboration: true,
}
