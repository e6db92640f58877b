import { accepted, allChanged, changedOnly, now } from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import type { Made } from '../../check/created.js'
import type { Reply } from '../../http/exchange.js'
import { isSame } from '../../http/json.js'
import type { Query } from '../../http/paths.js'
import type { Actor } from '../../session/actor.js'
import type { CollectionCheck, Stage } from './each-bulk.js'
import { allGone, unaffected } from './outcome.js'

type Target = Pick<Stage, 'path' | 'change'>

/** One of the two bulk requests, for checks that apply to both. */
export interface BulkRequest {
  readonly name: 'update' | 'delete'
  readonly method: 'PUT' | 'DELETE'
  send(owner: Actor, target: Target, query: Query): Promise<Reply>
  /** Whether it affected an object. */
  hasAffected(owner: Actor, target: Target, made: Made): Promise<boolean>
  /** Asserts that it affected all of these objects. */
  affectedAll(owner: Actor, target: Target, objects: readonly Made[]): Promise<void>
}

export const bulkUpdate: BulkRequest = {
  name: 'update',
  method: 'PUT',
  send: (owner, { path, change }, query) => owner.put(path, change, query),
  async hasAffected(_, { change }, made) {
    const object = await now(made)
    return Object.entries(change).every(([name, value]) => isSame(object[name], value))
  },
  affectedAll: (_, { change }, objects) => allChanged(objects, change),
}

export const bulkDelete: BulkRequest = {
  name: 'delete',
  method: 'DELETE',
  send: (owner, { path }, query) => owner.delete(path, query),
  hasAffected: async (owner, _, { path }) => !(await owner.get(path)).ok,
  affectedAll: (owner, { path }, objects) => allGone(owner, path, objects),
}

/** The request must affect the listed objects and leave the rest. */
export const affectsListed =
  (request: BulkRequest, queryOf = (ids: readonly number[]): Query => ({ ids })): CollectionCheck =>
  async ({ owner }, _, stage) => {
    const staged = await stage({ listed: 2, rest: 2 })

    const reply = await request.send(owner, staged, queryOf(staged.ids))

    accepted(reply)
    await request.affectedAll(owner, staged, staged.listed)
    await unaffected(reply, ...staged.rest)
  }

/** A request for all bookings of a resource must affect neither those of another resource nor the resources. */
export const affectsOneResource = (id: string, title: string, request: BulkRequest, query: Query): Check =>
  check(id, title, { needs: ['spare schedule'] }, async ({ owner, given, spare, token }) => {
    const [one, other] = await given.resources(2, undefined, { in: spare })
    const mine = await given.bookings(one, 2)
    const theirs = await given.bookings(other, 2)
    const target = { path: one.bookings, change: { title: `Changed ${token}` } }

    const reply = await request.send(owner, target, query)

    accepted(reply)
    await unaffected(reply, ...theirs)
    // A booking may count as an update of its resource.
    for (const resource of [one, other]) await changedOnly(resource, { name: resource.name })
    await request.affectedAll(owner, target, mine)
  })
