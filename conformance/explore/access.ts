import type { Person } from './person.js'
import type { Expectation, Place } from './world.js'

export type Standing = 'owner' | 'editor' | 'viewer' | 'none' | 'unsure'

/** What somebody is to a schedule now: by what the owner gave and took, whenever that was. */
export function standingOf(
  person: Person,
  { collaborators }: Place,
  parties: readonly { person?: Person }[],
): Standing {
  if (person.isOwner) return 'owner'
  const slot = parties.findIndex(party => party.person === person)
  const membership = collaborators.things.get(slot)
  if (!membership) return 'none'
  const role = membership.known.user_role
  return role === 'editor' || role === 'viewer' ? role : 'unsure'
}

/** Reading resources and bookings: whoever was given access can, and nobody else. */
export function mayRead(standing: Standing, valid: Expectation): Expectation {
  if (standing === 'none') return { acceptBreaks: 'PERM-15' }
  if (standing === 'unsure') return valid.acceptBreaks ? { acceptBreaks: valid.acceptBreaks } : {}
  return standing === 'owner' || !valid.refuseBreaks ? valid : { ...valid, refuseBreaks: 'PERM-14' }
}

/** Writing them. What the roles mean follows from their names only (PERM-16 and 17 are no musts). */
export function mayWrite(standing: Standing, valid: Expectation): Expectation {
  switch (standing) {
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

/** Operations on collaborators, which are the owner's alone (section 4.3). */
export const mayAdminister = (standing: Standing, valid: Expectation, rule: string): Expectation =>
  standing === 'owner' ? valid : { acceptBreaks: rule }
