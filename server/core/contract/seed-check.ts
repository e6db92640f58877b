import { serviceDefaults } from '../limits.js'
import type { Detail } from '../wire/errors.js'
import { explain } from './body.js'
import { type LoadableSeed, type Seed, type SeedInput, seed } from './seed.js'
import { createBookingCheck, type UniqueNames, usersByEmail, wrongReferences } from './seed-references.js'

/** Thrown for an invalid seed; each detail has a path such as `schedules.0.owner`. */
export class SeedError extends Error {
  override readonly name = 'SeedError'
  readonly details: readonly Detail[]

  constructor(details: readonly Detail[]) {
    const lines = details
      .slice(0, 20)
      .map(({ path, message }) => `  ${path === '' ? 'the seed' : path} ${message}`)
    const rest = details.length > 20 ? `\n  and ${details.length - 20} more` : ''
    super(
      `Failed to use the seed: ${details.length === 1 ? 'one place is' : `${details.length} places are`} wrong.\n${lines.join('\n')}${rest}`,
    )
    this.details = details
  }
}

/**
 * Validates a seed, including references between its parts.
 *
 * @throws {SeedError} that lists every error
 */
export function parseSeed(value: unknown, uniqueNames: UniqueNames = serviceDefaults.uniqueNames): Seed {
  const mistake = mistakeIn(value)
  if (mistake !== undefined) throw new SeedError([{ path: '', message: mistake }])
  const result = seed.safeParse(value)
  if (!result.success) throw new SeedError(explain(result.error, seed))
  const { users, schedules } = result.data
  const details = [...wrongReferences(result.data, uniqueNames)]
  const known = usersByEmail(users)
  for (const [index, schedule] of schedules.entries()) {
    const check = createBookingCheck(schedule, known)
    for (const [b, booking] of schedule.bookings.entries()) {
      const at = `schedules.${index}.bookings.${b}`
      for (const { path, message } of check(booking)) details.push({ path: `${at}.${path}`, message })
    }
  }
  if (details.length > 0) throw new SeedError(details)
  return result.data
}

/** Detects a value that is not a seed yet: a promise would pass as an empty one. */
function mistakeIn(value: unknown): string | undefined {
  if (typeof value === 'function') {
    return 'is a function: call it, as in demo({ now: ... }), and pass its result'
  }
  const isPromise = typeof (value as PromiseLike<unknown> | undefined)?.then === 'function'
  return isPromise ? 'is a promise: await it, and pass its result' : undefined
}

const marked = Symbol.for('schedkit.checkedSeed')

/** A seed known to be valid, which is not checked again. `marked` says where its resource names are unique. */
export interface CheckedSeed extends LoadableSeed {
  readonly [marked]: UniqueNames
}

/** Marks a seed as checked with `wrongReferences` and `createBookingCheck`. It must not change afterwards. */
export const markChecked = <Checked extends LoadableSeed>(
  seed: Checked,
  uniqueNames: UniqueNames,
): Checked & CheckedSeed => ({ ...seed, [marked]: uniqueNames })

/**
 * Validates a seed unless it is known to be valid.
 *
 * @throws {SeedError} that lists every error
 */
export function checkSeed(
  seed: SeedInput | CheckedSeed = {},
  uniqueNames: UniqueNames = serviceDefaults.uniqueNames,
): LoadableSeed {
  // Without types, it may not be an object but, for example, a file name.
  if (Object(seed) !== seed || !(marked in seed)) return parseSeed(seed, uniqueNames)
  // Names that are unique in the service are also unique in each schedule, but not vice versa.
  const details = seed[marked] === uniqueNames ? [] : [...wrongReferences(seed, uniqueNames)]
  if (details.length > 0) throw new SeedError(details)
  return seed
}
