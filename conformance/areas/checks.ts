import type { Check, Invariant } from '../runner/index.js'
import { allDayChecks } from './bookings/all-day.js'
import { bookingChecks } from './bookings/bookings.js'
import { bookingListChecks } from './bookings/lists.js'
import { bookingMoveChecks } from './bookings/moves.js'
import { bookingPathChecks } from './bookings/paths.js'
import { bookingUpdateChecks } from './bookings/updates.js'
import { bulkDeleteChecks } from './bulk/deletes.js'
import { bulkGuardChecks } from './bulk/guards.js'
import { bulkIdsChecks } from './bulk/ids.js'
import { bulkScopeChecks } from './bulk/scope.js'
import { bulkUpdateChecks } from './bulk/updates.js'
import { collaboratorChecks } from './collaborators/collaborators.js'
import { collaboratorPeopleChecks } from './collaborators/people.js'
import { collaboratorRoleChecks } from './collaborators/roles.js'
import { credentialChecks } from './credentials/credentials.js'
import { envelopeInvariants } from './envelope/invariants.js'
import { envelopeRefusalChecks } from './envelope/refusals.js'
import { envelopeChecks } from './envelope/rows.js'
import { envelopeShapeChecks } from './envelope/shapes.js'
import { envelopeTextChecks } from './envelope/texts.js'
import { booleanChecks } from './fields/booleans.js'
import { colourChecks } from './fields/colours.js'
import { linkChecks } from './fields/links.js'
import { readOnlyMemberChecks } from './fields/read-only-members.js'
import { textFieldChecks } from './fields/text-fields.js'
import { timestampChecks } from './fields/timestamps.js'
import { unsetTextChecks } from './fields/unset-texts.js'
import { filterChecks } from './filters/filters.js'
import { filterZoneChecks } from './filters/zones.js'
import { accountInteractionChecks } from './interactions/accounts.js'
import { bulkInteractionChecks } from './interactions/bulk.js'
import { fieldInteractionChecks } from './interactions/fields.js'
import { listInteractionChecks } from './interactions/lists.js'
import { nameInteractionChecks } from './interactions/names.js'
import { peopleChecks } from './interactions/people.js'
import { timeReadChecks } from './interactions/time-reads.js'
import { timeInteractionChecks } from './interactions/times.js'
import { limitChecks } from './limits/limits.js'
import { listCombinedChecks } from './lists/combined.js'
import { listFieldsChecks } from './lists/fields.js'
import { listFieldsFormChecks } from './lists/fields-forms.js'
import { listFollowingChecks } from './lists/following.js'
import { listIdsChecks } from './lists/ids.js'
import { listLimitChecks } from './lists/limits.js'
import { listLinkChecks } from './lists/links.js'
import { listPageChecks } from './lists/pages.js'
import { namesAlikeChecks } from './names/alike.js'
import { bulkNameChecks } from './names/bulk.js'
import { nameChecks, nameInvariants } from './names/names.js'
import { permissionGuardChecks } from './permissions/guards.js'
import { ownCollaboratorChecks } from './permissions/own.js'
import { permissionChecks } from './permissions/permissions.js'
import { scopedPermissionChecks } from './permissions/scope.js'
import { collaborationSettingChecks } from './permissions/settings.js'
import { resourceLifeChecks } from './resources/life.js'
import { resourceChecks } from './resources/resources.js'
import { timeFormChecks } from './times/forms.js'
import { timeInvariants } from './times/invariants.js'
import { timePeopleChecks } from './times/people.js'
import { timeRefusalChecks } from './times/refusals.js'
import { timeResponseChecks } from './times/responses.js'
import { timeZoneChecks } from './times/zones.js'
import { deletionChecks } from './users/deletion.js'
import { emailChecks } from './users/email.js'
import { userFieldChecks } from './users/fields.js'
import { passwordChecks } from './users/passwords.js'
import { userReadOnlyChecks } from './users/read-only.js'
import { userReadingChecks } from './users/reading.js'
import { userInvariants, userSecrecyChecks } from './users/secrecy.js'
import { userWritingChecks } from './users/writing.js'

/** Every check of the kit, in the order of the catalogue's areas as far as themes allow. */
export const checks: readonly Check[] = [
  ...envelopeRefusalChecks,
  ...envelopeChecks,
  ...envelopeShapeChecks,
  ...envelopeTextChecks,
  ...resourceLifeChecks,
  ...resourceChecks,
  ...allDayChecks,
  ...bookingChecks,
  ...bookingListChecks,
  ...bookingMoveChecks,
  ...bookingPathChecks,
  ...bookingUpdateChecks,
  ...booleanChecks,
  ...colourChecks,
  ...linkChecks,
  ...readOnlyMemberChecks,
  ...textFieldChecks,
  ...timestampChecks,
  ...unsetTextChecks,
  ...timeFormChecks,
  ...timePeopleChecks,
  ...timeRefusalChecks,
  ...timeResponseChecks,
  ...timeZoneChecks,
  ...filterChecks,
  ...filterZoneChecks,
  ...listCombinedChecks,
  ...listFieldsFormChecks,
  ...listFieldsChecks,
  ...listFollowingChecks,
  ...listIdsChecks,
  ...listLimitChecks,
  ...listLinkChecks,
  ...listPageChecks,
  ...bulkDeleteChecks,
  ...bulkGuardChecks,
  ...bulkIdsChecks,
  ...bulkScopeChecks,
  ...bulkUpdateChecks,
  ...namesAlikeChecks,
  ...bulkNameChecks,
  ...nameChecks,
  ...collaboratorChecks,
  ...collaboratorPeopleChecks,
  ...collaboratorRoleChecks,
  ...permissionGuardChecks,
  ...ownCollaboratorChecks,
  ...permissionChecks,
  ...scopedPermissionChecks,
  ...collaborationSettingChecks,
  ...credentialChecks,
  ...deletionChecks,
  ...emailChecks,
  ...userFieldChecks,
  ...limitChecks,
  ...passwordChecks,
  ...userReadOnlyChecks,
  ...userReadingChecks,
  ...userSecrecyChecks,
  ...userWritingChecks,
  ...accountInteractionChecks,
  ...bulkInteractionChecks,
  ...fieldInteractionChecks,
  ...listInteractionChecks,
  ...nameInteractionChecks,
  ...peopleChecks,
  ...timeReadChecks,
  ...timeInteractionChecks,
]

/** What holds for every exchange of a run. */
export const invariants: readonly Invariant[] = [
  ...envelopeInvariants,
  ...timeInvariants,
  ...nameInvariants,
  ...userInvariants,
]
