import type { Expectation, ModelSchedule, Person } from './world.js'

export type Role = 'owner' | 'editor' | 'viewer' | 'none' | 'unsure'

/** The current role of a person in a schedule, by what the owner granted and revoked. */
export function roleOf(
  person: Person,
  { collaborators }: ModelSchedule,
  principals: readonly { person?: Person }[],
): Role {
  if (person.isOwner) return 'owner'
  const slot = principals.findIndex(principal => principal.person === person)
  const membership = collaborators.objects.get(slot)
  if (!membership) return 'none'
  const role = membership.known.user_role
  return role === 'editor' || role === 'viewer' ? role : 'unsure'
}

/** Reading resources and bookings: allowed to everybody with access, and to nobody else. */
export function mayRead(role: Role, valid: Expectation): Expectation {
  if (role === 'none') return { acceptBreaks: 'PERM-15' }
  if (role === 'unsure') return valid.acceptBreaks ? { acceptBreaks: valid.acceptBreaks } : {}
  return role === 'owner' || !valid.refuseBreaks ? valid : { ...valid, refuseBreaks: 'PERM-14' }
}

/** Writing them. What the roles may do follows only from their names (PERM-16 and 17 are not musts). */
export function mayWrite(role: Role, valid: Expectation): Expectation {
  switch (role) {
    case 'owner':
      return valid
    case 'none':
      return { acceptBreaks: 'PERM-19' }
    case 'viewer':
      return { acceptBreaks: valid.acceptBreaks ?? 'PERM-16' }
    case 'editor':
      return valid.refuseBreaks ? { ...valid, refuseBreaks: 'PERM-17' } : valid
    default:
      return valid.acceptBreaks ? { acceptBreaks: valid.acceptBreaks } : {}
  }
}

/** Operations on collaborators: only for the owner (section 4.3). */
export const mayAdminister = (role: Role, valid: Expectation, rule: string): Expectation =>
  role === 'owner' ? valid : { acceptBreaks: rule }
