// Servers that are right but for what they remember.

import * as people from './people-faults.js'
import * as things from './things-faults.js'

export { type Fetch, plant } from './plant.js'

/** Every fault, by its name. */
export const plantedFaults = { ...things, ...people }
