import { type OperationId, operationIds, routes } from '../core/wire/routes.js'
import { type Answered, rateLimitIn } from './answer.js'
import { ApiError, lossOf, messageFor } from './api-error.js'
import { type Input, messageOf, portionsOf } from './message.js'
import { checkedUrl, checkOptions } from './options.js'
import type { Client, Page } from './types.js'

export interface ClientOptions {
  /** The URL of the API, without `/v1`: `https://api.example.com`. In a page, a path is resolved against its origin. */
  baseUrl: string
  /** The e-mail address of the account that sends the requests. Without it, requests have no credentials. */
  email?: string | undefined
  /** The password of that account. @default "" */
  password?: string | undefined
  /**
   * The maximum time in seconds that a request may wait in total for `Retry-After`, after status 429 or 5xx, before it is
   * retried. A request that would have to wait longer fails at once. After a 5xx, a request that is not safe to repeat is
   * retried only if the service says that it was too busy to start processing it.
   * @default 0
   */
  maxWait?: number | undefined
  /**
   * The maximum number of retries without `Retry-After`, after one second, then two, and so on: after 429 and, if the request
   * is safe to repeat, after a lost connection, a 5xx, or a response that is not JSON. Safe to repeat are reads, changes
   * (except to one's own account, or moving bookings to another resource) and deletions of a single object, which succeed if
   * the object is gone. A create is never retried after a lost response.
   * @default 0
   */
  retries?: number | undefined
  /**
   * The maximum time in seconds for a response, per attempt. After that, the request fails with a `TimeoutError`.
   * @default 0, no limit
   */
  timeout?: number | undefined
  /** Called with each response, including those that lead to a retry. */
  onResponse?: ((answered: Answered) => void) | undefined
  /** Sends the requests. @default the global `fetch` at the time of a request */
  fetch?: typeof fetch | undefined
}

const known = ['baseUrl', 'email', 'password', 'maxWait', 'retries', 'timeout', 'onResponse', 'fetch']

/** The possible contents of an error response; what a successful one contains depends on its operation (section 1). */
interface Answer {
  success?: boolean
  data?: object
  pagination?: { links?: object }
  error?: object
}

/**
 * Creates a client of the API, for Node.js and browsers.
 *
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4000', email: 'mira@ribeira.example', password: 'mira-demo' })
 * const { id } = await client.createResource({ scheduleId: 'lisbon-studio', body: { name: 'Attic' } })
 * @throws an Error if the baseUrl is not valid, an option is not known, or a numeric option is not a number of at least 0
 */
