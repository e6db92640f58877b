import type { Actor } from './context.js'
import type { Ledger } from './ledger.js'
import { again } from './retry.js'

/** An object that the run created: the list it was posted to, and its id. */
export interface CreatedObject {
  readonly list: string
  readonly id: number | string
}

/** What a check, or the run, has created and must delete; every change is in the ledger first. */
export interface CleanupRegistry {
  /** A create is about to be sent. */
  intend(list: string): void
  add(list: string, id: number | string): void
  /** An object was deleted, as far as the target says. */
  removed(path: string): void
  /** In the order of deletion: bookings, resources, collaborators; the newest first. */
  list(): readonly CreatedObject[]
}

const order = ['/bookings', '/resources', '/collaborators']
const rank = ({ list }: CreatedObject) => order.findIndex(end => list.endsWith(end))

export function createCleanupRegistry(ledger: Pick<Ledger, 'write'>): CleanupRegistry {
  const objects = new Map<string, CreatedObject>()
  return {
    intend: list => ledger.write({ type: 'creating', list }),
    add(list, id) {
      ledger.write({ type: 'created', list, id })
      objects.set(`${list}/${id}`, { list, id })
    },
    removed(path) {
      if (objects.delete(path)) ledger.write({ type: 'deleted', path })
    },
    list: () => [...objects.values()].reverse().sort((a, b) => rank(a) - rank(b)),
  }
}

/** What is said of an object that is still there. */
export const undeleted = (path: string) => `${path} could not be deleted`

/** Deletes what was made, by id. Answers what is still there, in words. */
export async function cleanUp(registry: CleanupRegistry, owner: Actor): Promise<string[]> {
  const left: string[] = []
  for (const object of registry.list()) {
    if (await isDeleted(object, owner)) registry.removed(`${object.list}/${object.id}`)
    else left.push(`${object.list}/${object.id}`)
  }
  return left
}

/** Deletes one object. It is gone when the target says so, or can't be read (any more). */
async function isDeleted({ list, id }: CreatedObject, owner: Actor): Promise<boolean> {
  const path = `${list}/${encodeURIComponent(id)}`
  const deleted = await again(() => owner.delete(path))
  return deleted.ok || !(await owner.get(path)).ok
}

const lists = ['bookings', 'resources', 'collaborators']

/**
 * Looks through whole schedules for objects with the nonce of a run in a text, which nothing else has, and deletes them:
 * what a create left that was never answered, or refused and yet made.
 */
export async function sweep(
  owner: Actor,
  schedules: readonly { path: string }[],
  nonce: string,
): Promise<string[]> {
  const left: string[] = []
  for (const list of lists) {
    for (const schedule of schedules) {
      const path = `${schedule.path}/${list}`
      for (const item of await owner.all(path)) {
        const isOurs = Object.values(item).some(value => typeof value === 'string' && value.includes(nonce))
        if (!isOurs || (typeof item.id !== 'number' && typeof item.id !== 'string')) continue
        if (!(await isDeleted({ list: path, id: item.id }, owner))) left.push(`${path}/${item.id}`)
      }
    }
  }
  return left
}
