import type { Kind } from '../catalogue/members.js'
import { isSame, type JsonObject } from '../http/json.js'
import type { Schedule } from '../http/paths.js'
import { type Actor, listByIds } from '../session/actor.js'
import { Blocked, Skipped } from '../session/outcomes.js'
import type { Invitations, Session } from '../session/session.js'

/** An object that the check created, with what a read showed right afterwards. */
export interface Made {
  readonly kind: Kind
  readonly id: number
  readonly path: string
  readonly schedule: Schedule
  /** What was sent to create it. */
  readonly sent: JsonObject
  /** The object as its maker read it right after the create. */
  readonly was: JsonObject
  /** The actor that created it, and reads it again. */
  readonly maker: Actor
  /** Whether lists with ids are known to show objects of its kind as single reads do. */
  readonly isListedAlike: () => boolean
}

export interface MadeResource extends Made {
  readonly kind: 'resource'
  readonly name: string
  /** The path of its bookings. */
  readonly bookings: string
}

/** A resource that was created but not read. */
export type Bookable = Omit<MadeResource, 'was'>

export interface MadeBooking extends Made {
  readonly kind: 'booking'
}

export interface MadeCollaborator extends Made {
  readonly kind: 'collaborator'
  readonly email: string
}

/** A tuple of the requested length. */
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
  /** Whether lists with ids show the same as reads of single objects; found out once per run. */
  readonly lists: Map<Kind, boolean>
}

/** Creates the objects that a check needs. They are deleted after the check, by id. */
export interface Given {
  /** Creates an object of any kind; a booking gets a new resource. */
  one(kind: Kind, members?: JsonObject): Promise<Made>
  /** Creates a resource with a new name, unless `name` is given. */
  resource(members?: JsonObject, where?: Where): Promise<MadeResource>
  resources<Count extends number>(
    count: Count,
    members?: (index: number) => JsonObject,
    where?: Where,
  ): Promise<Several<MadeResource, Count>>
  /** Creates a resource with a new name for bookings of the check, which does not compare the resource itself. */
  bookable(where?: Where): Promise<Bookable>
  /** Creates a booking of a resource, in a half hour of 2023 that no other booking of the check has, unless times are given. */
  booking(of: Bookable, members?: JsonObject): Promise<MadeBooking>
  bookings<Count extends number>(
    of: Bookable | ((index: number) => Bookable),
    count: Count,
    members?: (index: number) => JsonObject,
  ): Promise<Several<MadeBooking, Count>>
  /** Creates a collaborator with an address that has no account, unless `email` is given. */
  collaborator(members?: JsonObject, where?: Where): Promise<MadeCollaborator>
  collaborators<Count extends number>(
    count: Count,
    members?: (index: number) => JsonObject,
    where?: Where,
  ): Promise<Several<MadeCollaborator, Count>>
  /**
   * Reads a resource that the check created with `actor.post`, so that `unchanged` knows it. The clean-up does not need
   * this: it records every accepted create.
   */
  adopt(id: number | string, sent: JsonObject, where?: Where): Promise<MadeResource>
}

export function createGiven({
  owner,
  schedule,
  name,
  address,
  slot,
  invitations,
  lists,
}: GivenOptions): Given {
  const create = async <K extends Kind>(kind: K, at: Schedule, sent: JsonObject) =>
    created(kind, at, sent, Number(await owner.create(at[`${kind}s`], sent)))
  const created = <K extends Kind>(kind: K, at: Schedule, sent: JsonObject, id: number | string) => ({
    ...{ kind, id: Number(id), path: `${at[`${kind}s`]}/${id}`, schedule: at, sent, maker: owner },
    isListedAlike: () => lists.get(kind) === true,
  })
  const read = async <Each extends Created>(object: Each) => ({
    ...object,
    was: await owner.read(object.path),
  })

  const newResource = async (members: JsonObject = {}, { in: at = schedule }: Where = {}) =>
    resourceOf(await create('resource', at, { name: name(), ...members }))

  const newBooking = (of: Bookable, members: JsonObject = {}) =>
    create('booking', of.schedule, { title: name(), resource_id: of.id, ...slot(), ...members })

  const newCollaborator = async (members: JsonObject = {}, { in: at = schedule }: Where = {}) => {
    const registered = members.email !== undefined
    const body = { email: address(), ...members }
    const collaborator = async (sent: JsonObject) => ({
      ...(await create('collaborator', at, sent)),
      email: String(sent.email),
    })
    if (registered || !invitations.needed) {
      try {
        return await collaborator(body)
      } catch (error) {
        const isOfCheck = registered || members.invite !== undefined
        if (isOfCheck || !(error instanceof Blocked) || error.rule !== 'COL-21') throw error
        if (!invitations.allowed) {
          throw new Skipped(
            'the target refuses a collaborator without an account; with --allow mail one is invited',
          )
        }
        invitations.needed = true
      }
    }
    return collaborator({ ...body, invite: true })
  }

  const resource = async (members?: JsonObject, where?: Where) => read(await newResource(members, where))
  const booking = async (of: Bookable, members?: JsonObject) => read(await newBooking(of, members))
  const collaborator = async (members?: JsonObject, where?: Where) =>
    read(await newCollaborator(members, where))

  /** Creates several objects, then reads them. */
  const several = async <Each extends Created, Count extends number>(
    count: Count,
    make: (index: number) => Promise<Each>,
  ) => {
    const objects = await owner.each([...Array(count).keys()], make)
    const made: (Each & Pick<Made, 'was'>)[] = []
    for (let from = 0; from < count; from += mostAtOnce)
      made.push(...(await readSeveral(objects.slice(from, from + mostAtOnce))))
    return made as Several<Each & Pick<Made, 'was'>, Count>
  }

  /** Reads objects one by one until their list has shown the same, then only through the list. */
  async function readSeveral<Each extends Created>(objects: readonly Each[]) {
    const [first] = objects
    const oneByOne = () => owner.each(objects, read)
    if (!first || objects.length < 2 || lists.get(first.kind) === false) return oneByOne()
    const listed = await listedByIds(first.schedule[`${first.kind}s`], objects)
    if (listed && lists.get(first.kind)) return listed
    const made = await oneByOne()
    lists.set(first.kind, isSame(listed?.map(shown), made.map(shown)))
    return made
  }

  async function listedByIds<Each extends Created>(list: string, objects: readonly Each[]) {
    const items = await listByIds(owner, list, objects)
    const listed = objects.flatMap(object => {
      const was = items?.get(String(object.id))
      return was ? [{ ...object, was }] : []
    })
    return listed.length === objects.length ? listed : undefined
  }

  return {
    one: async (kind: Kind, members?: JsonObject): Promise<Made> => {
      if (kind === 'resource') return resource(members)
      return kind === 'booking' ? booking(await newResource(), members) : collaborator(members)
    },
    bookable: where => newResource({}, where),
    resource,
    resources: (count, members, where) => several(count, index => newResource(members?.(index), where)),
    booking,
    bookings: (of, count, members) =>
      several(count, index => newBooking(typeof of === 'function' ? of(index) : of, members?.(index))),
    collaborator,
    collaborators: (count, members, where) =>
      several(count, index => newCollaborator(members?.(index), where)),
    adopt: (id, sent, { in: at = schedule } = {}) => read(resourceOf(created('resource', at, sent, id))),
  }
}

