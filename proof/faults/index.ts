import { authenticationFaults } from './authentication.js'
import { bookingFaults } from './bookings/index.js'
import { bulkFaults } from './bulk/index.js'
import { collaboratorFaults } from './collaborators/index.js'
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

/** Every fault, by the prefix of its area. */
export const faultsOf: Readonly<Record<string, readonly Fault[]>> = {
  ENV: envelopeFaults,
  RES: resourceFaults,
  BKG: bookingFaults,
  TIME: timeFaults,
  FILT: filterFaults,
  LIST: listFaults,
  BULK: bulkFaults,
  UNIQ: nameFaults,
  COL: collaboratorFaults,
  PERM: permissionFaults,
  USER: [...userFaults, ...addressFaults],
  AUTH: authenticationFaults,
  LIMIT: limitFaults,
  CROSS: interactionFaults,
}

export const faults: readonly Fault[] = Object.values(faultsOf).flat()
