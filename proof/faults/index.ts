import { bookingFaults } from './bookings/index.js'
import { bulkFaults } from './bulk/index.js'
import { collaboratorFaults } from './collaborators/index.js'
import { credentialFaults } from './credentials.js'
import { envelopeFaults } from './envelope/index.js'
import type { Fault } from './fault.js'
import { filterFaults } from './filters.js'
import { interactionFaults } from './interactions/index.js'
import { limitFaults } from './limits.js'
import { listFaults } from './lists/index.js'
import { nameFaults } from './names.js'
import { permissionFaults } from './permissions/index.js'
import { resourceFaults } from './resources/index.js'
import { timeFaults } from './times/index.js'
import { addressFaults } from './users/addresses.js'
import { userFaults } from './users/index.js'

/** Every fault, by area. */
export const faultsOf: Readonly<Record<string, readonly Fault[]>> = {
  envelope: envelopeFaults,
  resources: resourceFaults,
  bookings: bookingFaults,
  times: timeFaults,
  filters: filterFaults,
  lists: listFaults,
  bulk: bulkFaults,
  names: nameFaults,
  collaborators: collaboratorFaults,
  permissions: permissionFaults,
  users: [...userFaults, ...addressFaults],
  credentials: credentialFaults,
  limits: limitFaults,
  interactions: interactionFaults,
}

export const faults: readonly Fault[] = Object.values(faultsOf).flat()
