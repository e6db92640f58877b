import type { Membership } from '../store.js'
import { Refusal } from '../wire/errors.js'

/** Who may run an operation; each level includes the earlier ones, and "account" needs no schedule. */
export type Access = 'account' | 'owner' | 'owner or self' | 'editor' | 'viewer'

/**
 * Checks the caller's permission (section 4.3). A caller without a role learns nothing, not even that the schedule exists.
 *
 * @throws {Refusal} if the caller may not run the operation
 */
export function permit(
  access: Access,
  part: Membership | undefined,
  path: { scheduleId: string; collaboratorId?: number },
) {
  if (access === 'account') return
  if (!part)
    throw new Refusal(
      'not_found',
      `Schedule "${path.scheduleId}" does not exist, or you have no access to it`,
    )
  if (part.role === 'owner' || access === 'viewer') return
  if (access === 'editor') {
    if (part.role === 'editor') return
    throw new Refusal('forbidden', 'You are a viewer of this schedule; writing requires the editor role')
  }
  if (access === 'owner or self') {
    if (part.collaborator_id === path.collaboratorId) return
    throw new Refusal(
      'forbidden',
      'Only the owner of the schedule may remove collaborators other than yourself',
    )
  }
  throw new Refusal('forbidden', 'Only the owner of the schedule may see or change its collaborators')
}
