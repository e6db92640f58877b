import type { ErrorCode, OperationId } from '../../server/core/index.js'
import { bodyLimit } from '../../server/core/limits.js'
import type { TourRequest } from './client.js'
import { editor, ordinaryRequest, viewer } from './ordinary.js'

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

/** How a request that succeeds becomes one that is refused with a code. Codes that need another server are missing. */
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

/** The request of an operation that is refused with a code; undefined if that depends on the server. */
export const refusedRequest = (operation: OperationId, code: ErrorCode): TourRequest | undefined =>
  makers[code]?.(ordinaryRequest(operation), operation)
