import type { Kind } from '../catalogue/members.js'
import type { Exchange } from '../http/exchange.js'
import type { Json, JsonObject } from '../http/json.js'
import type { Schedule } from '../http/paths.js'
import type { Actor } from '../session/actor.js'
import { type Finding, FindingError } from '../session/outcomes.js'

/*
 * The model of the service: the state that the document describes, and nothing about how a target stores it.
 */

/** An object that a walk created. */
export interface ModelObject {
  readonly kind: Kind
  readonly id: number
  /** Its position in the collection; for a collaborator, the index of the principal. */
  readonly slot: number
  /** The members that every read must show. A missing one is learned from the next read. */
  known: Record<string, Json>
  /** The rule about each member, from the last write that sent it. */
  because: Record<string, string>
  /** Whether it was written since it was last read, so that `updated_at` may be later. */
  isTouched: boolean
  /** Only for a booking. */
  span?: Span
}

/** The times and the resource of a booking. */
export interface Span {
  readonly resource: ModelObject
  /** Milliseconds since the epoch. */
  readonly start: number
  readonly end: number
  /** `all_day_display`; undefined if the document leaves open what a read shows. */
  readonly flag: boolean | undefined
}

/** All objects of one kind in a schedule. */
export type ModelCollection = ReturnType<typeof createCollection>

/** A schedule of the owner. */
export interface ModelSchedule {
  readonly paths: Schedule
  readonly resources: ModelCollection
  readonly bookings: ModelCollection
  readonly collaborators: ModelCollection
  /** Whether everything in it may be changed and deleted (`--allow wipe`): it holds only objects of the walk. */
  readonly isExclusive: boolean
  /** Whether guards may be tried (`--allow guard`). */
  readonly isGuarded: boolean
  /** Whether it has few enough objects to be read as a whole. */
  readonly isSmall: boolean
  /** Whether it was empty before the exploration. */
  readonly isOurs: boolean
}

/** Somebody who can be made a collaborator: a person, or an address without an account. */
export interface Principal {
  readonly email: string
  readonly person?: Person
}

/** The rule that is broken if a request is accepted, or if it is refused. Without a rule, both are right. */
export interface Expectation {
  readonly acceptBreaks?: string
  readonly refuseBreaks?: string
}

/** Everything a step works with. */
export interface World {
  /** Part of every name of this walk. */
  readonly token: string
  readonly schedules: readonly ModelSchedule[]
  /** The owner comes first. */
  readonly people: readonly Person[]
  readonly owner: Person
  readonly principals: readonly Principal[]
  readonly mayLock: boolean
  /** Names that no resource has any more, and why. */
  readonly names: Map<string, 'deleted' | 'renamed' | 'refused'>
  /** Sends a person's requests as part of the walk; `password` is the index of a password other than the current one. */
  actor(person: Person, password?: number): Actor
  /** Sends a person's reads that only verify the state: a report of a failure does not show them. */
  observer(person: Person): Actor
  readonly trail: Exchange[]
  /** Reports a broken rule: ends the walk if it is of level must, otherwise records a warning. */
  differ(rule: string, finding: Finding): void
}

export const createCollection = (kind: Kind, schedule: Schedule) => ({
  kind,
  /** Id of the schedule. */
  schedule: schedule.id,
  /** Path of the list. */
  list: schedule[`${kind}s`],
  objects: new Map<number, ModelObject>(),
  /** The last id that was deleted from each slot. */
  dead: new Map<number, number>(),
  /** Whether the list holds objects that the model does not follow: only the others are compared. */
  isPartial: false,
})

/** Marks an object as deleted. */
export function markDeleted(collection: ModelCollection, object: ModelObject): void {
  // The deletion of a booking may count as an update of its resource.
  if (object.span) object.span.resource.isTouched = true
  collection.objects.delete(object.slot)
  collection.dead.set(object.slot, object.id)
}

export const bookingsOf = ({ bookings }: ModelSchedule, resource: ModelObject) =>
  [...bookings.objects.values()].filter(({ span }) => span?.resource === resource)

/** A difference between the target and the model, with the rule that it breaks. */
export class Difference extends FindingError {
  override readonly name = 'Difference'

  constructor(
    readonly rule: string,
    finding: Finding,
  ) {
    super(finding)
  }
}

/** An account of the target, as the model knows it. */
export interface Person {
  /** `owner`, `member 1`, `throwaway 1` */
  readonly name: string
  readonly email: string
  /** The passwords that it may have; the first one is from the target file. */
  passwords: readonly string[]
  /** Index of the current password. */
  current: number
  /** Indexes of the passwords that it has had: a target may refuse to reuse one. */
  used: Set<number>
  /** Wrong passwords in a row: a target may lock the account after several. */
  misses: number
  readonly isOwner: boolean
  /** Whether it may lose its password (`--allow lock`). */
  readonly isDisposable: boolean
  /** Writable members of the user, as a read must show them. */
  settings: JsonObject
  /** The settings before the first walk. */
  readonly original: JsonObject
  /** `collaboration_limit`, if known. */
  readonly limit: number | undefined
}

/** The person with this number, counted cyclically. */
export function personOf({ people, owner }: World, who: number): Person {
  return people[who % people.length] ?? owner
}

export const zoneOf = ({ settings }: Person) => String(settings.timezone)

/** The settings with which every walk begins. */
export const baseSettings: JsonObject = {
  timezone: 'UTC',
  language_tag: 'en',
  date_format: 'Y-m-d',
  time_format: 'H:i',
  first_day_of_week: 'monday',
  allow_collaboration: true,
}
