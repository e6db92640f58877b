import type { BulkScope } from '../catalogue/rule.js'
import { deleteRule } from '../http/paths.js'
import type { CreatedObject, Ledger } from './ledger.js'
import { operationOf } from './operations.js'
import { Blocked } from './outcomes.js'

/** Bookings are deleted before their resources. */
export const deletionOrder = ['bookings', 'resources', 'collaborators']
const rank = ({ list }: CreatedObject) => deletionOrder.findIndex(name => list.endsWith(`/${name}`))

/** What a check, or the run, has created and must delete. Every change is written to the ledger first. */
export interface CleanupRegistry {
  readonly marks: readonly string[]
  readonly creator: Creator
  /** What is known about deletions on the target. */
  readonly deletions: Deletions
  /**
   * Called before a create is sent. Throws `Blocked` if the target would not delete the object. The result is to be called
   * with the ids in the response, if any.
   */
  intend(list: string): (ids: readonly (number | string)[]) => void
  add(list: string, id: number | string): void
  /** Creates that got no response, with list and body: the target may have carried them out. */
  readonly unanswered: { readonly list: string; readonly text: string }[]
  /** Called when objects may be gone without being removed here, and other objects may have their ids. */
  doubt(): void
  /** Whether an object must be recognized by its mark before it is deleted. */
  readonly isDoubtful: boolean
  /** Called when the target says that it deleted an object, or the objects of a list. */
  removed(path: string): void
  /** Returns the objects in the order of deletion: bookings, resources, collaborators; the newest first. */
  list(): readonly CreatedObject[]
}

interface RegistryOptions {
  readonly ledger: Pick<Ledger, 'write'>
  /** Every created object has one of these in a text; for a booking, its resource does. */
  readonly marks: readonly string[]
  readonly deletions?: Deletions
  readonly creator?: Creator
  readonly mayLeaveObjects?: boolean
  /** Objects that are already in the ledger. */
  readonly objects?: readonly CreatedObject[]
}

export function createCleanupRegistry({
  ledger,
  marks,
  deletions = createDeletions(),
  creator = createIdHistory().enter(),
  mayLeaveObjects = false,
  objects: known = [],
}: RegistryOptions): CleanupRegistry {
  const objects = new Map(known.map(object => [`${object.list}/${object.id}`, object]))
  let isDoubtful = false
  const add = (list: string, id: number | string) => {
    ledger.write({ type: 'created', list, id })
    objects.set(`${list}/${id}`, { list, id })
  }
  return {
    marks,
    creator,
    deletions,
    intend(list: string): (ids: readonly (number | string)[]) => void {
      if (!mayLeaveObjects) deletions.assertWorking(list)
      ledger.write({ type: 'creating', list })
      const created = creator.creating()
      return ids => {
        for (const id of ids) add(list, id)
        created(ids.map(id => `${list}/${id}`))
      }
    },
    add,
    unanswered: [],
    doubt(): void {
      isDoubtful = true
    },
    get isDoubtful(): boolean {
      return isDoubtful
    },
    removed(path: string): void {
      if (objects.delete(path)) ledger.write({ type: 'deleted', path })
      // Bookings may have been deleted with their resource.
      if (!/\/(bookings|collaborators)\/[^/]+$/.test(path)) isDoubtful = true
    },
    list: (): readonly CreatedObject[] => [...objects.values()].reverse().sort((a, b) => rank(a) - rank(b)),
  }
}

/** Thrown when no more objects of a kind are created, because they can't be deleted. */
export class Undeletable extends Blocked {
  /** The operation that does not work. */
  readonly operation: string | undefined

  constructor(list: string, why: string) {
    super(deleteRule(list), { message: `DELETE does not work: ${why}`, replies: [] })
    this.operation = operationOf('DELETE', `${list}/1`)
  }
}

/** Rules about deletions and about the ids of new objects, without which nothing can be deleted. */
const exemptRules = ['RES-42', 'RES-43', 'BKG-37', 'COL-03', 'COL-21', 'COL-23', 'CROSS-39', 'ENV-09']

/** Whether a check may create objects that stay behind, even when no others are created any more. */
export const mayLeaveObjects = ({ id }: { id: string }) =>
  exemptRules.some(rule => id === rule || id.startsWith(`${rule}.`))

/** How many objects of each kind may stay behind before no more are created. */
const mostLeft = 5

const idOf = (path: string) => decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))

const kindOf = (list: string) => list.slice(list.lastIndexOf('/') + 1)