export function createClient(options: ClientOptions): Client {
  checkOptions('create a client', options, known)
  const { email, password = '', maxWait = 0, retries = 0, timeout = 0, onResponse } = options
  for (const [name, value] of Object.entries({ maxWait, retries, timeout })) {
    // NaN, such as Number(process.env.RETRIES) when it is not set, would cause endless retries.
    if (!(value >= 0))
      throw new Error(`Failed to create a client: ${name} must be a number from 0, not ${value}.`)
  }
  const base = checkedUrl('create a client', 'baseUrl', options.baseUrl)
  const credentials = email === undefined ? {} : { authorization: basic(`${email}:${password}`) }

  async function send(operation: OperationId, input: Input): Promise<unknown> {
    const { method, target, body } = messageOf(operation, input)
    const url = base + target
    const headers = { ...credentials, ...(body !== null && { 'content-type': 'application/json' }) }
    const { fetch = globalThis.fetch } = options
    const { signal } = input
    // Whether the response to this or an earlier attempt was lost: the request may have been carried out anyway.
    let isLost = false
    let wasLost: boolean | undefined
    const arrival = <Part>(part: Promise<Part>): Promise<Part> =>
      part.catch(error => {
        isLost = error instanceof TypeError
        throw signal?.aborted ? error : lossOf(error, { operation, url, timeout })
      })
    async function attempt(): Promise<unknown> {
      isLost = false
      const response = await arrival(
        fetch(url, {
          method,
          headers,
          body,
          signal: withTimeout(signal, timeout),
          // Otherwise, browsers show their own login dialog when the password is wrong.
          credentials: 'omit',
        }),
      )
      onResponse?.({ operation, response: response.clone(), rateLimit: rateLimitIn(response) })
      const text = await arrival(response.text())
      const answer = answerIn(text)
      if (response.ok && answer?.success === true && isComplete(operation, answer)) return resultOf(answer)
      if (wasLost && response.status === 404 && method === 'DELETE') return undefined
      isLost = response.status >= 500 || (response.ok && !answer)
      const message = messageFor(operation, response, { text, isLost })
      throw new ApiError(operation, response, answer?.error, message)
    }
    for (let [waited, retried] = [0, 0]; ; ) {
      try {
        return await attempt()
      } catch (error) {
        const { status, code, retryAfter } = error as Partial<ApiError>
        const isNotBegun = status === 429 || (status === 503 && code === 'overloaded')
        if (!isNotBegun) {
          if (!isLost || !isRepeatable(operation, input)) throw error
          wasLost = true
        }
        const wait = retryAfter === undefined ? ++retried : Math.max(1, retryAfter)
        if (retryAfter !== undefined) waited += wait
        if (waited > maxWait || retried > retries) throw error
        await pause(wait, signal)
      }
    }
  }

  /** Sends one request, or several in sequence if there are more ids than one request can take. */
  async function sendAll(operation: OperationId, input: Input): Promise<unknown> {
    if (!Array.isArray(input.ids)) return await send(operation, input)
    const isRead = isList(operation)
    // The service refuses an empty list of ids because it may be a mistake; here it can only mean none.
    if (input.ids.length === 0)
      return isRead ? joined([], base + messageOf(operation, input).target) : undefined
    const portions = portionsOf(operation, input, base)
    if (portions.length === 1) {
      const { limit = input.offset ? undefined : 0 } = input
      return await send(operation, { ...input, ids: portions[0], ...(isRead && { limit }) })
    }
    if (isRead && input.offset) {
      throw new TypeError(
        `Failed to ${operation}: ${input.ids.length} ids take ${portions.length} requests, which have no common offset. Leave it out.`,
      )
    }
    const pages: unknown[] = []
    for (const ids of portions)
      pages.push(await send(operation, { ...input, ids, ...(isRead && { limit: 0 }) }))
    return isRead ? joined(pages as Page<unknown>[]) : undefined
  }

  /**
   * Yields each object of a page and of the following pages once. Uses only the query of `next`: behind a proxy, its origin
   * may differ. If objects are added or deleted meanwhile, pages repeat some objects and skip others; the skipped ones are
   * read at the end.
   */
  async function* follow(operation: OperationId, input: Input, first: Promise<unknown>) {
    const seen = new Set<unknown>()
    let total: number | undefined
    let hasMoved = false
    for (let page = await first; page; ) {
      const { data, pagination } = page as Page<{ id?: number }>
      total ??= pagination.total_count
      hasMoved ||= total !== pagination.total_count
      for (const object of data) {
        const isKnown = object.id !== undefined && seen.has(object.id)
        hasMoved ||= isKnown
        seen.add(object.id)
        if (!isKnown) yield object
      }
      const { next } = pagination.links
      if (!next || data.length === 0) break
      if (seen.has(next)) throw new Error(`Failed to ${operation}: the next page leads back to ${next}`)
      seen.add(next)
      const query = Object.fromEntries(new URL(next, base).searchParams)
      page = await send(operation, { ...input, ...query }).catch((error: Partial<ApiError>) => {
        // The list may have become so short that the service refuses the offset.
        if (!shortened.includes(error.status ?? 0) || seen.has(undefined)) throw error
        hasMoved = true
      })
    }
    if (!hasMoved) return
    if (seen.has(undefined)) {
      throw new Error(
        `Failed to ${operation}: the list changed while its pages were read, and objects may be missing. Add "id" to the fields.`,
      )
    }
    const all = (await send(operation, { ...input, fields: 'id', limit: 0 })) as Page<{ id: number }>
    const ids = all.data.flatMap(({ id }) => (seen.has(id) ? [] : [id]))
    if (ids.length > 0)
      yield* ((await sendAll(operation, { ...input, ids, limit: 0, offset: 0 })) as Page<unknown>).data
  }

  const methods = operationIds.map(operation => [
    operation,
    (input: Input = {}) => {
      const sent = sendAll(operation, input)
      if (!isList(operation)) return sent
      const objects = () => follow(operation, input, sent)
      return Object.assign(sent, {
        [Symbol.asyncIterator]: () => (input.collect ? collected(objects()) : objects()),
      })
    },
  ])
  return Object.assign(Object.create(methodsOfOtherApis()), Object.fromEntries(methods))
}

