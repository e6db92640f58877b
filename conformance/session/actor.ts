import {
  answerOf,
  basic,
  createdIds,
  type Exchange,
  meansSuccess,
  type Reply,
  replyOf,
} from '../http/exchange.js'
import { Interrupted } from '../http/interrupted.js'
import { isObject, type Json, type JsonObject } from '../http/json.js'
import { createAndReadRule, type Query, queryText, updateRule } from '../http/paths.js'
import type { Transport } from '../http/transport.js'
import type { Account } from '../target/target.js'
import type { CleanupRegistry } from './cleanup-registry.js'
import type { Operations } from './operations.js'
import { Blocked, NotImplemented, Violation } from './outcomes.js'
import type { CheckSession, Concurrency, Session } from './session.js'

/** One page of a list that was read successfully. */
export interface Page {
  readonly items: readonly JsonObject[]
  readonly pagination: JsonObject
  readonly reply: Reply
}

/**
 * A sender of requests: a user with right or wrong credentials, or nobody.
 *
 * `get`, `post`, `put`, `delete` and `send` return any response: use them for what is checked. `read`, `list`, `all`,
 * `change` and `create` are for preparation and for reading a state: a response that the document does not allow blocks the
 * check by the rule that it breaks, or fails the check if the rule is its own.
 */
export interface Actor {
  /** `owner`, `editor`, `viewer`, `stranger`, `throwaway`, `nobody`, or a description such as `owner with a wrong password`. */
  readonly name: string
  /** Empty for nobody. */
  readonly email: string
  readonly password: string
  /** Runs an action for each item, for several at once if the run allows it: their order must not matter. */
  readonly each: Concurrency['each']
  get(path: string, query?: Query): Promise<Reply>
  post(path: string, body: Json, query?: Query): Promise<Reply>
  put(path: string, body: Json, query?: Query): Promise<Reply>
  delete(path: string, query?: Query): Promise<Reply>
  /** Sends a request with any method and any text as its body. */
  send(method: string, path: string, options?: { query?: Query | undefined; text?: string }): Promise<Reply>
  /** Sends a GET to a URL, such as a link in a list. A URL outside the target is a Violation, and nothing is sent. */
  follow(url: string): Promise<Reply>
  /** Returns the `data` object of a single read. */
  read(path: string, query?: Query): Promise<JsonObject>
  /** Returns one page of a list. */
  list(path: string, query?: Query): Promise<Page>
  /** Returns every object of a list, whatever the page size of the target. */
  all(path: string, query?: Query): Promise<readonly JsonObject[]>
  /** Sends a PUT for preparation. */
  change(path: string, body: JsonObject, query?: Query): Promise<void>
  /** Sends a POST for preparation. Returns the id of the created object. */
  create(path: string, body: JsonObject): Promise<number | string>
}

export interface ActorOptions {
  /** The id of the check, or another purpose of the requests. */
  readonly check: string
  /** Collects the exchanges. */
  readonly trail?: Exchange[]
  /** Collects the created objects; that of the session by default. */
  readonly registry?: CleanupRegistry
  /** Replaces the header made from the credentials; `null` sends none. */
  readonly authorization?: string | null
  /** Replaces `application/json`; `null` sends no Accept header. */
  readonly accept?: string | null
  /** Throws if a request would be unsafe on this target, or pointless. */
  readonly refuseUnsafe?: (method: string, path: string) => void
  readonly returnRateLimited?: boolean
  readonly transport?: Transport
}

/** Creates an actor. The objects that it creates on the target are recorded for the clean-up. */
export function createActor(
  session: Pick<Session, 'client' | 'redaction' | 'registry' | 'concurrency'> &
    Partial<Pick<CheckSession, 'operations'>>,
  { email, password }: Account,
  name: string,
  options: ActorOptions,
): Actor {
  const { client, redaction, concurrency } = session
  const { check, trail = [], registry = session.registry, returnRateLimited, transport } = options
  const { authorization = basic(email, password), accept, refuseUnsafe } = options
  redaction.hide(password, `password of ${name}`)
  if (authorization) redaction.hideHeader(authorization, `credentials of ${name}`)

  const send: Actor['send'] = async (method, path, { query, text } = {}) => {
    const request = {
      method,
      path,
      query: queryText(query),
      as: name,
      ...(text !== undefined && { body: text }),
      ...(authorization !== null && { authorization }),
      ...(accept !== undefined && { accept }),
    }
    refuseUnsafe?.(method, path)
    const created = method === 'POST' ? registry.intend(path) : undefined
    const context = { check, trail, account: email, returnRateLimited, transport }
    let ids: readonly (number | string)[] = []
    try {
      const reply = replyOf(await client.send(request, context))
      if (reply.ok) ids = createdIds(reply)
      if (method === 'DELETE' && reply.ok) registry.removed(path)
      return reply
    } catch (error) {
      const { unanswered } = registry
      if (created && error instanceof Interrupted) unanswered.push({ list: path, text: text ?? '' })
      throw error
    } finally {
      created?.(ids)
    }
  }
  const json = (method: string) => (path: string, body: Json, query?: Query) =>
    send(method, path, { text: JSON.stringify(body), query })
  const bare = (method: string) => (path: string, query?: Query) => send(method, path, { query })
  const verbs = { get: bare('GET'), post: json('POST'), put: json('PUT'), delete: bare('DELETE') }
  return {
    name,
    email,
    password,
    send,
    each: concurrency.each,
    ...verbs,
    ...preparationOf(verbs, session.operations),
    follow: async url => verbs.get(...within(client.baseUrl, url)),
  }
}

