import { ownCollaboratorChecks } from './own.js'
import { permissionChecks } from './permissions.js'
import { scopeChecks } from './scope.js'

export { permissions as area } from './rules.js'

export const checks = [...permissionChecks, ...ownCollaboratorChecks, ...scopeChecks]
