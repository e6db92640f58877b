import { withoutSecret } from './call.js'
import { Refusal } from './errors.js'
import type { Match, Route } from './router.js'

export type NoMatch = Exclude<Match<Route>, { kind: 'found' }>

/** The refusal of a path or method without a route. */
export function unmatched(match: NoMatch, method: string, path: string): Refusal {
  if (match.kind === 'other methods') {
    const methods = match.methods.join(', ')
    return new Refusal('method_not_allowed', `${method} is not allowed on this path; use ${methods}`, [], {
      allow: methods,
    })
  }
  const nearest = match.nearest()
  const hint =
    nearest === undefined
      ? 'Paths start with /v1, for example /v1/users/me'
      : `Did you mean ${withoutSecret(nearest)}?`
  return new Refusal('unknown_path', `There is nothing at ${withoutSecret(path).slice(0, 200)}. ${hint}`)
}
