import type { Kind } from '../catalogue/members.js'
import type { Exchange } from '../http/exchange.js'
import type { Json } from '../http/json.js'
import type { Source } from './values.js'

/** What is known of a member. */
export interface Known {
  readonly value: Json
  readonly source: Source
  /** The exchange that made it known. */
  readonly by: Exchange
  /** What it may be as well, because a refused update sent it. */
  readonly or: readonly Json[] | undefined
}

/** `open` where the object may be there or not. */
export type Existence = 'there' | 'open' | 'gone'

/** An object that the run has created, or an account that it uses. */
export interface Thing {
  readonly kind: Kind | 'user'
  readonly schedule: string
  readonly id: string
  existence: Existence
  /** What tells of its existence: its create, or its deletion. */
  by: Exchange
  createdBy: Exchange | undefined
  /** The event of that, as a count. */
  readonly born: number
  readonly members: Map<string, Known>
  /** The latest updated_at, which never goes back, and the one before it. */
  latest: { readonly instant: number; readonly before: number | undefined; readonly by: Exchange } | undefined
  /** An account whose address was changed: whether and when it is shown is not known. */
  isOpen: boolean
  /** Addresses that an account has had, or asked for, in small letters. */
  readonly addresses: Set<string>
}

/** Forgets the values of members that may have changed. */
export function unlearn(thing: Thing, ...names: readonly string[]): void {
  for (const name of names) thing.members.delete(name)
}

/** Everything that a run knows of objects. */
export interface Things {
  find(kind: Thing['kind'], schedule: string, id: string): Thing | undefined
  /** Those that are not known to be gone. */
  in(kind: Kind, schedule: string): readonly Thing[]
  /** All collaborators, of every schedule, that are not known to be gone. */
  collaborators(): readonly Thing[]
  add(thing: Thing): void
  remove(thing: Thing, by: Exchange): void
  revive(thing: Thing, by: Exchange): void
  /**
   * The account of an address, known or not. Whether the letter case of addresses matters is open: until their ids are known,
   * addresses that differ in it are those of two accounts.
   */
  account(email: string, by: Exchange): Thing
  /** The account of an address that shows an id: another address of it may be known. */
  identify(email: string, id: Json, by: Exchange): Thing
  accounts(): Iterable<Thing>
  /** Whether an updated_at has gone back by less than a second: parts of the target have clocks that differ. */
  clocksDiffer: boolean
}

export function createThings(): Things {
  /** By kind and schedule, then by id. */
  const shelves = new Map<string, Map<string, Thing>>()
  const shelf = (kind: Thing['kind'], schedule: string) => {
    const key = `${kind} ${schedule}`
    const found = shelves.get(key)
    if (found) return found
    const made = new Map<string, Thing>()
    shelves.set(key, made)
    return made
  }
  const isPresent = ({ existence }: Thing) => existence !== 'gone'
  const accounts = shelf('user', '')
  const account = (email: string, by: Exchange) => {
    const known = accounts.get(email)
    if (known) return known
    const account = newThing({ kind: 'user', schedule: '', id: email, by, createdBy: undefined, born: 0 })
    account.addresses.add(email.toLowerCase())
    accounts.set(email, account)
    return account
  }
  return {
    find: (kind, schedule, id) => shelf(kind, schedule).get(id),
    in: (kind, schedule) => [...shelf(kind, schedule).values()].filter(isPresent),
    collaborators: () =>
      [...shelves]
        .flatMap(([key, each]) => (key.startsWith('collaborator ') ? [...each.values()] : []))
        .filter(isPresent),
    add: thing => void shelf(thing.kind, thing.schedule).set(thing.id, thing),
    remove(thing, by) {
      thing.existence = 'gone'
      thing.by = by
      forget(thing)
    },
    revive(thing, by) {
      thing.existence = 'there'
      thing.by = by
    },
    account,
    identify(email, id, by) {
      const found = account(email, by)
      if (found.members.has('id')) return found
      // Other accounts that show the same id break a rule, and stay others.
      const mayBe = ({ members, addresses }: Thing) =>
        members.get('id')?.value === id && addresses.has(email.toLowerCase())
      const same = [...accounts.values()].find(mayBe)
      if (!same) return found
      accounts.set(email, same)
      same.addresses.add(email.toLowerCase())
      return same
    },
    accounts: () => accounts.values(),
    clocksDiffer: false,
  }
}

/** What tells one object from another with the same id. */
export const marks = { resource: 'name', booking: 'title', collaborator: 'email', user: 'email' } as const

/** Keeps of an object that is gone only what it is recognized by, so that its exchanges can go too. */
function forget(thing: Thing): void {
  const { members, kind } = thing
  members.forEach((_, name) => {
    if (name !== marks[kind] && name !== 'created_at') members.delete(name)
  })
  members.forEach(({ value, source, or }, name) => {
    members.set(name, { value, source, by: thing.by, or })
  })
  thing.createdBy = undefined
  thing.latest = undefined
}

export const newThing = ({
  kind,
  schedule,
  id,
  by,
  createdBy,
  born,
}: Pick<Thing, 'kind' | 'schedule' | 'id' | 'by' | 'createdBy' | 'born'>): Thing => ({
  kind,
  schedule,
  id,
  existence: 'there',
  by,
  createdBy,
  born,
  members: new Map(),
  latest: undefined,
  isOpen: false,
  addresses: new Set(),
})