type Created = Omit<Made, 'was'>

const shown = ({ was }: Pick<Made, 'was'>) => was

/** The maximum number of objects to read with one request. */
const mostAtOnce = 50

const resourceOf = <Each extends Created & { kind: 'resource' }>(made: Each) => ({
  ...made,
  name: String(made.sent.name),
  bookings: `${made.path}/bookings`,
})

const words = 'Atlas Birch Cedar Delta Ember Fjord Grove Heron Iris Jade Kiosk Lotus'.split(' ')

const hour = 3_600_000
const instant = (milliseconds: number) => new Date(milliseconds).toISOString().replace('.000', '')

/** Names, addresses, passwords and times that nothing else on the target uses. */
export interface Names {
  /** A text that occurs nowhere else on the target; part of every name and address. */
  readonly token: string
  /** The same values in each run with the same seed. */
  readonly random: Random
  /** Values that no other attempt or run has, for passwords: a target may refuse one that the account has had before. */
  readonly fresh: Random
  /** Returns a new name for a resource, of exactly `length` characters if given. */
  name(length?: number): string
  /** Returns an address without an account, in the mail domain of the target, of exactly `length` characters if given. */
  address(length?: number): string
  /**
   * Returns the next free half hour of the check, as `2023-..T..:..:00Z`. They are two hours apart: bookings neither
   * overlap nor touch, and some 4,000 of them fit into 2023.
   */
  slot(): { start: string; end: string }
}

/** `attempt` counts from 1: a check that starts over uses new names and passwords. */
export function createNames(
  { nonce, seed, target: { mailDomain } }: Pick<Session, 'nonce' | 'seed' | 'target'>,
  check: string,
  attempt: number,
): Names {
  const random = createRandom(hash(`${seed}/${check}`))
  const token = `${nonce}${hash(`${check}/${attempt}`).toString(36).padStart(7, '0')}`
  let names = 0
  let slots = 0

  const filled = (start: string, length: number | undefined, end = '') => {
    if (length === undefined) return `${start}${end}`
    const missing = length - start.length - end.length
    if (missing < 0) throw new RangeError(`A name of ${length} characters has no room for ${start}${end}.`)
    return `${start}${random.text(missing)}${end}`
  }

  return {
    token,
    random,
    fresh: createRandom(hash(token)),
    name: (length?: number) =>
      filled(`${token}-${++names} ${length === undefined ? random.pick(words) : ''}`, length),
    address: (length?: number) => filled(`${token}-${++names}`, length, `@${mailDomain}`),
    slot(): { start: string; end: string } {
      const start = Date.UTC(2023, 0, 9, 8) + slots++ * 2 * hour
      return { start: instant(start), end: instant(start + hour / 2) }
    },
  }
}

/** A generator of random values: the same seed gives the same values. */
export interface Random {
  int(least: number, most: number): number
  pick<T>(values: readonly T[]): T
  /** Returns the values in random order. */
  shuffle<T>(values: readonly T[]): T[]
  /** Returns a text of letters `a` to `z` and digits. */
  text(length: number): string
}

/** The 32-bit FNV-1a hash of a text. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return value >>> 0
}

/** Creates a mulberry32 generator: 32 bits of state are enough for test inputs. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000
  }
  /** Returns an integer from `least` to `most`, inclusive. */
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const pick = <T>(values: readonly T[]): T => {
    if (values.length === 0) throw new RangeError('There is nothing to pick from.')
    return values[int(0, values.length - 1)] as T
  }
  return {
    int,
    pick,
    shuffle<T>(values: readonly T[]): T[] {
      const rest = [...values]
      return values.map(() => rest.splice(int(0, rest.length - 1), 1)[0] as T)
    },
    text: (length: number) =>
      Array.from({ length }, () => pick([...'abcdefghijklmnopqrstuvwxyz0123456789'])).join(''),
  }
}
