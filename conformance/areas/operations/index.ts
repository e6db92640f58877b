import { bookingOperations } from './bookings.js'
import { collaboratorOperations } from './collaborators.js'
import type { Operation } from './operation.js'
import { resourceOperations } from './resources.js'

export { type AccountOperation, accountOperations, deletionOfAnAccount, me } from './account.js'
export { type Attempt, answeredId, send } from './attempt.js'
export type { Operation } from './operation.js'
export { bookingOperations, collaboratorOperations, resourceOperations }

/** Every row of sections 4.1 to 4.3. */
export const operations: readonly Operation[] = [
  ...resourceOperations,
  ...bookingOperations,
  ...collaboratorOperations,
]
