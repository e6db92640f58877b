import type { Kind } from '../catalogue/members.js'
import type { BulkScope } from '../catalogue/rule.js'
import {
  accepted,
  answeredId,
  changedOnly,
  gone,
  holds,
  nothingCreated,
  unchanged,
} from '../check/assertions.js'
import type { Context } from '../check/context.js'
import type { Made } from '../check/created.js'
import type { Reply } from '../http/exchange.js'
import { isObject, type JsonObject } from '../http/json.js'
import { bulkScopes, me, type Query } from '../http/paths.js'
import type { Actor } from '../session/actor.js'
import { bookings, type Collection, collaborators, resourceBookings, resources } from './collections.js'

/** A request of one row of section 4, about objects that the check created, which anybody can send. */
export interface PreparedRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly query?: Query
  readonly body?: JsonObject
  /** For reads: a text of the object, which must not be in the response to anybody who may not read it. */
  readonly secret?: string
  /** Asserts that the request had no effect. */
  untouched(...replies: Reply[]): Promise<void>
  /** Asserts that the request had its effect. */
  done(reply: Reply): Promise<void>
}

/** One row of sections 4.1 to 4.3. */
export interface Operation {
  readonly kind: Kind
  readonly method: PreparedRequest['method']
  /** The path as in section 4. */
  readonly path: string
  /** The action in titles of checks: `change resources in bulk`. */
  readonly action: string
  /** The bulk requests, for the options of checks that perform it. */
  readonly sends: readonly BulkScope[]
  /** Creates what the request is about. */
  prepare(context: Context): Promise<PreparedRequest>
}

/** Sends a prepared request as somebody. */
export const send = (actor: Actor, { method, path, query, body = {} }: PreparedRequest): Promise<Reply> =>
  actor.send(method, path, {
    query,
    ...((method === 'POST' || method === 'PUT') && { text: JSON.stringify(body) }),
  })

/** Performs an operation, as the owner by default; it must be accepted. */
export async function perform(context: Context, { prepare }: Operation, actor = context.owner) {
  const attempt = await prepare(context)
  const reply = await send(actor, attempt)
  accepted(reply)
  return { attempt, reply }
}

/** One new object, and the list that contains it. */
async function one(
  context: Context,
  collection: Collection,
  members: JsonObject = {},
): Promise<{ list: string; made: Made }> {
  const { path, objects } = await collection.make(context, { count: 1, members: () => members })
  return { list: path, made: objects[0] as Made }
}

/** One new object to read. It has a note if its kind has notes, which some services hide from some readers. */
const oneWithNote = (context: Context, collection: Collection) =>
  one(context, collection, collection.kind === 'collaborator' ? {} : { note: `Note ${context.token}` })

const secretOf = (made: Made, { mark }: Collection) => String(made.was[mark])

/** Whether the id is an integer or a text is left to ENV-12. */
const isId = (value: unknown, { id }: Made) => String(value) === String(id)

/** `row` is the method and the path: `PUT resources/{resourceId}`. */
function operation(kind: Kind, row: string, action: string, prepare: Operation['prepare']): Operation {
  const [method, path] = row.split(' ') as [PreparedRequest['method'], string]
  return { kind, method, path, action, sends: bulkScopes(method, path), prepare }
}

/** GET, PUT and DELETE of a list, with the `ids` of one object. */
function listOperations(collection: Collection): readonly Operation[] {
  const { kind, path, words } = collection
  return [
    operation(kind, `GET ${path}`, `list ${words}`, async context => {
      const { list, made } = await oneWithNote(context, collection)
      return {
        method: 'GET',
        path: list,
        query: { ids: [made.id] },
        secret: secretOf(made, collection),
        untouched: () => unchanged(made),
        async done(reply) {
          const actual = Array.isArray(reply.data) ? reply.data.map(item => isObject(item) && item.id) : []
          const isAlone = actual.length === 1 && isId(actual[0], made)
          holds(isAlone, `the list must hold the ${kind} that was asked for and no other`, {
            expected: [made.id],
            actual,
            replies: [reply],
          })
        },
      }
    }),
    operation(kind, `PUT ${path}`, `change ${words} in bulk`, async context => {
      const { list, made } = await one(context, collection)
      return { ...changing(made, collection.change(context)), path: list, query: { ids: [made.id] } }
    }),
    operation(kind, `DELETE ${path}`, `delete ${words} in bulk`, async context => {
      const { list, made } = await one(context, collection)
      return { ...deleting(made, list), path: list, query: { ids: [made.id] } }
    }),
  ]
}

