import { dateChecks } from '../date-checks.js'
import { collaboratorObjectChecks } from './collaborators.js'
import { collaboratorPeopleChecks } from './people.js'
import { collaboratorRoleChecks } from './roles.js'

export { collaborators as area } from './rules.js'

export const checks = [
  ...collaboratorObjectChecks,
  ...collaboratorPeopleChecks,
  ...collaboratorRoleChecks,
  ...dateChecks('collaborator', {
    iso: 'COL-19.iso',
    utc: 'COL-19.utc',
    update: 'COL-19.updated',
    bulk: 'COL-19.updated-in-bulk',
    created: 'COL-19.created',
  }),
]
