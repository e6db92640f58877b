import { permissionGuardChecks } from './guards.js'
import { ownCollaboratorChecks } from './own.js'
import { permissionChecks } from './permissions.js'
import { scopedPermissionChecks } from './scope.js'
import { collaborationSettingChecks } from './settings.js'

export { permissions as area } from './rules.js'

export const checks = [
  ...permissionGuardChecks,
  ...ownCollaboratorChecks,
  ...permissionChecks,
  ...scopedPermissionChecks,
  ...collaborationSettingChecks,
]
