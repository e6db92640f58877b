import { dateChecks } from '../date-checks.js'
import { collaboratorObjectChecks } from './collaborators.js'
import { collaboratorPeopleChecks } from './people.js'
import { collaboratorRoleChecks } from './roles.js'

export { collaborators as area } from './rules.js'

export const checks = [
  ...collaboratorObjectChecks,
  ...collaboratorPeopleChecks,
  ...collaboratorRoleChecks,
  ...dateChecks('collaborator', [
    'COL-19.iso',
    'COL-19.utc',
    'COL-19.updated',
    'COL-19.updated-in-bulk',
    'COL-19.created',
  ]),
]
