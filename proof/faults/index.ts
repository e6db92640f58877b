import { authenticationFaults } from './authentication.js'
import { bookingFaults } from './bookings/index.js'
import { bulkFaults } from './bulk/index.js'
import { collaboratorFaults } from './collaborators/index.js'
import { envelopeFaults } from './envelope/index.js'
import type { Fault } from './fault.js'
import { filterFaults } from './filters.js'
import { interactionFaults } from './interactions/index.js'
import { limitFaults } from './limits.js'
import { lineFaults } from './lines.js'
import { listFaults } from './lists/index.js'
import { nameFaults } from './names.js'
import { patternFaults } from './patterns.js'
import { permissionFaults } from './permissions/index.js'
import { resourceFaults } from './resources/index.js'
import { timeFaults } from './times/index.js'
import { typeFaults } from './types.js'
import { updatedAtFaults } from './updated-at.js'
import { addressFaults } from './users/addresses.js'
import { userFaults } from './users/index.js'

/** All faults, by the prefix of their area. */
export const faultsOf: Readonly<Record<string, readonly Fault[]>> = {
  ENV: envelopeFaults,
  RES: [...resourceFaults, ...typeFaults.RES, ...lineFaults.RES, ...patternFaults.RES],
  BKG: [...bookingFaults, ...typeFaults.BKG, ...lineFaults.BKG],
  TIME: [...timeFaults, ...lineFaults.TIME],
  FILT: [...filterFaults, ...lineFaults.FILT],
  LIST: [...listFaults, ...patternFaults.LIST],
  BULK: [...bulkFaults, ...updatedAtFaults, ...patternFaults.BULK],
  UNIQ: [...nameFaults, ...patternFaults.UNIQ],
  COL: [...collaboratorFaults, ...typeFaults.COL, ...lineFaults.COL, ...patternFaults.COL],
  PERM: permissionFaults,
  USER: [...userFaults, ...addressFaults, ...typeFaults.USER, ...lineFaults.USER],
  AUTH: [...authenticationFaults, ...lineFaults.AUTH, ...patternFaults.AUTH],
  LIMIT: limitFaults,
  CROSS: interactionFaults,
}

export const faults: readonly Fault[] = Object.values(faultsOf).flat()
