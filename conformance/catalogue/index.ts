import { authentication } from './authentication.js'
import { bookings } from './bookings.js'
import { bulk } from './bulk.js'
import { collaborators } from './collaborators.js'
import { editDistance } from './edit-distance.js'
import { envelope } from './envelope.js'
import { filters } from './filters.js'
import { interactions } from './interactions.js'
import { limits } from './limits.js'
import { lists } from './lists.js'
import { names } from './names.js'
import { permissions } from './permissions.js'
import { resources } from './resources.js'
import type { Area, Rule } from './rule.js'
import { times } from './times.js'
import { users } from './users.js'

export {
  type Area,
  type BulkScope,
  type Danger,
  dangers,
  type Gated,
  gated,
  type Level,
  levels,
  type Member,
  type Need,
  needs,
  type Person,
  type Rule,
} from './rule.js'

/** The areas of the document, each with its rules. */
export const areas: readonly Area[] = Object.freeze([
  envelope,
  resources,
  bookings,
  times,
  filters,
  lists,
  bulk,
  names,
  collaborators,
  permissions,
  users,
  authentication,
  limits,
  interactions,
])

/** All rules, in the order of their areas. */
export const rules: readonly Rule[] = Object.freeze(areas.flatMap(area => area.rules))

const byId = new Map(rules.map(rule => [rule.id, rule]))

/** Returns the rule with an id. Throws an error that suggests the nearest ids if there is none. */
export function ruleOf(id: string): Rule {
  const rule = byId.get(id)
  if (rule) return rule
  const near = nearestRules(id).map(each => each.id)
  const advice = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'An id looks like RES-05.'
  throw new Error(`Failed to find the rule ${JSON.stringify(id)}: no rule has this id. ${advice}`)
}

/** At most three rules whose ids are nearest to a mistyped one; the rule alone if only the spelling differs. */
export function nearestRules(text: string): readonly Rule[] {
  const typed = spelled(text)
  const exact = byId.get(typed)
  if (exact) return [exact]
  return rules
    .map(rule => ({ rule, far: editDistance(typed, rule.id) }))
    .filter(({ far }) => far <= 2)
    .sort((a, b) => a.far - b.far)
    .slice(0, 3)
    .map(({ rule }) => rule)
}

/** Normalizes the spelling of ids such as `res 5`, `RES-5` and `res-05`. */
function spelled(text: string): string {
  const [, prefix, number] = /^([A-Z]+)[^A-Z0-9]*0*(\d{1,2})$/.exec(text.trim().toUpperCase()) ?? []
  return prefix && number ? `${prefix}-${number.padStart(2, '0')}` : text.trim().toUpperCase().slice(0, 20)
}

/** `RES-05` of the check `RES-05.bulk`. */
export const ruleIdOf = (id: string) => id.split('.')[0] ?? id
