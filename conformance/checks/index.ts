import type { Check, Invariant } from '../check/check.js'
import { answerInvariants } from './answers.js'
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
import { deletionChecks } from './deletions.js'
import { envelopeInvariants } from './envelope/invariants.js'
import { envelopeRefusalChecks } from './envelope/refusals.js'
import { rowChecks } from './envelope/rows.js'
import { envelopeShapeChecks } from './envelope/shapes.js'
import { envelopeTextChecks } from './envelope/texts.js'
import { filterChecks, filterZoneChecks } from './filters/filters.js'
import { bulkInteractionChecks } from './interactions/bulk.js'
import { fieldInteractionChecks, zeroChecks } from './interactions/fields.js'
import { listInteractionChecks } from './interactions/lists.js'
import { nameInteractionChecks } from './interactions/names.js'
import { peopleChecks } from './interactions/people.js'
import { timeInteractionChecks, timeReadChecks } from './interactions/times.js'
import { limitChecks } from './limits/limits.js'
import { fieldsChecks, fieldsFormChecks } from './lists/fields.js'
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
import { timeFormChecks, timeRefusalChecks } from './times/forms.js'
import { timePeopleChecks } from './times/people.js'
import { timeInvariants, timeResponseChecks } from './times/responses.js'
import { timeZoneChecks } from './times/zones.js'
import { activatedChecks } from './users/activated.js'
import { activationChecks, addressChecks, emailChecks } from './users/email.js'
import { userFieldChecks } from './users/fields.js'
import { passwordChecks } from './users/passwords.js'
import { userReadingChecks } from './users/reading.js'
import { userInvariants, userSecrecyChecks } from './users/secrecy.js'
import { userTypeChecks } from './users/types.js'
import { userWritingChecks } from './users/writing.js'

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
  ...deletionChecks,
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
  ...activatedChecks,
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
  ...answerInvariants,
]
