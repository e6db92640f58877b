import { deleteChecks } from './deletes.js'
import { scopeChecks } from './scope.js'
import { updateChecks } from './updates.js'

export { bulk as area } from './rules.js'

export const checks = [...updateChecks, ...deleteChecks, ...scopeChecks]
