import { bulkNameChecks } from './bulk.js'
import { nameChecks } from './names.js'

export { nameInvariants as invariants } from './names.js'
export { names as area } from './rules.js'

export const checks = [...bulkNameChecks, ...nameChecks]
