import { editDistance } from '../edit-distance.js'
import type { Check, Invariant } from '../runner/check.js'
import * as bookings from './bookings/index.js'
import * as bulk from './bulk/index.js'
import * as collaborators from './collaborators/index.js'
import * as credentials from './credentials/index.js'
import * as envelope from './envelope/index.js'
import * as filters from './filters/index.js'
import * as interactions from './interactions/index.js'
import * as limits from './limits/index.js'
import * as lists from './lists/index.js'
import * as names from './names/index.js'
import * as permissions from './permissions/index.js'
import * as resources from './resources/index.js'
import type { Area, Rule } from './rule.js'
import * as times from './times/index.js'
import * as users from './users/index.js'

export {
  type Area,
  type Danger,
  dangers,
  type Gated,
  gated,
  type Level,
  levels,
  type Need,
  needs,
  type Rule,
} from './rule.js'

interface AreaModule {
  readonly area: Area
  readonly checks: readonly Check[]
  readonly invariants?: readonly Invariant[]
}

const all: readonly AreaModule[] = [
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
  credentials,
  limits,
  interactions,
]

/** The areas of the document, each with its rules. */
export const areas: readonly Area[] = Object.freeze(all.map(({ area }) => area))

/** All rules, in the order of their areas. */
export const rules: readonly Rule[] = Object.freeze(areas.flatMap(area => area.rules))

/** Every check, in the order of the areas. */
export const checks: readonly Check[] = all.flatMap(({ checks }) => checks)

/** Rules that every exchange of a run has to keep. */
export const invariants: readonly Invariant[] = all.flatMap(({ invariants = [] }) => invariants)

const byId = new Map(rules.map(rule => [rule.id, rule]))

/** The rule with an id. Throws an error that suggests the nearest ids if there is none. */
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

/** `res 5`, `RES-5` and `res-05` spelled as ids are. */
function spelled(text: string): string {
  const [, prefix, number] = /^([A-Z]+)[^A-Z0-9]*0*(\d{1,2})$/.exec(text.trim().toUpperCase()) ?? []
  return prefix && number ? `${prefix}-${number.padStart(2, '0')}` : text.trim().toUpperCase().slice(0, 20)
}
