import { retry } from '../http/client.js'
import { createdIds, isLetIn, type Reply, replyOf } from '../http/exchange.js'
import { Interrupted } from '../http/interrupted.js'
import { isObject } from '../http/json.js'
import { me, type Query, type Schedule, scheduleOf } from '../http/paths.js'
import { rateOf, restoreSettings, saveSettings } from './accounts.js'
import { type Actor, createActor } from './actor.js'
import { cleanUp } from './cleanup.js'
import {
  isNoMethod,
  type OperationState,
  type Operations,
  operationNames,
  operationOf,
} from './operations.js'
import type { CheckSession, Session } from './session.js'

type ProbeSession = Session & Pick<CheckSession, 'operations'>

/** The id of the probe's requests, instead of that of a check. */
export const probeId = 'operations'

const unknownId = '2147483001'

/** Reads the owner's account with the first request of a run. The owner's rate limit applies from this response on. */
export async function readAccount(session: ProbeSession): Promise<Reply> {
  const { target, pacing } = session
  const owner = createActor(session, target.owner, 'owner', { check: probeId })
  const account = await owner.get(me)
  const rate = rateOf(account)
  if (rate !== undefined) pacing.limit(owner.email, rate)
  return account
}

/**
 * Finds out which operations of section 4 the target has, with one request for each. Throws `Interrupted` if it does not
 * answer. `account` is the response to GET /v1/users/me.
 *
 * Nothing is changed, even on a faulty target: lists and the account are read, and every other request names a schedule and
 * objects that do not exist, or has no credentials. Responses are compared with those for paths that do not exist.
 *
 * Returns a function that tries unclear operations on objects that it creates and deletes, and with a setting that the
 * account has.
 */
export async function probeOperations(session: ProbeSession, account: Reply) {
  const { operations, target, schedules, nonce } = session
  const [first] = schedules
  if (!first) throw new Error('A target has at least one schedule.')
  const elsewhere = scheduleOf(`nowhere-${nonce}`)
  const owner = createActor(session, target.owner, 'owner', { check: probeId })
  const nobody = createActor(session, { email: '', password: '' }, 'nobody', {
    check: probeId,
    authorization: null,
  })

  await learnAbsence(operations, owner, nobody, [first, elsewhere], `nothing-${nonce}`)
  decideRead(operations, `GET ${me}`, account)
  const pages: string[] = []
  await Promise.all(
    operationNames.map(async operation => {
      const [method = '', path = ''] = operation.split(' ')
      if (operation === `GET ${me}`) return
      const isRead = method === 'GET'
      const place = isRead ? first : elsewhere
      const at = path.replace('/v1/schedules/{scheduleId}', place.path).replaceAll(/\{\w+\}/g, unknownId)
      const as = path === me ? nobody : owner
      const reply = await probed(() => as.send(method, at, { query: queryOf(method, at), ...bodyOf(method) }))
      if (isRead && !at.includes(unknownId)) decideRead(operations, operation, reply)
      else decide(operations, operation, reply)
      if (!isObject(reply.body) && ![401, 403].includes(reply.status)) pages.push(operation)
    }),
  )
  return async () => {
    await tryOnOwnObjects(session, owner, first)
    await tryOnOwnAccount(session, owner, account)
    decideRest(operations, isObject(account.body) ? pages : [])
  }
}

/**
 * Decides unclear operations. If some are missing, so are those answered with a framework's page instead of JSON, which
 * `pages` lists. If no operation exists, all are missing.
 */
function decideRest(operations: Operations, pages: readonly string[]): void {
  const inState = (state: OperationState) => operationNames.filter(name => operations.stateOf(name) === state)
  if (inState('missing').length === 0) return
  const isNoneThere = inState('implemented').length === 0
  for (const operation of inState('unclear'))
    if (isNoneThere || pages.includes(operation)) operations.decide(operation, 'missing')
}

/** Sends a request, and retries it if the connection breaks. A gateway's response counts if it comes every time. */
const probed = (send: () => Promise<Reply>): Promise<Reply> =>
  retry(send).catch(error => {
    if (error instanceof Interrupted && error.exchange) return replyOf(error.exchange)
    throw error
  })

const bodyOf = (method: string) => (method === 'POST' || method === 'PUT' ? { text: '{}' } : {})

const queryOf = (method: string, path: string) => {
  if (method === 'GET') return { limit: 1 }
  return method !== 'POST' && /\/(resources|bookings|collaborators)$/.test(path)
    ? { ids: unknownId }
    : undefined
}

