import type { Kind } from '../catalogue/members.js'
import type { Exchange } from '../http/exchange.js'
import type { Json } from '../http/json.js'
import type { Source } from './values.js'

/** What is known about a member. */
export interface Known {
  readonly value: Json
  readonly source: Source
  /** The exchange that made it known. */
  readonly by: Exchange
  /** Other values that it may have, because a refused update sent them. */
  readonly or: readonly Json[] | undefined
}

/** `open` if the object may exist or not. */
export type Existence = 'there' | 'open' | 'gone'

/** An object that the run has created, or an account that it uses. */
export interface Thing {
  readonly kind: Kind | 'user'
  readonly schedule: string
  readonly id: string
  existence: Existence
  /** The exchange that decides on its existence: its create, or its deletion. */
  by: Exchange
  createdBy: Exchange | undefined
  /** When its create was answered, as an event count; 0 for an account. */
  readonly born: number
  readonly members: Map<string, Known>
  /** The latest updated_at, which never goes back, and the one before it. */
  latest: { readonly instant: number; readonly before: number | undefined; readonly by: Exchange } | undefined
  /** Whether an account's address was changed: if and when the new one is shown is not known. */
  isOpen: boolean
  /** Addresses that an account has had or asked for, in lower case. */
  readonly addresses: Set<string>
}

/** Forgets the values of members that may have changed. */
export function unlearn(thing: Thing, ...names: readonly string[]): void {
  for (const name of names) thing.members.delete(name)
}

/** Everything that a run knows about objects. */
export interface Things {
  find(kind: Thing['kind'], schedule: string, id: string): Thing | undefined
  /** The objects that are not known to be gone. */
  in(kind: Kind, schedule: string): readonly Thing[]
  /** All collaborators, of every schedule, that are not known to be gone. */
  collaborators(): readonly Thing[]
  add(thing: Thing): void
  remove(thing: Thing, by: Exchange): void
  revive(thing: Thing, by: Exchange): void
  /**
   * Returns the account of an address, whether it was known before or not. Whether the letter case of addresses matters is
   * open: until their ids are known, addresses that differ only in case belong to two accounts.
   */
  account(email: string, by: Exchange): Thing
  /** Returns the account of an address that shows an id: it may be known by another address. */
  identify(email: string, id: Json, by: Exchange): Thing
  accounts(): Iterable<Thing>
  /** Whether an updated_at has gone back by less than a second: the clocks of the target's parts differ. */
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
      // Other accounts that show the same id break a rule, and stay separate.
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

/** The member that tells an object from another one with the same id. */
export const marks = { resource: 'name', booking: 'title', collaborator: 'email', user: 'email' } as const

/** Keeps only what a gone object is recognized by, so that its exchanges can be freed too. */
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