/**
 * Operations that are safe to repeat, whatever other clients do in between. After a password change, the old password is
 * wrong.
 */
const repeatable = /^(?:GET|PUT(?!.*\/me$)|DELETE(?=.*\}$))/

/** Whether a request is safe to repeat. Bookings that were moved to another resource are no longer found in the original one. */
const isRepeatable = (operation: OperationId, { body = {} }: Input) =>
  repeatable.test(routes[operation]) && !(operation === 'changeResourceBookings' && 'resource_id' in body)

/** Returns a signal that aborts with the given one, or after `seconds`, unless that is 0. */
function withTimeout(signal: AbortSignal | undefined, seconds: number): AbortSignal | null {
  if (!seconds) return signal ?? null
  const timer = AbortSignal.timeout(milliseconds(seconds))
  return signal ? AbortSignal.any([signal, timer]) : timer
}

/**
 * The names that other APIs use for the operations, as many as fit in 4 kB: calling one throws an error with the name used
 * here.
 */
const methodsOfOtherApis = () =>
  Object.fromEntries(
    operationIds.flatMap(operation =>
      [operation, operation.replace(/^[a-z]+/, verb => otherVerbs[verb as keyof typeof otherVerbs])]
        .flatMap(name => ['Me', 'User', 'Account', 'Profile'].map(noun => name.replace('Me', noun)))
        .map(name => [
          name,
          () => {
            throw new TypeError(`Failed to ${name}: the operation is called ${operation} here`)
          },
        ]),
    ),
  )
const otherVerbs = { list: 'get', read: 'get', create: 'add', change: 'update', delete: 'remove' }

/** The statuses with which a service may refuse an offset beyond the end of a list (section 7 names none). */
const shortened = [200, 400, 404, 416, 422]

const isList = (operation: OperationId) => operation.startsWith('list')

/** Yields nothing until all objects have been read. */
async function* collected(objects: AsyncIterable<unknown>) {
  const all: unknown[] = []
  for await (const each of objects) all.push(each)
  yield* all
}

/** Merges the pages of several requests with a limit of 0 into one. */
function joined(pages: readonly Page<unknown>[], url = ''): Page<unknown> {
  const data = pages.flatMap(page => page.data)
  const links = { first: url, last: url }
  const count = { page_count: data.length, total_count: data.length }
  return { data, pagination: { limit: 0, offset: 0, links, ...pages[0]?.pagination, ...count } }
}

/** Returns Basic credentials, in UTF-8 (section 5). */
const basic = (text: string) => `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(text)))}`

/** Returns the object in the body of a response, if it is JSON. */
function answerIn(text: string): Answer | undefined {
  try {
    return JSON.parse(text) ?? undefined
  } catch {
    return undefined
  }
}

/** Whether a successful response has what its method returns. A redirect may have turned a create into a read. */
const isComplete = (operation: OperationId, { data, pagination }: Answer) =>
  isList(operation)
    ? pagination?.links && Array.isArray(data)
    : /^create/.test(operation)
      ? !pagination && Number.isFinite(Number((data as { id?: unknown }[] | undefined)?.[0]?.id))
      : data || !/^read/.test(operation)

/** The result of a method: an object, a page of a list, the id of a new object, or nothing. */
function resultOf({ data, pagination }: Answer): unknown {
  if (pagination) return { data, pagination }
  // The service may send the id of a collaborator as a string, and `profile_completed` as 1 or 0 (sections 2.3 and 2.4).
  if (Array.isArray(data)) return { id: Number(data[0].id) }
  if (data && 'profile_completed' in data) {
    return { ...data, profile_completed: Boolean(data.profile_completed) }
  }
  return data
}

/** Converts seconds to whole milliseconds, capped at the maximum of a timer. */
const milliseconds = (seconds: number) => Math.min(Math.ceil(seconds * 1000), 2 ** 31 - 1)

/** Resolves after the given number of seconds. Rejects when the signal aborts. */
function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const over = new AbortController()
    const timer = setTimeout(() => resolve(over.abort()), milliseconds(seconds))
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(signal.reason)
      },
      over,
    )
  })
}
