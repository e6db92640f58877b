import { type Reply, unescaped, withoutSecret } from './call.js'
import { Refusal } from './errors.js'
import { allowing, refused } from './responses.js'
import type { Match, Route } from './router.js'

export type NoMatch = Exclude<Match<Route>, { kind: 'found' }>

/** The refusal of a path or method without a route. */
export function unmatched(match: NoMatch, method: string, path: string, list = usual(path)): Refusal {
  if (match.kind === 'other methods') {
    const methods = match.methods.join(', ')
    return new Refusal('method_not_allowed', `${method} is not allowed on this path; use ${methods}`, [], {
      allow: `${methods}, OPTIONS`,
    })
  }
  const hint = shown(match.hint() ?? list)
  return new Refusal('unknown_path', `There is nothing at ${shown(path).slice(0, 200)}. ${hint}`)
}

/** Where to look if no path is similar. */
const usual = (path: string): string =>
  path.startsWith('/v1/')
    ? 'The paths are in /openapi.json'
    : 'Paths start with /v1, for example /v1/users/me'

/** The reply to a path or method without a route; OPTIONS lists the available methods. */
export const replyUnmatched = (match: NoMatch, method: string, path: string): Reply =>
  method === 'OPTIONS' && match.kind === 'other methods'
    ? allowing(match.methods)
    : refused(unmatched(match, method, path))

/** Anything in the form of a link secret, whatever path it is in. */
const linkSecret = /(?<![\w-])[\w-]{32}(?![\w-])/g

/** Returns a path to quote to its sender, in a response that others may keep. */
function shown(path: string): string {
  const safe = withoutSecret(path).replace(linkSecret, '[redacted]')
  return unescaped(safe).search(linkSecret) < 0 ? safe : '[redacted]'
}
