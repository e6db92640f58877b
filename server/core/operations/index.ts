import { activation } from './activation.js'
import { bookingOperations } from './bookings.js'
import { collaboratorOperations } from './collaborators.js'
import type { LinkTarget, Operation } from './operation.js'
import { resourceOperations } from './resources.js'
import { userOperations } from './users.js'

/** The table of all 27 operations of section 4. */
export const operations: readonly Operation[] = [
  ...resourceOperations,
  ...bookingOperations,
  ...collaboratorOperations,
  ...userOperations,
]

/** The targets of links in e-mails. */
export const linkTargets: readonly LinkTarget[] = [activation]
