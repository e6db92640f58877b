import type { Kind } from '../catalogue/members.js'
import { retry } from '../http/client.js'
import { isId, isInexact } from '../http/exchange.js'
import { messageOf } from '../http/interrupted.js'
import { isObject, type JsonObject, parseJson } from '../http/json.js'
import { changeSettings, restorePassword } from './accounts.js'
import { type Actor, createActor, listByIds } from './actor.js'
import {
  type CleanupRegistry,
  createCleanupRegistry,
  type Deletions,
  deletionOrder,
} from './cleanup-registry.js'
import type { CreatedObject } from './ledger.js'
import { Blocked, NotImplemented } from './outcomes.js'
import type { CheckSession, Session } from './session.js'

/** The message about an object that could not be deleted. */
export const undeletedText = (path: string) => `${path} could not be deleted`

/** Deletes the objects of a registry by id. Returns the paths of those that still exist. */
export async function cleanUp(registry: CleanupRegistry, owner: Actor): Promise<string[]> {
  const left: string[] = []
  // These deletions are sent one by one, and cast no doubt on the rest.
  const { isDoubtful, deletions } = registry
  const remove = async (object: CreatedObject) => {
    const path = `${object.list}/${object.id}`
    const isGone = isDoubtful && (await isAnother(object, owner, registry))
    if (isGone || (await isDeleted(object, owner, registry))) registry.removed(path)
    else {
      left.push(path)
      // The registry believed the target, which said that it deleted the object.
      registry.add(object.list, object.id)
    }
  }
  const objects = registry.list()
  for (const kind of deletionOrder) {
    const ofKind: CreatedObject[] = []
    for (const together of portionsOf(objects.filter(({ list }) => list.endsWith(`/${kind}`)))) {
      if (!isDoubtful && (await areDeleted(together, owner, deletions)))
        for (const { list, id } of together) registry.removed(`${list}/${id}`)
      else ofKind.push(...together)
    }
    // A first deletion shows whether DELETE works at all.
    const first = ofKind[0] && !deletions.areProven(ofKind[0].list) ? ofKind.splice(0, 1) : []
    await owner.each(first, remove)
    await owner.each(ofKind, remove)
  }
  return left
}

/**
 * Drops objects that a bulk request may have deleted, and deletes the others if they have the mark of the run: one list
 * covers many, if lists with ids have been correct on this target. Whatever remains is found by the final search of the
 * schedules.
 */
export async function forgetDeleted(
  registry: CleanupRegistry,
  owner: Actor,
  lists: ReadonlyMap<Kind, boolean>,
) {
  const { isDoubtful, deletions } = registry
  if (!isDoubtful) return
  for (const together of portionsOf(registry.list())) {
    const [{ list } = { list: '' }] = together
    const kind = list.slice(list.lastIndexOf('/') + 1, -1) as Kind
    if (together.length < 2 || !lists.get(kind) || !deletions.areProven(list)) continue
    const there = await listByIds(owner, list, together)
    if (!there) continue
    const isGone = ({ id }: CreatedObject) => !there.has(String(id))
    const isOurs = ({ id }: CreatedObject) => isMarked(there.get(String(id)) ?? {}, registry.marks)
    const gone = together.filter(isGone)
    const ours = together.filter(isOurs)
    if (await areDeleted(ours, owner, deletions)) gone.push(...ours)
    for (const { id } of gone) registry.removed(`${list}/${id}`)
  }
}

/** The maximum number of ids in one request. */
const mostIds = 50

/** Splits the objects of each list into batches, one per request. */
function portionsOf(objects: readonly CreatedObject[]): CreatedObject[][] {
  const portions = new Map<string, CreatedObject[]>()
  for (const [index, object] of objects.entries()) {
    const key = `${object.list} ${Math.floor(index / mostIds)}`
    portions.set(key, [...(portions.get(key) ?? []), object])
  }
  return [...portions.values()]
}

/**
 * Deletes objects of a list with one request, if that has worked on this target. Returns whether it was accepted. Whatever
 * remains is found by the final search of the schedules, since another object may have such an id by now.
 */
async function areDeleted(
  objects: readonly CreatedObject[],
  owner: Actor,
  deletions: Deletions,
): Promise<boolean> {
  const [{ list } = { list: '' }] = objects
  if (objects.length < 2 || !deletions.areProvenInBulk(list)) return false
  return (await retry(() => owner.delete(list, { ids: objects.map(({ id }) => id) }))).ok
}

/** How many objects of passed checks may accumulate before they are deleted with a few requests. */
const mostDiscarded = 40

/** Takes over the objects of a passed check if they can be deleted together with those of other checks. Returns whether it did. */
export async function discard(session: Session, { isDoubtful, deletions, ...registry }: CleanupRegistry) {
  const objects = registry.list()
  const [first, second] = session.schedules
  // Objects in a third schedule may be deleted with everything else there, and their ids reused.
  const isShared = ({ list }: CreatedObject) =>
    [first, second].some(schedule => schedule && list.startsWith(`${schedule.path}/`))
  // Another check may make the same person a collaborator.
  const mayWait = (object: CreatedObject) =>
    deletions.areProvenInBulk(object.list) && isShared(object) && !object.list.endsWith('/collaborators')
  if (isDoubtful || !objects.every(mayWait)) return false
  session.discarded.push(...objects)
  if (session.discarded.length > mostDiscarded) await deleteDiscarded(session)
  return true
}

