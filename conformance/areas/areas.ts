import { bookings } from './bookings/rules.js'
import { bulk } from './bulk/rules.js'
import { collaborators } from './collaborators/rules.js'
import { credentials } from './credentials/rules.js'
import { env } from './envelope/rules.js'
import { filters } from './filters/rules.js'
import { interactions } from './interactions/rules.js'
import { limits } from './limits/rules.js'
import { lists } from './lists/rules.js'
import { names } from './names/rules.js'
import { permissions } from './permissions/rules.js'
import { resources } from './resources/rules.js'
import type { Area, Rule } from './rule.js'
import { times } from './times/rules.js'
import { users } from './users/rules.js'

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
