import { type OperationId, operationIds } from '../../server/core/index.js'
import { routes } from '../../server/core/wire/routes.js'
import { singleDeletes, singlePuts, singleReads } from '../alter/operation-groups.js'
import { access, accessUnless, inItsSchedule, type OperationRequest, refuseIf } from '../alter/requests.js'
import { asOwner, authorizationAs, openToAll } from '../alter/responses.js'
import { credentialsIn } from '../requests/credentials.js'
import type { Alter } from '../server/parts.js'
import { target } from '../server/people.js'
import { across, along, kindOf, type Mistake } from './mistake.js'

/*
 * Mistakes in permissions: an operation checks less, or more, than other operations do.
 */

const roles = ['owner', 'editor', 'viewer'] as const
type Role = (typeof roles)[number]

/** The roles that may run an operation (sections 1 and 4.3); none if it is about the caller's own account. */
const allowed = (operation: OperationId): readonly Role[] => {
  if (kindOf(operation) === 'user') return []
  if (kindOf(operation) === 'collaborator') return ['owner']
  return /^(?:read|list)/.test(operation) ? roles : ['owner', 'editor']
}

const ownObject = ({ membership, path }: OperationRequest) =>
  membership?.collaborator_id !== undefined && membership.collaborator_id === path.collaboratorId

/** Also lets this role run an operation. */
function alsoFor(operation: OperationId, role: 'editor' | 'viewer' | 'stranger'): Alter | undefined {
  const may = allowed(operation)
  if (may.length === 0 || may.includes(role as Role)) return undefined
  const isOwn = (asked: OperationRequest) => operation === 'deleteCollaborator' && ownObject(asked)
  if (role === 'editor') return access(operation, 'editor')
  if (role === 'viewer')
    return accessUnless(
      operation,
      'viewer',
      asked => asked.membership?.role === 'editor' && !may.includes('editor') && !isOwn(asked),
    )
  return accessUnless(operation, 'account', async ({ rows, path, user }) => {
    const part = await rows.schedules.membershipOf(path.scheduleId, user.id)
    const isSelf = operation === 'deleteCollaborator' && part?.collaborator_id === path.collaboratorId
    return part && !may.includes(part.role) && !isSelf
  })
}

const { owner } = target

/** Credentials that almost match those of the owner. */
const nearly: Readonly<Record<string, (sent: string) => boolean>> = {
  'a wrong password': sent => credentialsIn(sent).startsWith(`${owner.email}:`),
  'an empty password': sent => credentialsIn(sent) === `${owner.email}:`,
}

export const accessMistakes: readonly Mistake[] = [
  {
    name: 'allowed-to',
    title: 'lets a role do what only others may',
    along: ['operation', 'role'],
    cells: across(operationIds, ['editor', 'viewer', 'stranger'], (operation, role) =>
      alsoFor(operation, role),
    ),
  },
  {
    name: 'refused-to',
    title: 'refuses a role what it may do',
    along: ['operation', 'role'],
    cells: across(
      operationIds,
      operation => allowed(operation),
      (operation, role) => refuseIf(operation, ({ membership }) => membership?.role === role, 'forbidden'),
    ),
  },
  {
    name: 'open',
    title: 'needs no credentials',
    along: ['operation'],
    cells: along(operationIds, openToAll),
  },
  {
    name: 'nearly-right',
    title: 'accepts credentials that are nearly right',
    along: ['method', 'credentials'],
    cells: across(['GET', 'POST', 'PUT', 'DELETE'], Object.keys(nearly), (method, how) =>
      authorizationAs(
        operationIds.filter(id => routes[id].startsWith(method) && kindOf(id) !== 'user'),
        sent => (sent !== undefined && nearly[how]?.(sent) ? asOwner : sent),
      ),
    ),
  },
  {
    name: 'found-anywhere',
    title: 'finds an object of another schedule by its id',
    along: ['operation'],
    // Permissions are checked for the schedule in the path, but the object is found in any schedule.
    cells: along([...singleReads, ...singlePuts, ...singleDeletes], inItsSchedule),
  },
]
