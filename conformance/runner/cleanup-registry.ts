import type { Actor } from './context.js'
import { createDeletions, type Deletions } from './deletions.js'
import { isObject } from './json.js'
import type { CreatedObject, Ledger } from './ledger.js'
import { Blocked, NotImplemented } from './outcomes.js'
import { retry } from './retry.js'

/** Bookings are deleted before their resources. */
const order = ['bookings', 'resources', 'collaborators']
const rank = ({ list }: CreatedObject) => order.findIndex(name => list.endsWith(`/${name}`))

/** What a check, or the run, has created and must delete. Every change is in the ledger first. */
export type CleanupRegistry = ReturnType<typeof createCleanupRegistry>

export function createCleanupRegistry(
  ledger: Pick<Ledger, 'write'>,
  deletions: Deletions = createDeletions(),
  mayLeaveObjects = false,
) {
  const objects = new Map<string, CreatedObject>()
  return {
    /** What is known of the target's deletions. */
    deletions,
    /** A create is about to be sent. Throws `Blocked` where the target would not delete the object. */
    intend(list: string): void {
      if (!mayLeaveObjects) deletions.assertWorking(list)
      ledger.write({ type: 'creating', list })
    },
    add(list: string, id: number | string): void {
      ledger.write({ type: 'created', list, id })
      objects.set(`${list}/${id}`, { list, id })
    },
    /** The target says that it deleted an object. */
    removed(path: string): void {
      if (objects.delete(path)) ledger.write({ type: 'deleted', path })
    },
    /** In the order of deletion: bookings, resources, collaborators; the newest first. */
    list: (): readonly CreatedObject[] => [...objects.values()].reverse().sort((a, b) => rank(a) - rank(b)),
  }
}

/** The message about an object that could not be deleted. */
export const undeleted = (path: string) => `${path} could not be deleted`

/** Deletes the objects of a registry by id. Returns the paths of those that are still there. */
export async function cleanUp(registry: CleanupRegistry, owner: Actor): Promise<string[]> {
  const left: string[] = []
  for (const object of registry.list()) {
    const path = `${object.list}/${object.id}`
    if (await isDeleted(object, owner, registry.deletions)) registry.removed(path)
    else {
      left.push(path)
      // Where the target said that it deleted the object, the registry believed it.
      registry.add(object.list, object.id)
    }
  }
  return left
}

/** Deletes an object. Returns whether it is gone. */
async function isDeleted({ list, id }: CreatedObject, owner: Actor, deletions: Deletions): Promise<boolean> {
  const path = `${list}/${encodeURIComponent(id)}`
  const deleted = await retry(() => owner.delete(path))
  if (deleted.ok && deletions.areProven(list)) return true
  const read = await owner.get(path)
  // It may have gone with its resource, unless this target deletes or reads none at all.
  const isRefused = !read.ok && read.status < 500 && (deleted.ok || deletions.areProven(list))
  if (isRefused || ((deleted.ok || !read.ok) && (await isUnlisted(list, id, owner)))) {
    if (deleted.ok) deletions.worked(list)
    return true
  }
  deletions.failed(list, path)
  return false
}

/** Whether a list can be read and does not show an object. */
async function isUnlisted(list: string, id: number | string, owner: Actor): Promise<boolean> {
  const { ok, data } = await owner.get(list, { ids: id })
  return ok && Array.isArray(data) && !data.some(item => isObject(item) && String(item.id) === String(id))
}

/** Statuses of an operation that the target does not offer. */
const notOffered = [404, 405, 501]

/**
 * Deletes every object of the schedules with the nonce of a run in a text: such as a create left that was never
 * answered, or that was refused and done all the same. Returns the paths of those that are still there, and why lists could
 * not be read; a list that the target does not offer is not among them.
 */
export async function sweep(
  owner: Actor,
  schedules: readonly { path: string }[],
  { nonce, registry }: { nonce: string; registry: Pick<CleanupRegistry, 'deletions' | 'add'> },
): Promise<{ left: readonly string[]; unread: readonly string[] }> {
  const left: string[] = []
  const unread: string[] = []
  for (const list of order.flatMap(name => schedules.map(({ path }) => `${path}/${name}`))) {
    const objects = await owner.all(list).catch(error => {
      if (error instanceof NotImplemented) return []
      if (!(error instanceof Blocked)) throw error
      const [reply] = error.finding.replies
      if (!reply || !notOffered.includes(reply.status)) unread.push(`${list}: ${error.message}`)
      return []
    })
    for (const object of objects) {
      const { id } = object
      const isOurs = Object.values(object).some(value => typeof value === 'string' && value.includes(nonce))
      if (!isOurs || (typeof id !== 'number' && typeof id !== 'string')) continue
      if (await isDeleted({ list, id }, owner, registry.deletions)) continue
      left.push(`${list}/${id}`)
      registry.add(list, id)
    }
  }
  return { left, unread }
}