/** Returns the objects of a list with these ids, by id as a text, with one request; undefined if the response is not a list. */
export async function listByIds(
  actor: Pick<Actor, 'get'>,
  list: string,
  objects: readonly { readonly id: number | string }[],
): Promise<ReadonlyMap<string, JsonObject> | undefined> {
  const { ok, data } = await actor.get(list, { ids: objects.map(({ id }) => id), limit: 0 })
  if (!ok || !Array.isArray(data)) return undefined
  return new Map(data.filter(isObject).map(item => [String(item.id), item]))
}

/** Returns path and query of a URL of the target. Throws a `Violation` if the URL is elsewhere. */
function within(baseUrl: string, url: string): [path: string, query: string] {
  const to = URL.canParse(url) ? new URL(url) : undefined
  const base = new URL(baseUrl)
  const prefix = base.pathname.replace(/\/$/, '')
  if (to?.origin === base.origin && to.pathname.startsWith(`${prefix}/`))
    return [to.pathname.slice(prefix.length), to.search.slice(1)]
  throw new Violation({
    message: 'a link leads away from the target, and credentials are not sent there',
    expected: `an address under ${baseUrl}`,
    actual: url,
    replies: [],
  })
}

/** The maximum number of pages to read of a list, 25 objects each, if the target does not return all at once. */
const mostPages = 800

/** Requests that must succeed before a check can say anything. */
function preparationOf(
  verbs: Pick<Actor, 'get' | 'post' | 'put'>,
  operations: Operations | undefined,
): Pick<Actor, 'read' | 'list' | 'all' | 'change' | 'create'> {
  const broken = (rule: string, message: string, reply: Reply) => {
    const missing = operations?.missingBy(reply)
    if (missing !== undefined) return new NotImplemented(missing)
    return new Blocked(meansSuccess(reply) ? 'ENV-03' : rule, { message, ...answerOf(reply) })
  }
  const accepted = async (rule: string, message: string, sent: Promise<Reply>): Promise<Reply> => {
    const reply = await sent.catch(error => {
      // A connection that breaks here says nothing about the check itself.
      if (error instanceof Interrupted) error.rule = rule
      throw error
    })
    if (!reply.ok) throw broken(rule, message, reply)
    return reply
  }
  const list = async (path: string, query?: Query): Promise<Page> => {
    const message = 'a list that is needed cannot be read'
    const reply = await accepted(createAndReadRule(path), message, verbs.get(path, query))
    const { data, pagination } = reply
    if (!Array.isArray(data) || !data.every(isObject) || !isObject(pagination)) {
      const message = 'a list has no array of objects under data, or no object under pagination'
      throw broken('ENV-07', message, reply)
    }
    return { items: data, pagination, reply }
  }
  return {
    list,
    async read(path, query) {
      const message = 'an object that is needed cannot be read'
      const reply = await accepted(createAndReadRule(path), message, verbs.get(path, query))
      if (!isObject(reply.data)) throw broken('ENV-06', 'a single read has no object under data', reply)
      return reply.data
    },
    async all(path, query = {}) {
      if (typeof query === 'string') throw new TypeError('all() takes its query as an object.')
      const found = new Map<Json | undefined, JsonObject>()
      let page = await list(path, { ...query, limit: 0 })
      for (let turn = 1; ; turn++) {
        const before = found.size
        for (const item of page.items) found.set(item.id ?? (item as unknown as Json), item)
        const total = Number(page.pagination.total_count)
        // If the target reads limit=0 as "no objects", pages are requested instead.
        const isStuck = found.size === before && turn > 1
        if (!(found.size < total) || isStuck) return [...found.values()]
        if (turn === mostPages)
          throw broken('LIST-11', `a list never ends: after ${turn} pages it still has another`, page.reply)
        page = await list(path, { ...query, limit: 25, offset: found.size })
      }
    },
    async change(path, body, query) {
      const message = 'an update that prepares the check was refused'
      await accepted(updateRule(path), message, verbs.put(path, body, query))
    },
    async create(path, body) {
      const message = 'a create that prepares the check was refused'
      const reply = await accepted(createAndReadRule(path), message, verbs.post(path, body))
      const [id] = createdIds(reply)
      if (id === undefined || !Number.isInteger(Number(id)))
        throw broken('ENV-09', 'a create was answered without a usable id', reply)
      if (!Number.isSafeInteger(Number(id)))
        throw broken(
          'ENV-09',
          `a create was answered with an id beyond ${Number.MAX_SAFE_INTEGER}, which this kit cannot read exactly`,
          reply,
        )
      return id
    },
  }
}