/** Learns how the target answers for paths that do not exist, with each method. */
async function learnAbsence(
  operations: Operations,
  owner: Actor,
  nobody: Actor,
  schedules: readonly Schedule[],
  nothing: string,
): Promise<void> {
  const nowhere = schedules.map(({ path }) => `${path}/${nothing}`)
  const requests = [
    ...['GET', 'POST', 'PUT', 'DELETE'].flatMap(method =>
      nowhere.map(path => probed(() => owner.send(method, path, bodyOf(method)))),
    ),
    probed(() => owner.get(`/v1/users/${nothing}`)),
    ...['PUT', 'DELETE'].map(method =>
      probed(() => nobody.send(method, `/v1/users/${nothing}`, bodyOf(method))),
    ),
  ]
  for (const reply of await Promise.all(requests)) operations.learn(reply)
}

/** Decides by a read that must be accepted: any other response that means "no such path" is conclusive. */
function decideRead(operations: Operations, operation: string, reply: Reply): void {
  const isPage = reply.status === 404 && !isObject(reply.body)
  const isRefused = reply.status === 401 || reply.status === 403
  const isMissing =
    !isLetIn(reply) && !isRefused && (isNoMethod(reply) || isPage || operations.isLearned(reply))
  operations.decide(operation, isMissing ? 'missing' : 'implemented', reply.status)
}

/**
 * Decides by a request that the target may refuse, in whatever form: a response like that for a nonexistent path proves
 * nothing.
 */
function decide(operations: Operations, operation: string, reply: Reply): void {
  if (operations.isLearned(reply)) return
  operations.decide(operation, isNoMethod(reply) ? 'missing' : 'implemented', reply.status)
}

/** Writes a setting that the account already has: a target that checks credentials first revealed nothing without them. */
async function tryOnOwnAccount(session: ProbeSession, owner: Actor, { ok, data }: Reply): Promise<void> {
  const { operations } = session
  const operation = `PUT ${me}`
  // Settings that can't be read can't be restored.
  const language = ok && isObject(data) ? data.language_tag : undefined
  if (operations.stateOf(operation) !== 'unclear' || typeof language !== 'string') return
  const before = await retry(() => saveSettings(session, owner))
  const reply = await probed(() => owner.put(me, { language_tag: language }))
  if (operations.missingBy(reply) === undefined) operations.decide(operation, 'implemented', reply.status)
  await retry(() => restoreSettings(session, owner, before))
}

/** Operations that can be tried on a resource of our own and its bookings, without a risk for anything else. */
const triable = operationNames.filter(
  operation => /\}\/(resources|bookings)/.test(operation) && !/^(PUT|DELETE) [^}]*\}\/\w+$/.test(operation),
)

/** Tries unclear operations on objects that it creates, where requests must be accepted, and deletes the objects. */
async function tryOnOwnObjects(session: ProbeSession, owner: Actor, schedule: Schedule): Promise<void> {
  const { operations, nonce, registry } = session
  const isUnclear = (operation: string | undefined) =>
    operation !== undefined && operations.stateOf(operation) === 'unclear'
  if (!triable.some(isUnclear)) return
  const send = async (method: string, path: string, body?: object, query?: Query) => {
    const operation = operationOf(method, path)
    const reply = await probed(() =>
      owner.send(method, path, { query, ...(body && { text: JSON.stringify(body) }) }),
    ).catch(error => {
      if (!(error instanceof Interrupted) || error.asksToWait) throw error
      return undefined
    })
    if (reply === undefined) {
      // It exists; that it sends no response is for the checks to find.
      if (operation !== undefined && isUnclear(operation)) operations.decide(operation, 'implemented')
      return undefined
    }
    if (operation !== undefined && isUnclear(operation) && operations.missingBy(reply) === undefined)
      operations.decide(operation, 'implemented', reply.status)
    return createdIds(reply)[0]
  }
  const attempt: typeof send = async (method, path, ...rest) =>
    isUnclear(operationOf(method, path)) ? send(method, path, ...rest) : undefined
  const title = `${nonce}probe`

  const resource = await send('POST', schedule.resources, { name: title })
  const room = `${schedule.resources}/${resource}`
  const bookings = `${room}/bookings`
  const times = { start: '2023-01-01T10:00:00Z', end: '2023-01-01T10:30:00Z' }
  const book = () => send('POST', schedule.bookings, { resource_id: Number(resource), title, ...times })
  if (resource !== undefined) {
    await attempt('GET', room)
    await attempt('PUT', room, { description: title })
    await attempt('GET', bookings)
    const one = await book()
    if (one !== undefined) {
      for (const method of ['GET', 'PUT', 'DELETE'])
        await attempt(method, `${schedule.bookings}/${one}`, method === 'PUT' ? { title } : undefined)
      const ids = [(await book()) ?? one]
      await attempt('PUT', bookings, { title }, { ids })
      await attempt('DELETE', bookings, undefined, { ids })
    }
    await attempt('DELETE', room)
  }
  await cleanUp(registry, owner)
}
