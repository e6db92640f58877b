import type { Actor } from './context.js'
import type { Ledger } from './ledger.js'
import { retry } from './retry.js'

/** An object that the run created: the list it was posted to, and its id. */
export interface CreatedObject {
  readonly list: string
  readonly id: number | string
}

/** What a check, or the run, has created and must delete. Every change is in the ledger first. */
export interface CleanupRegistry {
  /** A create is about to be sent. */
  intend(list: string): void
  add(list: string, id: number | string): void
  /** The target says that it deleted an object. */
  removed(path: string): void
  /** In the order of deletion: bookings, resources, collaborators; the newest first. */
  list(): readonly CreatedObject[]
}

/** Bookings are deleted before their resources. */
const order = ['bookings', 'resources', 'collaborators']
const rank = ({ list }: CreatedObject) => order.findIndex(name => list.endsWith(`/${name}`))

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

/** The message about an object that could not be deleted. */
export const undeleted = (path: string) => `${path} could not be deleted`

/** Deletes the objects of a registry by id. Returns the paths of those that are still there. */
export async function cleanUp(registry: CleanupRegistry, owner: Actor): Promise<string[]> {
  const left: string[] = []
  for (const object of registry.list()) {
    const path = `${object.list}/${object.id}`
    if (await isDeleted(object, owner)) registry.removed(path)
    else left.push(path)
  }
  return left
}

/** Deletes an object. It counts as deleted when the target says so or it can't be read. */
async function isDeleted({ list, id }: CreatedObject, owner: Actor): Promise<boolean> {
  const path = `${list}/${encodeURIComponent(id)}`
  const deleted = await retry(() => owner.delete(path))
  return deleted.ok || !(await owner.get(path)).ok
}

/**
 * Deletes every object of the schedules with the nonce of a run in a text: such as a create left that was never
 * answered, or that was refused and done all the same. Returns the paths of those that are still there.
 */
export async function sweep(
  owner: Actor,
  schedules: readonly { path: string }[],
  nonce: string,
): Promise<string[]> {
  const left: string[] = []
  for (const name of order) {
    for (const schedule of schedules) {
      const list = `${schedule.path}/${name}`
      for (const object of await owner.all(list)) {
        const { id } = object
        const isOurs = Object.values(object).some(value => typeof value === 'string' && value.includes(nonce))
        if (!isOurs || (typeof id !== 'number' && typeof id !== 'string')) continue
        if (!(await isDeleted({ list, id }, owner))) left.push(`${list}/${id}`)
      }
    }
  }
  return left
}
