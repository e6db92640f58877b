import { authentication } from '../catalogue/authentication.js'
import { bookings } from '../catalogue/bookings.js'
import { bulk } from '../catalogue/bulk.js'
import { collaborators } from '../catalogue/collaborators.js'
import { editDistance } from '../catalogue/edit-distance.js'
import { envelope } from '../catalogue/envelope.js'
import { filters } from '../catalogue/filters.js'
import { interactions } from '../catalogue/interactions.js'
import { limits } from '../catalogue/limits.js'
import { lists } from '../catalogue/lists.js'
import { names } from '../catalogue/names.js'
import { permissions } from '../catalogue/permissions.js'
import { resources } from '../catalogue/resources.js'
import type { Area, Rule } from '../catalogue/rule.js'
import { times } from '../catalogue/times.js'
import { users } from '../catalogue/users.js'
import type { Check, Invariant } from '../check/check.js'
import { authenticationChecks } from './authentication/authentication.js'
import { bookingObjectChecks } from './bookings/bookings.js'
import { bookingMemberChecks } from './bookings/members.js'
import { bookingMoveChecks } from './bookings/moves.js'
import { bookingPathChecks } from './bookings/paths.js'
import { bookingUpdateChecks } from './bookings/updates.js'
import { bulkDeleteChecks } from './bulk/deletes.js'
import { bulkScopeChecks } from './bulk/scope.js'
import { bulkUpdateChecks } from './bulk/updates.js'
import { collaboratorDateChecks, collaboratorObjectChecks } from './collaborators/collaborators.js'
import { collaboratorPeopleChecks } from './collaborators/people.js'
import { collaboratorRoleChecks } from './collaborators/roles.js'
import { collaboratorTypeChecks } from './collaborators/types.js'
import { envelopeInvariants } from './envelope/invariants.js'
import { envelopeRefusalChecks } from './envelope/refusals.js'
import { rowChecks } from './envelope/rows.js'
import { envelopeShapeChecks } from './envelope/shapes.js'
import { envelopeTextChecks } from './envelope/texts.js'
import { filterChecks } from './filters/filters.js'
import { filterZoneChecks } from './filters/zones.js'
import { bulkInteractionChecks } from './interactions/bulk.js'
import { fieldInteractionChecks } from './interactions/fields.js'
import { listInteractionChecks } from './interactions/lists.js'
import { nameInteractionChecks } from './interactions/names.js'
import { peopleChecks } from './interactions/people.js'
import { timeReadChecks } from './interactions/time-reads.js'
import { timeInteractionChecks } from './interactions/times.js'
import { zeroChecks } from './interactions/zeros.js'
import { limitChecks } from './limits/limits.js'
import { fieldsChecks } from './lists/fields.js'
import { fieldsFormChecks } from './lists/fields-forms.js'
import { idsChecks } from './lists/ids.js'
import { linkChecks } from './lists/links.js'
import { pageChecks } from './lists/pages.js'
import { bulkNameChecks } from './names/bulk.js'
import { nameChecks, nameInvariants } from './names/names.js'
import { ownCollaboratorChecks } from './permissions/own.js'
import { permissionChecks } from './permissions/permissions.js'
import { permissionScopeChecks } from './permissions/scope.js'
import { resourceMemberChecks } from './resources/members.js'
import { resourcePathChecks } from './resources/paths.js'
import { resourceReadOnlyChecks } from './resources/read-only.js'
import { resourceObjectChecks } from './resources/resources.js'
import { timeFormChecks } from './times/forms.js'
import { timePeopleChecks } from './times/people.js'
import { timeRefusalChecks } from './times/refusals.js'
import { timeInvariants, timeResponseChecks } from './times/responses.js'
import { timeZoneChecks } from './times/zones.js'
import { activationChecks } from './users/activation.js'
import { addressChecks } from './users/addresses.js'
import { emailChecks } from './users/email.js'
import { userFieldChecks } from './users/fields.js'
import { passwordChecks } from './users/passwords.js'
import { userReadingChecks } from './users/reading.js'
import { userInvariants, userSecrecyChecks } from './users/secrecy.js'
import { userTypeChecks } from './users/types.js'
import { userWritingChecks } from './users/writing.js'

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
} from '../catalogue/rule.js'

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

/** Every check, in the order of the areas. */
export const checks: readonly Check[] = [
  ...envelopeRefusalChecks,
  ...rowChecks,
  ...envelopeShapeChecks,
  ...envelopeTextChecks,
  ...resourceObjectChecks,
  ...resourceMemberChecks,
  ...resourceReadOnlyChecks,
  ...resourcePathChecks,
  ...bookingObjectChecks,
  ...bookingMemberChecks,
  ...bookingUpdateChecks,
  ...bookingMoveChecks,
  ...bookingPathChecks,
  ...timeFormChecks,
  ...timePeopleChecks,
  ...timeRefusalChecks,
  ...timeResponseChecks,
  ...timeZoneChecks,
  ...filterChecks,
  ...filterZoneChecks,
  ...pageChecks,
  ...linkChecks,
  ...idsChecks,
  ...fieldsChecks,
  ...fieldsFormChecks,
  ...bulkUpdateChecks,
  ...bulkDeleteChecks,
  ...bulkScopeChecks,
  ...bulkNameChecks,
  ...nameChecks,
  ...collaboratorObjectChecks,
  ...collaboratorPeopleChecks,
  ...collaboratorRoleChecks,
  ...collaboratorDateChecks,
  ...collaboratorTypeChecks,
  ...permissionChecks,
  ...ownCollaboratorChecks,
  ...permissionScopeChecks,
  ...emailChecks,
  ...addressChecks,
  ...activationChecks,
  ...userFieldChecks,
  ...passwordChecks,
  ...userReadingChecks,
  ...userSecrecyChecks,
  ...userWritingChecks,
  ...userTypeChecks,
  ...authenticationChecks,
  ...limitChecks,
  ...bulkInteractionChecks,
  ...fieldInteractionChecks,
  ...listInteractionChecks,
  ...nameInteractionChecks,
  ...peopleChecks,
  ...timeReadChecks,
  ...timeInteractionChecks,
  ...zeroChecks,
]

/** Rules that every exchange of a run has to keep. */
export const invariants: readonly Invariant[] = [
  ...envelopeInvariants,
  ...timeInvariants,
  ...nameInvariants,
  ...userInvariants,
]

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
