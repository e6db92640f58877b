import type { Random } from '../../fixtures/factories/random.js'
import type { Sent } from './request.js'

const methods = [
  'HEAD',
  'HEAD',
  'OPTIONS',
  'OPTIONS',
  'PATCH',
  'POST',
  'PUT',
  'GET',
  'DELETE',
  'PROPFIND',
  'TRACE',
]

/** Targets that lead nowhere, or look as if they did. */
const nowhere = [
  '/',
  '/?x',
  '/v1',
  '/v1/',
  '/v2/users/me',
  '/V1/users/me',
  '/v1/users',
  '/v1/users/me/',
  '/v1/users/you',
  '/v1/user/me',
  '/v1/Users/Me',
  '/v1//users/me',
  '//v1/users/me',
  '/v1/users/me%2F',
  '/v1/users/%6De',
  '/v1/schedules',
  '/v1/schedules/',
  '/v1/schedules//resources',
  '/v1/schedules/x/resource',
  '/v1/schedules/x/resources/1/bookings/1',
  '/v1/schedules/%/resources',
  '/v1/schedules/%zz/bookings',
  '/v1/schedules/%C3/bookings',
  '/v1/schedules/%E2%82%AC/collaborators',
  '/v1/activations',
  '/v1/activations/',
  '/v1/activations/none',
  '/v1/activations/%zz',
  '/v1/activations/a/b',
  '/favicon.ico',
  '/index.html',
  '/_controls',
  `/v1/${'x'.repeat(300)}`,
  '/v1/%F0%9F%98%80',
  '/v1/;a=b/@:!$&()*+,',
  // What fetch would tidy up.
  '/v1/users/../users/me',
  '/v1/./users/me',
  '/v1/users/%2e%2e/me',
  '/v1/schedules/a"b<c>d`e{f}|g^h/bookings',
  "/v1/users/me?fields='id'",
  '/v1/users/me?fields="id"',
  '/v1/users/me\\',
  '/v1/users/me#x',
  '/v1/users/m\u00e9',
]

/** Which methods change nothing: those that only some twins can be told have to be among them. */
export const isHarmless = ({ method, target }: Sent): boolean =>
  /^(?:GET|HEAD|OPTIONS|TRACE|PROPFIND)$/.test(method) && !target.startsWith('/v1/activations')

/** A request with something wrong about its method or its path. */
export function mistaken(random: Random, sent: Sent): Sent {
  const [path = '', query] = sent.target.split('?')
  const rest = query === undefined ? '' : `?${query}`
  return random.pick<() => Sent>([
    () => ({ ...sent, method: random.pick(methods) }),
    () => ({ ...sent, method: random.pick(methods) }),
    () => ({ ...sent, target: random.pick(nowhere) }),
    () => ({ ...sent, method: random.pick(methods), target: random.pick(nowhere) }),
    () => ({ ...sent, method: random.pick(['GET', 'HEAD', 'OPTIONS']), target: random.pick(nowhere) }),
    () => ({ ...sent, target: `${path}/${rest}` }),
    () => ({ ...sent, target: path.toUpperCase() + rest }),
    () => ({ ...sent, target: path.replace(/s(?=\/|$)/, '') + rest }),
    () => ({ ...sent, target: path.replace('/v1/', '/v1//') + rest }),
    () => ({ ...sent, target: `${path}%${rest}` }),
    () => ({ ...sent, target: `${path}%20${rest}` }),
    () => ({ ...sent, target: path.replace(/\/[^/]*$/, '') + rest }),
  ])()
}