async function deleteDiscarded(session: Session): Promise<void> {
  const { ledger, nonce, emails, target, leftovers, discarded } = session
  const { deletions } = session.registry
  const marks = [nonce, ...emails]
  const registry = createCleanupRegistry({ ledger, marks, deletions, objects: discarded.splice(0) })
  const owner = createActor(session, target.owner, 'owner', { check: 'clean-up' })
  try {
    leftovers.push(...(await cleanUp(registry, owner)).map(undeletedText))
  } catch (error) {
    discarded.push(...registry.list())
    throw error
  }
}

/**
 * Deletes collaborators that the target created without answering. The final search for leftovers finds only addresses that contain
 * the name of the run. Of these people, only `members` were collaborators before: by default the editor and the viewer of the run.
 */
export async function deleteUnanswered(
  { target, schedules, registry: { deletions, creator, add } }: Session,
  unanswered: CleanupRegistry['unanswered'],
  owner: Actor,
  members = target.members.slice(0, 2),
): Promise<string[]> {
  const left: string[] = []
  for (const { list, text } of unanswered.splice(0)) {
    const body = parseJson(text)
    const email = isObject(body) ? addressOf(body) : ''
    const present = list === schedules[0]?.collaborators ? members : []
    if (!list.endsWith('/collaborators') || email === '' || present.some(isOf(email))) continue
    // Checks also name schedules that do not exist.
    if ((await owner.get(list)).status === 404) continue
    const found = (await owner.all(list)).find(isOf(email))
    if (!found || !isId(found.id) || (await isDeleted({ list, id: found.id }, owner, { deletions, creator })))
      continue
    left.push(`${list}/${found.id}`)
    add(list, found.id)
  }
  return left
}

const addressOf = ({ email }: { readonly email?: unknown }) => String(email).toLowerCase()
const isOf = (address: string) => (account: { readonly email?: unknown }) => addressOf(account) === address

/** Whether an object was deleted without an explicit request of this run, and another one may have its id. */
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

/** The address of an account marks a collaborator; anywhere else it may be anybody's text. */
const isMarked = (object: JsonObject, marks: readonly string[]) =>
  Object.entries(object).some(
    ([member, value]) =>
      typeof value === 'string' &&
      marks.some(
        mark =>
          (member === 'email' || !mark.includes('@')) && value.toLowerCase().includes(mark.toLowerCase()),
      ),
  )

/** Deletes an object. Returns whether it is gone. */
async function isDeleted(
  { list, id }: CreatedObject,
  owner: Actor,
  { deletions, creator }: Pick<CleanupRegistry, 'deletions' | 'creator'>,
): Promise<boolean> {
  const path = `${list}/${encodeURIComponent(id)}`
  const deleted = await retry(() => owner.delete(path))
  if (deleted.ok && deletions.areProven(list)) return true
  const read = await owner.get(path)
  // It may have been deleted with its resource, unless this target deletes or reads nothing at all.
  const isRefused = !read.ok && read.status < 500 && (deleted.ok || deletions.areProven(list))
  if (isRefused || ((deleted.ok || !read.ok) && (await isUnlisted(list, id, owner)))) {
    if (deleted.ok) deletions.worked(list)
    return true
  }
  // An object found there may be the next one with that id.
  if (deleted.ok && (await creator.isGivenAgain(path))) return true
  deletions.failed(list, path)
  return false
}

/** Whether a list can be read and does not contain an object. */
async function isUnlisted(list: string, id: number | string, owner: Actor): Promise<boolean> {
  const { ok, data } = await owner.get(list, { ids: id })
  return ok && Array.isArray(data) && !data.some(item => isObject(item) && String(item.id) === String(id))
}

/** Matches a name of the run in a text: its nonce and the rest of a token, as a word; a target may change the case of addresses. */
const namesOfRun = (nonce: string) => new RegExp(`(?<![0-9a-z])${nonce}[0-9a-z]{1,7}(?![0-9a-z])`, 'i')

/** Milliseconds by which the clock of a target may be behind. */
const skew = 300_000

/** Whether an object was there before the run: a faulty target may have changed its texts. */
const isOlder = ({ created_at }: JsonObject, started: number) =>
  typeof created_at === 'string' && Date.parse(created_at) < started - skew

/** Statuses which mean that the target does not offer an operation. */
const notOffered = [404, 405, 501]

/** The run whose objects are deleted. */
interface Swept {
  readonly nonce: string
  /** Milliseconds since 1970. */
  readonly started: number
  readonly registry: Pick<CleanupRegistry, 'deletions' | 'creator' | 'add' | 'list'>
}

