import { bulkNameChecks } from './bulk.js'
import { nameChecks, nameInvariants } from './names.js'

export { names as area } from './rules.js'

export const checks = [...bulkNameChecks, ...nameChecks]

export const invariants = [...nameInvariants]
