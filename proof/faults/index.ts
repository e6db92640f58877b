import { bookingFaults } from './bookings.js'
import { bulkFaults } from './bulk.js'
import { collaboratorFaults } from './collaborators.js'
import { envelopeFaults } from './envelope.js'
import type { Fault } from './fault.js'
import { fieldFaults } from './fields.js'
import { filterFaults } from './filters.js'
import { interactionFaults } from './interactions.js'
import { limitFaults } from './limits.js'
import { listFaults } from './lists.js'
import { loginFaults } from './logins.js'
import { nameFaults } from './names.js'
import { permissionFaults } from './permissions.js'
import { resourceFaults } from './resources.js'
import { timeFaults } from './times.js'
import { userFaults } from './users.js'

/** Every fault, by the area of its file. */
export const faultsOf: Readonly<Record<string, readonly Fault[]>> = {
  envelope: envelopeFaults,
  resources: resourceFaults,
  bookings: bookingFaults,
  fields: fieldFaults,
  times: timeFaults,
  filters: filterFaults,
  lists: listFaults,
  bulk: bulkFaults,
  names: nameFaults,
  collaborators: collaboratorFaults,
  permissions: permissionFaults,
  users: userFaults,
  logins: loginFaults,
  limits: limitFaults,
  interactions: interactionFaults,
}

export const faults: readonly Fault[] = Object.values(faultsOf).flat()
