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

/** Deletes the objects of a registry by their ids. Returns the paths of those that are still there. */
export async function cleanUp(registry: CleanupRegistry, owner: Actor): Promise<string[]> {
  const left: string[] = []
  // What this deletes is deleted one by one, and casts no doubt on the rest.
  const { isDoubtful, deletions } = registry
  const remove = async (object: CreatedObject) => {
    const path = `${object.list}/${object.id}`
    const isGone = isDoubtful && (await isAnother(object, owner, registry))
    if (isGone || (await isDeleted(object, owner, registry))) registry.removed(path)
    else {
      left.push(path)
      // Where the target said that it deleted the object, the registry believed it.
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
    // Whether DELETE works at all is found out with one of them.
    const first = ofKind[0] && !deletions.areProven(ofKind[0].list) ? ofKind.splice(0, 1) : []
    await owner.each(first, remove)
    await owner.each(ofKind, remove)
  }
  return left
}

/**
 * Lets go of objects that a bulk request may have deleted, and deletes the others: one list tells of many, where lists with ids
 * have told the truth on this target. What it shows of an object must have the mark of the run. One that is there all the same is
 * found by the look through the schedules.
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

/** Ids in one request at most. */
const mostIds = 50

/** The objects of each list, in portions for one request. */
function portionsOf(objects: readonly CreatedObject[]): CreatedObject[][] {
  const portions = new Map<string, CreatedObject[]>()
  for (const [index, object] of objects.entries()) {
    const key = `${object.list} ${Math.floor(index / mostIds)}`
    portions.set(key, [...(portions.get(key) ?? []), object])
  }
  return [...portions.values()]
}

/**
 * Deletes objects of a list by one request, where this target has shown that it does so. Returns whether it was accepted: what is
 * there all the same is found by the look through the schedules, while another object may have such an id by now.
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

/** Objects that may be left behind by the checks before they are deleted by few requests. */
const mostDiscarded = 40

/**
 * Takes over the objects of a check that has passed, if they can be deleted together with those of other checks. Returns whether
 * it did.
 */
export async function discard(session: Session, { isDoubtful, deletions, ...registry }: CleanupRegistry) {
  const objects = registry.list()
  const [first, second] = session.schedules
  // What is in a third schedule may be gone with all else there before it is deleted, and its id be another object's.
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
 * the name of the run. Apart from the editor and the viewer of the run, none of these people was a collaborator before.
 */
export async function deleteUnanswered(
  { target, schedules, registry: { deletions, creator, add } }: Session,
  unanswered: CleanupRegistry['unanswered'],
  owner: Actor,
): Promise<string[]> {
  const left: string[] = []
  for (const { list, text } of unanswered.splice(0)) {
    const body = parseJson(text)
    const email = isObject(body) ? addressOf(body) : ''
    const present = list === schedules[0]?.collaborators ? target.members.slice(0, 2) : []
    if (!list.endsWith('/collaborators') || email === '' || present.some(isOf(email))) continue
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

/** The address of an account marks a collaborator; anywhere else it is a text of somebody. */
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
  // It may have gone with its resource, unless this target deletes or reads none at all.
  const isRefused = !read.ok && read.status < 500 && (deleted.ok || deletions.areProven(list))
  if (isRefused || ((deleted.ok || !read.ok) && (await isUnlisted(list, id, owner)))) {
    if (deleted.ok) deletions.worked(list)
    return true
  }
  // What is there may be the next object with that id.
  if (deleted.ok && (await creator.isGivenAgain(path))) return true
  deletions.failed(list, path)
  return false
}

/** Whether a list can be read and does not show an object. */
async function isUnlisted(list: string, id: number | string, owner: Actor): Promise<boolean> {
  const { ok, data } = await owner.get(list, { ids: id })
  return ok && Array.isArray(data) && !data.some(item => isObject(item) && String(item.id) === String(id))
}

/** A text with a name of the run: its nonce and the rest of a token, as a word; a target may change the case of addresses. */
const namesOfRun = (nonce: string) => new RegExp(`(?<![0-9a-z])${nonce}[0-9a-z]{1,7}(?![0-9a-z])`, 'i')

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
  { nonce, registry }: { nonce: string; registry: Pick<CleanupRegistry, 'deletions' | 'creator' | 'add'> },
): Promise<{ left: readonly string[]; unread: readonly string[] }> {
  const ours = namesOfRun(nonce)
  const left: string[] = []
  const unread: string[] = []
  for (const list of deletionOrder.flatMap(name => schedules.map(({ path }) => `${path}/${name}`))) {
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
      // Such an id may name another object.
      if (!isInexact(id) && (await isDeleted({ list, id }, owner, registry))) continue
      left.push(`${list}/${id}`)
      registry.add(list, id)
    }
  }
  return { left, unread }
}

/** The end of a run of checks: memberships and passwords are put back, and everything is deleted. */
export async function tearDown(session: CheckSession, undoMembers?: () => Promise<void>): Promise<void> {
  const { leftovers, pool } = session
  if (!session.canCleanUp()) return
  if (undoMembers) await step(leftovers, 'Memberships could not be put back', undoMembers)
  // Accounts that were made for the run end with it, and targets take long to hash a password.
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
 * Deletes all objects of the run: first by their ids, then by a look through the schedules. `lists`: of which kinds lists with ids
 * have told the truth.
 */
export async function deleteAll(session: Session, lists: CheckSession['lists'] = new Map()): Promise<void> {
  if (!session.canCleanUp()) return
  const { target, leftovers, registry, schedules } = session
  const owner = createActor(session, target.owner, 'owner', { check: 'clean-up' })
  // The check that made an object may have reported it already.
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
    // What could not be deleted at first may be gone by now, with its resource or by the sweep.
    for (const text of leftovers.filter(text => text.endsWith(undeletedText('')) && !left.has(text))) {
      const path = text.slice(0, -undeletedText('').length)
      if (!(await owner.get(path)).ok) leftovers.splice(leftovers.indexOf(text), 1)
    }
    report(left)
    report(swept.unread.map(text => `Failed to search the schedules for leftovers. ${text}`))
  })
}

/** One step of the clean-up: an error is reported and does not keep the next step from running. */
async function step(leftovers: string[], failure: string, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    leftovers.push(`${failure}: ${messageOf(error)}`)
  }
}