/** Tracks whether a target deletes what it is asked to delete, so that a run does not fill up one that doesn't. */
export interface Deletions {
  /** Called when a read has shown that an object of this list is gone after its DELETE was accepted. */
  worked(list: string): void
  /** Called when an object still exists although its DELETE was sent. */
  failed(list: string, path: string): void
  /** Whether a DELETE of such objects has worked once. */
  areProven(list: string): boolean
  /** Called when the checks that prove bulk requests safe have passed. */
  provenSafe(scope: BulkScope): void
  /** Whether such objects may be deleted with one request that names their ids. */
  areProvenInBulk(list: string): boolean
  /**
   * Throws `Blocked` if several deletions of this kind of object failed and none succeeded, or if several objects could not
   * be deleted because their creates returned ids that identify nothing.
   */
  assertWorking(list: string): void
}

function createDeletions(): Deletions {
  const proven = new Set<string>()
  const safe = new Set<string>()
  const left = new Map<string, Set<string>>()
  return {
    worked: (list: string) => void proven.add(kindOf(list)),
    failed(list: string, path: string): void {
      const kind = kindOf(list)
      left.set(kind, (left.get(kind) ?? new Set()).add(path))
    },
    areProven: (list: string) => proven.has(kindOf(list)),
    provenSafe: (scope: BulkScope) => void safe.add(scope),
    areProvenInBulk: (list: string) => safe.has(`DELETE ${kindOf(list)}`),
    assertWorking(list: string): void {
      const kind = kindOf(list)
      const { size = 0 } = left.get(kind) ?? {}
      if (size < mostLeft || proven.has(kind)) return
      const behind = `${size} ${kind} of this run are left behind, so no more are created`
      const nameless = [...(left.get(kind) ?? [])].map(idOf).filter(id => !/^\d+$/.test(id))
      if (nameless.length < size) throw new Undeletable(list, behind)
      const message = `creates are answered with ids that can't be used, such as ${nameless[0]}: ${behind}`
      throw new Blocked('ENV-09', { message, replies: [] })
    },
  }
}

/*
 * The document does not say that ids are never reused: the id of a deleted object may go to the next one at once. An
 * attempt of a check that still sends it then addresses an object of another check, and both may seem to find a fault.
 */

/** An attempt of a check, or the run itself, as the creator of objects. */
export interface Creator {
  /**
   * Called when a create is sent. The result is to be called with the paths of the new objects, once the create is answered
   * or has failed.
   */
  creating(): (paths: readonly string[]) => void
  end(): void
  /** Whether a concurrent attempt got an id that this one had, or the reverse. */
  isDisturbed(): Promise<boolean>
  /** Whether another attempt was given the id of an object after this one. */
  isGivenAgain(path: string): Promise<boolean>
  /** Forgets the disturbance: nothing that it affects is used any more. */
  recover(): void
}

/** Tracks which ids a target gave to which attempts. */
export interface IdHistory {
  /** `isRun` is the run itself, which never sends the id of an object that it has deleted. */
  enter(options?: { isRun?: boolean }): Creator
}

export function createIdHistory(): IdHistory {
  interface Entry {
    /** When it ended, as an event count. */
    ended: number
    isDisturbed: boolean
  }
  /** The attempts that created an object on each path. */
  const owners = new Map<string, Entry[]>()
  const pending = new Set<Promise<void>>()
  let events = 0

  return {
    enter({ isRun = false }: { isRun?: boolean } = {}) {
      const own: Entry = { ended: Number.POSITIVE_INFINITY, isDisturbed: false }
      const took = (path: string, sent: number) => {
        const others = owners.get(path) ?? []
        for (const other of others) {
          if (other !== own && other.ended > sent) other.isDisturbed = own.isDisturbed = true
        }
        if (!isRun) owners.set(path, [...others, own])
      }
      return {
        creating(): (paths: readonly string[]) => void {
          const sent = ++events
          let settle = () => {}
          const answered = new Promise<void>(resolve => {
            settle = resolve
          })
          pending.add(answered)
          return paths => {
            for (const path of paths) took(path, sent)
            pending.delete(answered)
            settle()
          }
        },
        end(): void {
          own.ended = ++events
        },
        async isDisturbed(): Promise<boolean> {
          // Requests in progress may get such an id.
          await Promise.all(pending)
          return own.isDisturbed
        },
        async isGivenAgain(path: string): Promise<boolean> {
          await Promise.all(pending)
          const all = owners.get(path) ?? []
          return all.includes(own) && all.at(-1) !== own
        },
        recover(): void {
          own.isDisturbed = false
        },
      }
    },
  }
}
