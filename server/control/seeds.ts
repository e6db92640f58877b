import {
  type CheckedSeed,
  checkSeed,
  type LoadableSeed,
  markChecked,
  Refusal,
  refuseDetails,
  SeedError,
  type SeedInput,
  type UniqueNames,
} from '../core/index.js'
import type { SessionIdentity } from './session-limits.js'

/** How many objects a seed has. */
export const countSeed = ({ users, schedules }: LoadableSeed): number =>
  schedules.reduce(
    (sum, { resources, bookings, collaborators }) =>
      sum + 1 + resources.length + bookings.length + collaborators.length,
    users.length,
  )

/** The refusal of a seed that a session has no room for. */
export function tooLarge(objects: number, most: number): Refusal {
  const message = `The seed has ${objects} objects, and a session may hold ${most}: start with a smaller --seed, or a higher --max-session-objects`
  return new Refusal('storage_full', message)
}

/** How many errors of a seed a response lists. */
const mostDetails = 20

/**
 * The seed that a control request replaces all data by.
 *
 * @param session Whose data they are, if not those outside of sessions.
 * @throws {Refusal} that lists what is wrong with it, or that it has no room
 */
export function seedToLoad(given: unknown, uniqueNames: UniqueNames, session?: SessionIdentity): CheckedSeed {
  const seed = accepted(given as SeedInput, uniqueNames)
  const objects = countSeed(seed)
  if (session && objects > session.mostObjects) throw tooLarge(objects, session.mostObjects)
  return markChecked(seed, uniqueNames)
}

function accepted(given: SeedInput, uniqueNames: UniqueNames): LoadableSeed {
  try {
    return checkSeed(given, uniqueNames)
  } catch (error) {
    throw error instanceof SeedError ? refuseDetails('invalid', error.details.slice(0, mostDetails)) : error
  }
}
