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

/** Counts the objects of a seed. */
export const countSeed = ({ users, schedules }: LoadableSeed): number =>
  schedules.reduce(
    (sum, { resources, bookings, collaborators }) =>
      sum + 1 + resources.length + bookings.length + collaborators.length,
    users.length,
  )

/** The refusal of a seed that does not fit into a session. */
export function tooLarge(objects: number, most: number): Refusal {
  const message = `The seed has ${objects} objects, and a session may hold ${most}: start with a smaller --seed, or a higher --max-session-objects`
  return new Refusal('storage_full', message)
}

/** The maximum number of seed errors listed in a response. */
const mostDetails = 20

/**
 * Parses the seed of a control request that replaces all data.
 *
 * @param session The session to load it into, if any.
 * @throws {Refusal} that lists what is wrong with the seed, or says that it is too large
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
