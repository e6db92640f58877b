import { timeFormChecks } from './forms.js'
import { timePeopleChecks } from './people.js'
import { timeRefusalChecks } from './refusals.js'
import { timeResponseChecks } from './responses.js'
import { timeZoneChecks } from './zones.js'

export { times as area } from './rules.js'

export const checks = [
  ...timeFormChecks,
  ...timePeopleChecks,
  ...timeRefusalChecks,
  ...timeResponseChecks,
  ...timeZoneChecks,
]

export { timeInvariants as invariants } from './responses.js'
