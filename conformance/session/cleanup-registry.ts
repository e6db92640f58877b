import type { Actor } from '../check/context.js'
import { namesOfRun } from '../check/names.js'
import { isId } from '../http/exchange.js'
import { isObject, type JsonObject } from '../http/json.js'
import { retry } from '../http/retry.js'
import { createDeletions, type Deletions } from './deletions.js'
import { type Creator, createIdHistory } from './id-history.js'
import type { CreatedObject, Ledger } from './ledger.js'
import { Blocked, NotImplemented } from './outcomes.js'

/** Bookings are deleted before their resources. */
const order = ['bookings', 'resources', 'collaborators']
const rank = ({ list }: CreatedObject) => order.findIndex(name => list.endsWith(`/${name}`))

/** What a check, or the run, has created and must delete. Every change is in the ledger first. */
export type CleanupRegistry = ReturnType<typeof createCleanupRegistry>

interface RegistryOptions {
  readonly ledger: Pick<Ledger, 'write'>
  /** Texts of which everything that is created has one in a text, but for bookings, whose resource has. */
  readonly marks: readonly string[]
  readonly deletions?: Deletions
  readonly creator?: Creator
  readonly mayLeaveObjects?: boolean
}

export function createCleanupRegistry({
  ledger,
  marks,
  deletions = createDeletions(),
  creator = createIdHistory().enter(),
  mayLeaveObjects = false,
}: RegistryOptions) {
  const objects = new Map<string, CreatedObject>()
  let isDoubtful = false
  const add = (list: string, id: number | string) => {
    ledger.write({ type: 'created', list, id })
    objects.set(`${list}/${id}`, { list, id })
  }
  return {
    marks,
    creator,
    /** What is known of the target's deletions. */
    deletions,
    /**
     * A create is about to be sent. Throws `Blocked` where the target would not delete the object. The result is called with the
     * ids of the answer, or none.
     */
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
    /** Objects may be gone without being removed here, and other objects may have their ids. */
    doubt(): void {
      isDoubtful = true
    },
    /** Whether an object has to be recognized by its mark before it is deleted. */
    get isDoubtful(): boolean {
      return isDoubtful
    },
    /** The target says that it deleted an object, or those of a list. */
    removed(path: string): void {
      if (objects.delete(path)) ledger.write({ type: 'deleted', path })
      // Bookings may have gone with their resource.
      if (!/\/(bookings|collaborators)\/[^/]+$/.test(path)) isDoubtful = true
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
  // What this deletes is deleted one by one, and casts no doubt on the rest.
  const { isDoubtful, deletions } = registry
  const remove = async (object: CreatedObject) => {
    const path = `${object.list}/${object.id}`
    const isGone = isDoubtful && (await isAnother(object, owner, registry))
    if (isGone || (await isDeleted(object, owner, deletions))) registry.removed(path)
    else {
      left.push(path)
      // Where the target said that it deleted the object, the registry believed it.
      registry.add(object.list, object.id)
    }
  }
  const objects = registry.list()
  for (const kind of order) {
    const ofKind = objects.filter(({ list }) => list.endsWith(`/${kind}`))
    // Whether DELETE works at all is found out with one of them.
    const first = ofKind[0] && !deletions.areProven(ofKind[0].list) ? ofKind.splice(0, 1) : []
    await owner.each(first, remove)
    await owner.each(ofKind, remove)
  }
  return left
}

/** Whether an object was deleted without this run's asking for just that, and another one may have its id. */
async function isAnother(
  { list, id }: CreatedObject,
  owner: Actor,
  { marks, deletions }: CleanupRegistry,
): Promise<boolean> {
  const { ok, status, data } = await owner.get(`${list}/${encodeURIComponent(id)}`)
  if (!ok) return status < 500 && deletions.areProven(list)
  if (!isObject(data) || isMarked(data, marks)) return false
  if (!list.endsWith('/bookings')) return isNamed(data)
  // A booking without a mark is recognized by its resource.
  const { resource_id: of } = data
  if (!isId(of)) return false
  const resource = await owner.get(`${list.replace(/bookings$/, 'resources')}/${encodeURIComponent(of)}`)
  return isObject(resource.data) && isNamed(resource.data) && !isMarked(resource.data, marks)
}

/** A faulty target may have lost the text with the mark. */
const isNamed = ({ name, email }: JsonObject) => (name ?? email ?? '') !== ''

const isMarked = (object: JsonObject, marks: readonly string[]) =>
  Object.values(object).some(
    value =>
      typeof value === 'string' && marks.some(mark => value.toLowerCase().includes(mark.toLowerCase())),
  )

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
 * Deletes every object of the schedules with a name of the run in a text: such as a create left that was never
 * answered, or that was refused and done all the same. Returns the paths of those that are still there, and why lists could
 * not be read; a list that the target does not offer is not among them.
 */
export async function sweep(
  owner: Actor,
  schedules: readonly { path: string }[],
  { nonce, registry }: { nonce: string; registry: Pick<CleanupRegistry, 'deletions' | 'add'> },
): Promise<{ left: readonly string[]; unread: readonly string[] }> {
  const ours = namesOfRun(nonce)
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
      const isOurs = Object.values(object).some(value => typeof value === 'string' && ours.test(value))
      if (!isOurs || !isId(id)) continue
      if (await isDeleted({ list, id }, owner, registry.deletions)) continue
      left.push(`${list}/${id}`)
      registry.add(list, id)
    }
  }
  return { left, unread }
}
