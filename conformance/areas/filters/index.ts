import { filterChecks } from './filters.js'
import { filterZoneChecks } from './zones.js'

export { filters as area } from './rules.js'

export const checks = [...filterChecks, ...filterZoneChecks]
