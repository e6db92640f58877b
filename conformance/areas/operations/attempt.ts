import {
  type Actor,
  Blocked,
  changedOnly,
  gone,
  holds,
  isObject,
  type JsonObject,
  type Made,
  nothingCreated,
  type Query,
  type Reply,
  unchanged,
} from '../../runner/index.js'

/** A request of one row of section 4, ready to be sent by anybody, about objects of the check's own. */
export interface Attempt {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly query?: Query
  readonly body?: JsonObject
  /** For reads: a text of the object, which nobody who may not read it finds in an answer. */
  readonly secret?: string
  /** Nothing has happened. */
  untouched(...replies: Reply[]): Promise<void>
  /** What was asked for has happened. */
  done(reply: Reply): Promise<void>
}

/** Sends the request as somebody. */
export function send(actor: Actor, { method, path, query, body = {} }: Attempt): Promise<Reply> {
  switch (method) {
    case 'GET':
      return actor.get(path, query)
    case 'POST':
      return actor.post(path, body, query)
    case 'PUT':
      return actor.put(path, body, query)
    case 'DELETE':
      return actor.delete(path, query)
  }
}

/** The id that a create was answered with, a number or a text (section 2.3). */
export function answeredId(reply: Reply): number | string {
  const [created] = Array.isArray(reply.data) ? reply.data : []
  const id = isObject(created) ? created.id : undefined
  if (typeof id === 'number' || typeof id === 'string') return id
  throw new Blocked('ENV-09', {
    message: 'the answer to a create does not hold the id',
    expected: [{ id: 'the id' }],
    actual: reply.data,
    replies: [reply],
  })
}

const idsOf = ({ id }: Made): Query => ({ ids: [id] })

/** Whether it is an integer or a text is for ENV-12 to say. */
const isId = (value: unknown, { id }: Made) => String(value) === String(id)

/** GET of a list, with `ids`. */
export function listing(made: Made, path: string, secret: string): Attempt {
  return {
    method: 'GET',
    path,
    query: idsOf(made),
    secret,
    untouched: () => unchanged(made),
    async done(reply) {
      const found = Array.isArray(reply.data) ? reply.data.map(item => isObject(item) && item.id) : []
      holds(
        found.length === 1 && isId(found[0], made),
        `the list must hold the ${made.kind} that was asked for and no other`,
        {
          expected: [made.id],
          actual: found,
          replies: [reply],
        },
      )
    },
  }
}

/** GET of one object. */
export function reading(made: Made, secret: string): Attempt {
  return {
    method: 'GET',
    path: made.path,
    secret,
    untouched: () => unchanged(made),
    async done(reply) {
      const actual = isObject(reply.data) ? reply.data.id : undefined
      holds(isId(actual, made), `the read must return the ${made.kind} that was asked for`, {
        expected: made.id,
        actual,
        replies: [reply],
      })
    },
  }
}

/** POST; `mark` is a text of the body that occurs nowhere else. */
export function creating(owner: Actor, list: string, body: JsonObject, mark: string): Attempt {
  return {
    method: 'POST',
    path: list,
    body,
    untouched: (...replies) => nothingCreated(owner, list, mark, ...replies),
    async done(reply) {
      const read = await owner.get(`${list}/${answeredId(reply)}`)
      holds(read.ok && isObject(read.data), 'a create was accepted, and yet the object cannot be read', {
        expected: body,
        actual: read.body ?? read.text,
        replies: [reply, read],
      })
    },
  }
}

/** PUT of one object. */
export function changing(made: Made, body: JsonObject): Attempt {
  return {
    method: 'PUT',
    path: made.path,
    body,
    untouched: () => unchanged(made),
    done: () => changedOnly(made, body),
  }
}

/** PUT of a list, with `ids`. */
export const changingByIds = (made: Made, path: string, body: JsonObject): Attempt => ({
  ...changing(made, body),
  path,
  query: idsOf(made),
})

/** DELETE of one object; `list` is where it cannot be found any more. */
export function deleting(made: Made, list: string): Attempt {
  return {
    method: 'DELETE',
    path: made.path,
    untouched: () => unchanged(made),
    done: () => gone(made, list),
  }
}

/** DELETE of a list, with `ids`. */
export const deletingByIds = (made: Made, path: string): Attempt => ({
  ...deleting(made, path),
  path,
  query: idsOf(made),
})
