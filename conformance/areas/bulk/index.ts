import { bulkDeleteChecks } from './deletes.js'
import { bulkGuardChecks } from './guards.js'
import { bulkIdsChecks } from './ids.js'
import { bulkScopeChecks } from './scope.js'
import { bulkUpdateChecks } from './updates.js'

export { bulk as area } from './rules.js'

export const checks = [
  ...bulkDeleteChecks,
  ...bulkGuardChecks,
  ...bulkIdsChecks,
  ...bulkScopeChecks,
  ...bulkUpdateChecks,
]
