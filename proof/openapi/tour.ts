import { type ErrorCode, type OperationId, operations } from '../../server/core/index.js'
import { bodyLimit } from '../../server/core/limits.js'
import { furtherBodies } from '../../server/core/openapi/examples.js'
import { codesOf } from '../../server/core/openapi/refusals.js'
import type { Exchange } from '../../server/testing/documented/index.js'
import { withFrozenTime } from '../requests/frozen-time.js'
import { exchange, type TourRequest } from './client.js'
import { editor, ordinaryRequest, owner, viewer } from './ordinary.js'
import { control, now, stages, startDemo } from './stages.js'

/**
 * The responses of operations by name: `createBooking 201`, or `createBooking 422 invalid` for a refusal. The response to an
 * example of a body is `createBooking further allDay`.
 */
export type Visits = Map<string, Exchange>

/** The id of the link target. */
const link = 'activateEmail'

/** Makes every operation answer with every status and code that the document declares for it. */
export const tour = (): Promise<Visits> => withFrozenTime(now, takeTour)

async function takeTour(): Promise<Visits> {
  const visits: Visits = new Map()
  const visit = async (operation: string, url: string, request: TourRequest) => {
    const seen = await exchange(url, request)
    const code = seen.status < 400 ? undefined : JSON.parse(seen.body).error.code
    visits.set([operation, seen.status, code].filter(Boolean).join(' '), seen)
  }
  await visitOperations(visit, visits)
  await visitLink(visit)
  await visitStages(visit)
  return visits
}

type Visit = (operation: string, url: string, request: TourRequest) => Promise<void>

async function visitOperations(visit: Visit, visits: Visits): Promise<void> {
  const server = await startDemo()
  for (const operation of operations) {
    const id = operation.id as OperationId
    const refused = codesOf(operation).flatMap(code => refusedRequest(id, code) ?? [])
    await Promise.all(refused.map(request => visit(id, server.url, request)))
    await visit(id, server.url, ordinaryRequest(id))
    if (operation.method === 'GET') continue
    await server.reset()
    server.clock.freeze()
    for (const [name, { value }] of Object.entries(furtherBodies[id] ?? {})) {
      const request = { ...ordinaryRequest(id), body: JSON.stringify(value) }
      visits.set(`${id} further ${name}`, await exchange(server.url, request))
      await server.reset()
      server.clock.freeze()
    }
  }
  await visit('any', server.url, { method: 'GET', target: '/v1/schedules/lisbon-studio/rooms', as: owner })
  await visit('any', server.url, { method: 'PATCH', target: '/v1/users/me', as: owner })
  await server.close()
}

const openLink = (path: string, headers: TourRequest['headers'] = {}): TourRequest => ({
  method: 'GET',
  target: path,
  as: undefined,
  headers,
})

async function visitLink(visit: Visit): Promise<void> {
  const server = await startDemo()
  const asked = async (email: string) => {
    const body = JSON.stringify({ email })
    await exchange(server.url, { method: 'PUT', target: '/v1/users/me', as: owner, body })
    const mails = await server.outbox()
    return new URL(mails.findLast(mail => mail.link)?.link ?? '').pathname
  }
  const taken = 'mira@estuary.example'
  const path = await asked(taken)
  await control(server.url, 'POST', '/users', { email: taken, password: 'a secret' })
  await visit(link, server.url, openLink(path))
  await visit(link, server.url, openLink(await asked('mira.duarte@ribeira.example')))
  await visit(link, server.url, openLink(path.replace(/\w+$/, 'unknown')))
  for (const [name, value] of [
    ['host', 'no host'],
    ['expect', '202-accepted'],
    ['cookie', 'x'.repeat(17_000)],
  ] as const)
    await visit(link, server.url, openLink(path, { [name]: value }))
  await visit(link, server.url, openLink(`${path}?${'x'.repeat(9_000)}`))
  await server.close()
}

async function visitStages(visit: Visit): Promise<void> {
  for (const { code, onlyWrites = false, stalls = false, open } of stages) {
    const { url, close } = await open()
    const withBody = (request: TourRequest) => ({
      ...request,
      stalls,
      ...(stalls && { body: request.body ?? '{' }),
    })
    const affected = operations.filter(({ mode }) => mode === 'write' || !onlyWrites)
    const requests = affected.map(({ id }) => [id, ordinaryRequest(id)] as const)
    const isForLink = !['rate_limited', 'too_many_guesses'].includes(code)
    const all = isForLink ? [...requests, [link, openLink('/v1/activations/unknown')] as const] : requests
    await Promise.all(all.map(([id, request]) => visit(id, url, withBody(request))))
    await close()
  }
}

/** Values that are invalid or taken, by the objects of operations. */
const invalid = {
  Resource: { color_bk: 'red' },
  Booking: { start: 'tomorrow' },
  Collaborator: { user_role: 'owner' },
  Me: { timezone: 'Lisbon' },
}

const changed = (request: TourRequest, members: object): TourRequest => ({
  ...request,
  body: JSON.stringify({ ...JSON.parse(String(request.body)), ...members }),
})

const without = (request: TourRequest): TourRequest => ({
  ...request,
  target: request.target.replace(/\?.*/, ''),
})
const withQuery = (request: TourRequest, query: string): TourRequest => ({
  ...request,
  target: `${request.target}${request.target.includes('?') ? '&' : '?'}${query}`,
})
const withHeader = (request: TourRequest, name: string, value: string): TourRequest => ({
  ...request,
  headers: { [name]: value },
})

type Make = (request: TourRequest, operation: OperationId) => TourRequest

/** Turns a request that succeeds into one that is refused with a code. Codes that need another server are missing. */
const makers: Partial<Record<ErrorCode, Make>> = {
  bad_request(request, operation) {
    if (request.body === undefined) return { ...request, body: '{"ids":[3]}' }
    return operation === 'changeMe'
      ? withHeader(request, 'host', 'no host')
      : { ...ordinaryRequest(operation, '50%off') }
  },
  bad_json: request => ({ ...request, body: request.body === undefined ? Buffer.from([0xff]) : '{"name": ' }),
  bad_query: request => withQuery(request, 'fileds=name'),
  guard_missing: without,
  unauthorized: request => ({ ...request, as: undefined }),
  forbidden(request, operation) {
    if (operation.endsWith('Me')) return withHeader(request, 'origin', 'https://elsewhere.example')
    return { ...request, as: /Collaborator/.test(operation) ? editor : viewer }
  },
  not_found: (_, operation) => ordinaryRequest(operation, 'porto-studio'),
  name_taken: request => changed(request, { name: 'Douro' }),
  already_collaborator: request => changed(request, { email: editor.email }),
  email_taken: request => changed(request, { email: editor.email }),
  invalid(request, operation) {
    const [, values = {}] = Object.entries(invalid).findLast(([name]) => operation.includes(name)) ?? []
    return changed(request, values)
  },
  body_too_large: request => ({ ...request, body: ' '.repeat(bodyLimit + 1) }),
  url_too_long: request => withQuery(request, `fields=${'name,'.repeat(1_700)}name`),
  expectation_failed: request => withHeader(request, 'expect', '202-accepted'),
  headers_too_large: request => withHeader(request, 'cookie', 'x'.repeat(17_000)),
}

/** A request for an operation that is refused with a code; undefined if the refusal depends on the server. */
const refusedRequest = (operation: OperationId, code: ErrorCode): TourRequest | undefined =>
  makers[code]?.(ordinaryRequest(operation), operation)
