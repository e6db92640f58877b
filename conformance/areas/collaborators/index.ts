import { collaboratorChecks } from './collaborators.js'
import { collaboratorPeopleChecks } from './people.js'
import { collaboratorRoleChecks } from './roles.js'

export { collaborators as area } from './rules.js'

export const checks = [...collaboratorChecks, ...collaboratorPeopleChecks, ...collaboratorRoleChecks]
