import { createControl, createEntrance, isControlPath, isNetworkError } from '../../server/control/index.js'
import type { Call, Parts, Reply } from '../../server/core/index.js'
import { loginsOf } from '../engine/authentication.js'
import { createControlled } from '../engine/controlled.js'
import { type Engine, startEngine } from '../engine/engine.js'
import type { PlainMockOptions } from '../mock.js'
import { type Base, baseAt } from '../msw/base.js'
import { responseTo, toCall } from '../msw/handler.js'

/** A service in a page, for clients that accept a `fetch` function. */
export interface PageService {
  /** The prefix of the URLs of its requests. */
  base: string
  /**
   * Sends a request to the API or to the control interface, which accepts any token. It never leaves the page.
   *
   * @throws a TypeError if the request fails with a network error, as planned
   */
  fetch: typeof fetch
}

/** The path of the list of demo accounts, as on a server. */
const accountsPath = '/docs/demo.json'

/** Combines the API of an engine with the control interface, and answers requests to both without a network. */
export function createPageService(engine: Engine, base: Base): PageService {
  const { controlled } = createControlled(engine, { version: '' })
  const main = { answer: engine.answer, controlled, close: async () => controlled.events.close() }
  // A page has no sessions: they could not outlive it.
  const sessions = { main, enter: async () => main, leave: () => undefined, list: () => [], end: () => false }
  const control = createControl(sessions, () => true)
  const { answer, observe } = createEntrance({ sessions, control, note() {} })
  engine.observe({
    exchange: observe,
    replaced: () => controlled.events.add('change', { what: 'everything' }),
  })

  async function answerControl(call: Call): Promise<Reply> {
    // The control interface only answers local programs, which the page is.
    const header = (name: string) => (name === 'host' ? 'localhost' : call.header(name))
    const own = { ...call, header, inParts: true }
    const reply = await answer(own)
    observe({ call: own, reply, took: 0 })
    return reply
  }

  return {
    base: base.url,
    async fetch(input, init) {
      const request = new Request(input, init)
      const { url, method, signal } = request
      if (!url.startsWith(`${base.url}/`))
        throw new TypeError(`The service in this page is at ${base.url}, not at ${url}`)
      const call = await toCall(request, base)
      await engine.ready
      if (call.target === accountsPath) return Response.json({ accounts: accountsOf(engine) })
      const reply = await Promise.race([
        isControlPath(call.target)
          ? answerControl(call)
          : engine.receive().answer(Promise.resolve(call), signal),
        aborted(signal),
      ])
      if (isNetworkError(reply)) throw new TypeError('The connection was cut, as planned')
      if (!reply.parts) return responseTo(method, reply)
      return new Response(streamOf(reply.parts, signal), reply)
    },
  }
}

/** Rejects when a signal aborts. */
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort)
  })

/** Returns the accounts whose passwords are known, with their roles in each schedule. */
function accountsOf({ store: { db } }: Engine) {
  const schedules = db.schedule.getAll()
  const collaborators = db.collaborator.getAll()
  const users = db.user.getAll()
  const rolesOf = (id: string | undefined) => [
    ...schedules.filter(({ owner_id }) => owner_id === id).map(schedule => `owner of ${schedule.id}`),
    ...collaborators
      .filter(({ user_id }) => user_id === id)
      .map(({ user_role, schedule_id }) => `${user_role} of ${schedule_id}`),
  ]
  return loginsOf(users).flatMap(({ email, password }) => {
    const id = users.find(user => user.email === email)?.id
    return password === undefined ? [] : [{ email, password, note: rolesOf(id).slice(0, 3).join(', ') }]
  })
}

/** Starts a service inside this page, without a worker and without a network. */
export const startPageService = ({ baseUrl, ...options }: PlainMockOptions): PageService =>
  createPageService(startEngine(options), baseAt(baseUrl))

/** Converts the parts of a body to a stream that ends when the signal aborts. */
function streamOf(parts: Parts, signal: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    start(controller) {
      signal.addEventListener('abort', () => {
        parts.close()
        controller.error(signal.reason)
      })
    },
    async pull(controller) {
      const part = await parts.next()
      if (signal.aborted) return
      if (part === undefined) controller.close()
      else controller.enqueue(typeof part === 'string' ? encoder.encode(part) : part)
    },
    cancel: () => parts.close(),
  })
}
