import { bulkInteractionChecks } from './bulk.js'
import { fieldInteractionChecks } from './fields.js'
import { listInteractionChecks } from './lists.js'
import { nameInteractionChecks } from './names.js'
import { peopleChecks } from './people.js'
import { timeReadChecks } from './time-reads.js'
import { timeInteractionChecks } from './times.js'
import { zeroChecks } from './zeros.js'

export { interactions as area } from './rules.js'

export const checks = [
  ...bulkInteractionChecks,
  ...fieldInteractionChecks,
  ...listInteractionChecks,
  ...nameInteractionChecks,
  ...peopleChecks,
  ...timeReadChecks,
  ...timeInteractionChecks,
  ...zeroChecks,
]
