import { Refusal } from './errors.js'
import type { Membership } from './store.js'

/** Who may run an operation, each including those before it; a lone "account" needs no schedule. */
export type Access = 'account' | 'owner' | 'owner or self' | 'editor' | 'viewer'

/**
 * Lets a caller pass or refuses it (section 4.3). `part` is what the caller is to the schedule of the path,
 * `collaboratorId` the collaborator object of the path. A stranger learns nothing, not even that the schedule exists.
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
