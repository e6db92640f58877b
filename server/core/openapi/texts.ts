import type { Operation } from '../operations/operation.js'
import { queryNames } from './parameters.js'
import { kindOf } from './responses.js'
import type { ObjectName } from './schemas.js'

/*
 * What the statuses of refusals mean for an operation, where the descriptions of their components do not suffice.
 */

const badRequest = ({ id }: Operation): string | undefined =>
  id === 'deleteMe'
    ? '`me=1` is missing, or the request cannot be understood. Nothing has been deleted.'
    : undefined

function forbidden({ id, access }: Operation): string | undefined {
  if (access === 'owner or self')
    return 'Only the owner of the schedule removes others; a collaborator removes only themselves.'
  return id === 'createCollaborator'
    ? 'Only the owner of the schedule adds collaborators; or the account does not allow it, or has reached its `collaboration_limit`.'
    : undefined
}

function notFound(operation: Operation, noun: string): string | undefined {
  const { path, access, method, id } = operation
  if (access === 'account') return undefined
  const missing = ['schedule']
  if (path.includes('{resourceId}/')) missing.push('resource')
  if (path.endsWith('}')) missing.push(noun)
  const isBulk = queryNames(operation).includes('ids') && method !== 'GET'
  if (!isBulk && missing.length === 1) return undefined
  if (!isBulk) return `No such ${missing.join(' or ')}, or no access to it.`
  const done = id.startsWith('delete') ? 'deleted' : 'changed'
  return `No such ${missing.join(' or ')}, no access to it, or one of \`ids\` does not exist there. Nothing has been ${done}.`
}

const conflict = (operation: Operation): string | undefined =>
  queryNames(operation).includes('ids') && operation.path.endsWith('/resources')
    ? 'Another resource has this `name`, or several would get it. Nothing has changed.'
    : undefined

function invalid(operation: Operation, object: ObjectName): string | undefined {
  const isNew = kindOf(operation) === 'created'
  if (object === 'Booking') {
    const consequence = `Nothing has been ${isNew ? 'created' : 'changed'}.`
    return `A value is invalid, a field is unknown, \`end\` is before \`start\`, or there is no such resource. ${consequence}`
  }
  if (!isNew) return undefined
  const required = object === 'Resource' ? 'name' : 'email'
  return `A value is invalid, \`${required}\` is missing, or a field is unknown. Nothing has been created.`
}

/** The meanings of an operation's statuses. */
export function statusTexts(operation: Operation, object: ObjectName): Record<number, string> {
  const texts = {
    400: badRequest(operation),
    403: forbidden(operation),
    404: notFound(operation, object.toLowerCase()),
    409: conflict(operation),
    422: operation.body && invalid(operation, object),
  }
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)) as Record<
    number,
    string
  >
}