/**
 * Deletes every object in the schedules that has a name of the run in a text: such as one whose create was never answered,
 * or was refused and carried out all the same. Returns the paths of those that still exist, and what else could not be done:
 * lists that could not be read, except those that the target does not offer, and objects that were there before the run.
 */
export async function sweep(
  owner: Actor,
  schedules: readonly { path: string }[],
  { nonce, started, registry }: Swept,
): Promise<{ left: readonly string[]; undone: readonly string[] }> {
  const ours = namesOfRun(nonce)
  const created = new Set(registry.list().map(({ list, id }) => `${list}/${id}`))
  const left: string[] = []
  const undone: string[] = []
  for (const list of deletionOrder.flatMap(name => schedules.map(({ path }) => `${path}/${name}`))) {
    const objects = await owner.all(list).catch(error => {
      if (error instanceof NotImplemented) return []
      if (!(error instanceof Blocked)) throw error
      const [reply] = error.finding.replies
      if (!reply || !notOffered.includes(reply.status))
        undone.push(`Failed to search the schedules for leftovers. ${list}: ${error.message}`)
      return []
    })
    for (const object of objects) {
      const { id } = object
      const isOurs = Object.values(object).some(value => typeof value === 'string' && ours.test(value))
      if (!isOurs || !isId(id)) continue
      if (!created.has(`${list}/${id}`) && isOlder(object, started)) {
        undone.push(`${list}/${id} has a name of this run, but was there before, so it was not deleted`)
        continue
      }
      // Such an id may identify another object.
      if (!isInexact(id) && (await isDeleted({ list, id }, owner, registry))) continue
      left.push(`${list}/${id}`)
      registry.add(list, id)
    }
  }
  return { left, undone }
}

/** Ends a run of checks: restores memberships and passwords, and deletes everything. */
export async function tearDown(session: CheckSession, undoMembers?: () => Promise<void>): Promise<void> {
  const { leftovers, pool } = session
  if (!session.canCleanUp()) return
  if (undoMembers) await step(leftovers, 'Memberships could not be put back', undoMembers)
  // Accounts that were created for the run are removed with it, and targets take long to hash a password.
  const kept = session.isProvisioned ? [] : pool.list()
  await step(leftovers, 'allow_collaboration could not be put back', async () => {
    for (const account of kept.filter(({ isOpened }) => isOpened)) {
      const actor = createActor(session, account, 'throwaway', { check: 'clean-up' })
      await retry(() => changeSettings(actor, { allow_collaboration: false }))
    }
  })
  await step(leftovers, 'Passwords could not be put back', async () => {
    for (const account of kept.filter(({ password, original }) => password !== original)) {
      const as = (password: string) =>
        createActor(session, { email: account.email, password }, 'throwaway', { check: 'clean-up' })
      if (await restorePassword(as(account.password), as(account.original))) continue
      // A target may refuse a password that was used before.
      session.spentAccounts.set(
        account.originalEmail,
        'has another password now, and does not get the old one back',
      )
    }
  })
  for (const { email, originalEmail } of pool.list())
    if (email !== originalEmail) session.spentAccounts.set(originalEmail, `has the address ${email} now`)
  await deleteAll(session, session.lists)
}

/**
 * Deletes all objects of the run: first by id, then by searching the schedules. `lists` has the kinds for which lists with
 * ids have been correct.
 */
export async function deleteAll(session: Session, lists: CheckSession['lists'] = new Map()): Promise<void> {
  if (!session.canCleanUp()) return
  const { target, leftovers, registry, schedules } = session
  const owner = createActor(session, target.owner, 'owner', { check: 'clean-up' })
  // The check that created an object may already have reported it.
  const report = (texts: Iterable<string>) => {
    for (const text of texts) if (!leftovers.includes(text)) leftovers.push(text)
  }

  await step(leftovers, 'Objects of checks could not be deleted', () => deleteDiscarded(session))
  await step(leftovers, 'Shared objects could not be deleted', async () => {
    await forgetDeleted(registry, owner, lists)
    report((await deleteUnanswered(session, registry.unanswered, owner)).map(undeletedText))
    report((await cleanUp(registry, owner)).map(undeletedText))
  })
  await step(leftovers, 'Failed to search the schedules for leftovers', async () => {
    const swept = await sweep(owner, schedules, session)
    const left = new Set(swept.left.map(undeletedText))
    // Objects that could not be deleted at first may be gone by now, with their resource or by the sweep.
    for (const text of leftovers.filter(text => text.endsWith(undeletedText('')) && !left.has(text))) {
      const path = text.slice(0, -undeletedText('').length)
      if (!(await owner.get(path)).ok) leftovers.splice(leftovers.indexOf(text), 1)
    }
    report(left)
    report(swept.undone)
  })
}

/** Runs one step of the clean-up: an error is reported and does not prevent the next step. */
async function step(leftovers: string[], failure: string, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    leftovers.push(`${failure}: ${messageOf(error)}`)
  }
}
