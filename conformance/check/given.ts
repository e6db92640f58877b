import type { Kind } from '../catalogue/members.js'
import type { JsonObject } from '../http/json.js'
import type { Schedule } from '../http/paths.js'
import type { Actor } from '../session/actor.js'
import { Blocked, Skipped } from '../session/outcomes.js'
import type { Invitations } from '../session/session.js'
import type { Names } from './names.js'

/** An object that the check created, with what a read showed right after. */
export interface Made {
  readonly kind: Kind
  readonly id: number
  readonly path: string
  readonly schedule: Schedule
  /** What was sent to create it. */
  readonly sent: JsonObject
  /** The object as its maker read it right after the create. */
  readonly was: JsonObject
  /** Who created it, and reads it again. */
  readonly maker: Actor
}

export interface MadeResource extends Made {
  readonly kind: 'resource'
  readonly name: string
  /** The path of its bookings. */
  readonly bookings: string
}

export interface MadeBooking extends Made {
  readonly kind: 'booking'
}

export interface MadeCollaborator extends Made {
  readonly kind: 'collaborator'
  readonly email: string
}

/** A tuple of as many as were asked for. */
export type Several<T, Count extends number> = Count extends 2 ? [T, T] : Count extends 3 ? [T, T, T] : T[]

/** Where to create an object; by default in `schedule`. */
export interface Where {
  readonly in?: Schedule
}

interface GivenOptions extends Pick<Names, 'name' | 'address' | 'slot'> {
  readonly owner: Actor
  readonly schedule: Schedule
  /** Whether this target needs invitations; found out once per run. */
  readonly invitations: Invitations
}

/** Creates the objects that a check needs. They are deleted after the check, by id. */
export interface Given {
  /** An object of any kind; a booking is one of a new resource. */
  one(kind: Kind, members?: JsonObject): Promise<Made>
  /** A resource with a new name, unless `name` is given. */
  resource(members?: JsonObject, where?: Where): Promise<MadeResource>
  resources<Count extends number>(
    count: Count,
    members?: (index: number) => JsonObject,
    where?: Where,
  ): Promise<Several<MadeResource, Count>>
  /** A booking of a resource, in a half hour of 2023 that no other booking of the check has, unless times are given. */
  booking(of: MadeResource, members?: JsonObject): Promise<MadeBooking>
  bookings<Count extends number>(
    of: MadeResource,
    count: Count,
    members?: (index: number) => JsonObject,
  ): Promise<Several<MadeBooking, Count>>
  /** A collaborator with an address without an account, unless `email` is given. */
  collaborator(members?: JsonObject, where?: Where): Promise<MadeCollaborator>
  collaborators<Count extends number>(
    count: Count,
    members?: (index: number) => JsonObject,
    where?: Where,
  ): Promise<Several<MadeCollaborator, Count>>
  /**
   * Reads a resource that the check created with `actor.post`, so that `unchanged` knows it. Clean-up does not need this:
   * it remembers every accepted create.
   */
  adopt(id: number | string, sent: JsonObject, where?: Where): Promise<MadeResource>
}

export function createGiven({ owner, schedule, name, address, slot, invitations }: GivenOptions): Given {
  const known = async (list: string, at: Schedule, sent: JsonObject, id: number | string) => {
    const path = `${list}/${id}`
    const was = await owner.read(path)
    return { id: Number(id), path, schedule: at, sent, was, maker: owner } satisfies Omit<Made, 'kind'>
  }
  const made = async (list: string, at: Schedule, sent: JsonObject) =>
    known(list, at, sent, Number(await owner.create(list, sent)))

  const resource = async (members: JsonObject = {}, { in: at = schedule }: Where = {}) =>
    resourceOf(await made(at.resources, at, { name: name(), ...members }))

  const booking = async (of: MadeResource, members: JsonObject = {}): Promise<MadeBooking> => {
    const sent = { title: name(), resource_id: of.id, ...slot(), ...members }
    return { kind: 'booking', ...(await made(of.schedule.bookings, of.schedule, sent)) }
  }

  const collaborator = async (members: JsonObject = {}, { in: at = schedule }: Where = {}) => {
    const registered = members.email !== undefined
    const body = { email: address(), ...members }
    const create = async (sent: JsonObject): Promise<MadeCollaborator> => ({
      kind: 'collaborator',
      ...(await made(at.collaborators, at, sent)),
      email: String(sent.email),
    })
    if (registered || !invitations.needed) {
      try {
        return await create(body)
      } catch (error) {
        if (registered || !(error instanceof Blocked) || error.rule !== 'COL-21') throw error
        if (!invitations.allowed) {
          throw new Skipped(
            'the target refuses a collaborator without an account; with --allow mail one is invited',
          )
        }
        invitations.needed = true
      }
    }
    return create({ ...body, invite: true })
  }

  const one = async (kind: Kind, members?: JsonObject): Promise<Made> => {
    if (kind === 'resource') return resource(members)
    return kind === 'booking' ? booking(await resource(), members) : collaborator(members)
  }

  /** Creates several objects, each with its own members. */
  const several =
    <T>(make: (members?: JsonObject, where?: Where) => Promise<T>) =>
    async <Count extends number>(count: Count, members?: (index: number) => JsonObject, where?: Where) =>
      (await owner.each([...Array(count).keys()], index => make(members?.(index), where))) as Several<
        T,
        Count
      >

  return {
    one,
    resource,
    resources: several(resource),
    booking,
    bookings: <Count extends number>(
      of: MadeResource,
      count: Count,
      members?: (index: number) => JsonObject,
    ) => several(booking.bind(undefined, of))(count, members),
    collaborator,
    collaborators: several(collaborator),
    adopt: async (id: number | string, sent: JsonObject, { in: at = schedule }: Where = {}) =>
      resourceOf(await known(at.resources, at, sent, id)),
  }
}

function resourceOf(made: Omit<Made, 'kind'>): MadeResource {
  return { kind: 'resource', ...made, name: String(made.sent.name), bookings: `${made.path}/bookings` }
}