const changing = (made: Made, body: JsonObject): PreparedRequest => ({
  method: 'PUT',
  path: made.path,
  body,
  untouched: () => unchanged(made),
  done: () => changedOnly(made, body),
})

const deleting = (made: Made, list: string): PreparedRequest => ({
  method: 'DELETE',
  path: made.path,
  untouched: () => unchanged(made),
  done: () => gone(made, list),
})

/** POST to a list, and GET, PUT and DELETE of one object of it. */
function singleOperations(collection: Collection): readonly Operation[] {
  const { kind, mark } = collection
  const path = `${collection.path}/{${kind}Id}`
  return [
    operation(kind, `POST ${collection.path}`, `create a ${kind}`, async context => {
      const { list, body } = await newObject(context, kind)
      return {
        method: 'POST',
        path: list,
        body,
        untouched: (...replies) => nothingCreated(context.owner, list, String(body[mark]), ...replies),
        async done(reply) {
          const read = await context.owner.get(`${list}/${answeredId(reply)}`)
          holds(read.ok && isObject(read.data), 'a create was accepted, and yet the object cannot be read', {
            expected: body,
            actual: read.body ?? read.text,
            replies: [reply, read],
          })
        },
      }
    }),
    operation(kind, `GET ${path}`, `read a ${kind}`, async context => {
      const { made } = await oneWithNote(context, collection)
      return {
        method: 'GET',
        path: made.path,
        secret: secretOf(made, collection),
        untouched: () => unchanged(made),
        async done(reply) {
          const actual = isObject(reply.data) ? reply.data.id : undefined
          holds(isId(actual, made), `the read must return the ${kind} that was asked for`, {
            expected: made.id,
            actual,
            replies: [reply],
          })
        },
      }
    }),
    operation(kind, `PUT ${path}`, `change a ${kind}`, async context =>
      changing((await one(context, collection)).made, collection.change(context)),
    ),
    operation(kind, `DELETE ${path}`, `delete a ${kind}`, async context => {
      const { list, made } = await one(context, collection)
      return deleting(made, list)
    }),
  ]
}

/** A body that creates an object, and where it is sent. */
async function newObject({ given, schedule, name, slot, address }: Context, kind: Kind) {
  if (kind === 'resource') return { list: schedule.resources, body: { name: name() } as JsonObject }
  if (kind === 'booking') {
    const { id } = await given.resource()
    return { list: schedule.bookings, body: { resource_id: id, ...slot(), title: name() } }
  }
  // What a target requires for an address without an account, such as an invitation.
  const { sent } = await given.collaborator()
  return { list: schedule.collaborators, body: { ...sent, email: address() } }
}

/** `PUT resources/{resourceId}/bookings` becomes `put-resource-bookings`, `PUT resources/{resourceId}` `put-resource`. */
const keyOf = ({ method, path }: Operation) =>
  [method.toLowerCase(), ...path.replace(/s\/\{\w+\}/g, '').split('/')].join('-')

type OperationKey =
  | `${'get' | 'put' | 'delete'}-${Collection['key'] | Kind}`
  | `post-${Exclude<Collection['key'], 'resource-bookings'>}`

/** Every row of sections 4.1 to 4.3, by its name in check ids: `put-resources`. */
export const operations = Object.fromEntries(
  [
    ...[resources, bookings, resourceBookings, collaborators].flatMap(listOperations),
    ...[resources, bookings, collaborators].flatMap(singleOperations),
  ].map(operation => [keyOf(operation), operation]),
) as Readonly<Record<OperationKey, Operation>>

/** The operation that creates an object of each kind. */
export const creates = {
  resource: operations['post-resources'],
  booking: operations['post-bookings'],
  collaborator: operations['post-collaborators'],
}

/**
 * Deletes a disposable account as section 4.4 says, and immediately tries it again: on a faulty target it still exists, and
 * may have another address later. Once per run, since there are few such accounts.
 */
export const endOfAnAccount = ({ once, throwaway }: Context, account = throwaway) =>
  once(`DELETE ${me}?me=1`, async () => ({
    deletion: await account.delete(me, { me: 1 }),
    read: await account.get(me),
    change: await account.put(me, { firstname: 'Nobody' }),
  }))

export const deletionOfAnAccount = async (context: Context, account = context.throwaway) =>
  (await endOfAnAccount(context, account)).deletion
