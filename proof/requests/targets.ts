import type { Random } from '../../fixtures/factories/random.js'
import type { ApiRequest } from './http.js'
import { idsIn, type KnownState, type Scope } from './known-state.js'
import { anyFields, anyIds, listParameters, type Parameter, queryString } from './queries.js'

/** The target of an operation in a scope. */
export const targetOf = (random: Random, operation: Operation, scope: Scope): string =>
  pathOf(random, operation.path, scope) + queryOf(random, operation, scope)

interface Operation {
  method: string
  path: string
}

function pathOf(random: Random, template: string, scope: Scope): string {
  const { schedule, state, isValid } = scope
  return template.replaceAll(/\{(\w+)Id\}/g, (_, name: string) => {
    if (name === 'schedule')
      return isValid || random.chance(0.88) ? withEscape(random, schedule) : unknownSchedule(random, state)
    const ids = idsIn(scope, `${name}s`)
    return ids.length > 0 && (isValid || random.chance(0.75)) ? String(random.pick(ids)) : anyId(random)
  })
}

const unusualIds = [
  ...['0', '01', '-1', '1.0', '1e0', '+1', 'x', '%31', '9007199254740991', '9007199254740992'],
  '9'.repeat(400),
]

const anyId = (random: Random) => (random.chance(0.6) ? String(random.whole(1, 90)) : random.pick(unusualIds))

function unknownSchedule(random: Random, { schedules }: KnownState): string {
  const unknown = ['nowhere', 'constructor', '%00', '%zz', '%', '%F0%9F%98%80', '%ff', '%2F']
  return random.pick([...unknown, random.pick(schedules).id.toUpperCase()])
}

/** Sometimes escapes a letter, which does not change the path. */
const withEscape = (random: Random, id: string) =>
  random.chance(0.97) ? id : id.replace(/[a-z]/, letter => `%${letter.charCodeAt(0).toString(16)}`)

function queryOf(random: Random, { method, path }: Operation, scope: Scope): string {
  const { collection, isValid } = scope
  const isMany = collection !== 'me' && !path.endsWith('Id}')
  const parameters: Parameter[] = []
  if (collection === 'me' && method === 'DELETE') {
    if (random.chance(0.3)) return '?me=1'
    parameters.push(['me', random.pick(['0', 'true', '', '1 '])])
  } else if (method === 'GET' && !isMany) {
    if (random.chance(0.3)) parameters.push(['fields', anyFields(random, collection)])
  } else if (method === 'GET') {
    parameters.push(...listParameters(random, scope))
  } else if (isMany && method !== 'POST') {
    if (random.chance(0.8)) parameters.push(['ids', anyIds(random, scope)])
    if (method === 'DELETE' && random.chance(0.2)) parameters.push(['all', random.pick(['1', '0', 'true'])])
  }
  return queryString(random, parameters, isValid)
}

const methods = [
  ['HEAD', 'HEAD', 'OPTIONS', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'GET', 'DELETE', 'PROPFIND', 'TRACE'],
].flat()

/** Targets that match no operation, or only after normalization. */
const unknownTargets = [
  ['/index', '/index?x', '/v1', '/v1/', '/v2/users/me', '/V1/users/me', '/v1/users', '/v1/users/me/'],
  ['/v1/users/you', '/v1/user/me', '/v1/Users/Me', '/v1//users/me', '//v1/users/me', '/v1/users/me%2F'],
  ['/v1/users/%6De', '/v1/schedules', '/v1/schedules/', '/v1/schedules//resources'],
  ['/v1/schedules/x/resource', '/v1/schedules/x/resources/1/bookings/1', '/v1/schedules/%/resources'],
  ['/v1/schedules/%zz/bookings', '/v1/schedules/%C3/bookings', '/v1/schedules/%E2%82%AC/collaborators'],
  ['/v1/activations', '/v1/activations/', '/v1/activations/none', '/v1/activations/%zz'],
  ['/v1/activations/a/b', '/favicon.ico', '/index.html', '/_controls', `/v1/${'x'.repeat(300)}`],
  ['/v1/%F0%9F%98%80', '/v1/;a=b/@:!$&()*+,'],
  // fetch would normalize these.
  ['/v1/users/../users/me', '/v1/./users/me', '/v1/users/%2e%2e/me'],
  ['/v1/schedules/a"b<c>d`e{f}|g^h/bookings', "/v1/users/me?fields='id'", '/v1/users/me?fields="id"'],
  ['/v1/users/me\\', '/v1/users/me#x', '/v1/users/m\u00e9'],
].flat()

/** Whether a request does not change data. */
export const isSafe = ({ method, target }: ApiRequest): boolean =>
  /^(?:GET|HEAD|OPTIONS|TRACE|PROPFIND)$/.test(method) && !target.startsWith('/v1/activations')

/** Returns the request with a mistake in its method or its path. */
export function withWrongTarget(random: Random, request: ApiRequest): ApiRequest {
  const [path = '', query] = request.target.split('?')
  const rest = query === undefined ? '' : `?${query}`
  const method = () => random.pick(methods)
  const target = () => random.pick(unknownTargets)
  const change = random.pick<() => Partial<ApiRequest>>([
    () => ({ method: method() }),
    () => ({ method: method() }),
    () => ({ target: target() }),
    () => ({ method: method(), target: target() }),
    () => ({ method: random.pick(['GET', 'HEAD', 'OPTIONS']), target: target() }),
    () => ({ target: `${path}/${rest}` }),
    () => ({ target: path.toUpperCase() + rest }),
    () => ({ target: path.replace(/s(?=\/|$)/, '') + rest }),
    () => ({ target: path.replace('/v1/', '/v1//') + rest }),
    () => ({ target: `${path}%${rest}` }),
    () => ({ target: `${path}%20${rest}` }),
    () => ({ target: path.replace(/\/[^/]*$/, '') + rest }),
  ])
  return { ...request, ...change() }
}
