import { bookings } from './bookings.js'
import { bulk } from './bulk.js'
import { collaborators } from './collaborators.js'
import { credentials } from './credentials.js'
import { env } from './env.js'
import { filters } from './filters.js'
import { interactions } from './interactions.js'
import { limits } from './limits.js'
import { lists } from './lists.js'
import { names } from './names.js'
import { permissions } from './permissions.js'
import { resources } from './resources.js'
import type { Area, Rule } from './rule.js'
import { times } from './times.js'
import { users } from './users.js'

/** All rules of the document, by the parts of the interface. */
export const areas: readonly Area[] = Object.freeze([
  env,
  resources,
  bookings,
  times,
  filters,
  lists,
  bulk,
  names,
  collaborators,
  permissions,
  users,
  credentials,
  limits,
  interactions,
])

/** All rules, in the order of their areas. */
export const rules: readonly Rule[] = Object.freeze(areas.flatMap(area => area.rules))
