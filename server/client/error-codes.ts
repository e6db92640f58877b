import type { OperationTypes } from '../core/operations/operation-types.js'
import type { OperationId } from '../core/wire/routes.js'

/** The codes that any operation may be refused with. */
type OfEveryRequest =
  | ('bad_request' | 'bad_json' | 'bad_query' | 'unauthorized' | 'rate_limited' | 'too_many_guesses')
  | ('body_too_large' | 'url_too_long' | 'headers_too_large' | 'request_timeout' | 'expectation_failed')
  | ('internal' | 'overloaded' | 'unavailable')

type OfWrites<Id extends OperationId> = OperationTypes[Id]['method'] extends 'GET'
  ? never
  : 'storage_full' | 'forbidden'

type OfSchedules<Id extends OperationId> = OperationTypes[Id]['path'] extends `${string}{scheduleId}${string}`
  ? 'not_found' | (Id extends `${string}Collaborator${string}` ? 'forbidden' : never)
  : never

type OfBodies<Id extends OperationId> = OperationTypes[Id]['body'] extends object ? 'invalid' : never

/** Codes of some operations: a safeguard of a deletion is missing, or a value is already in use. */
interface OfSome {
  deleteResources: 'guard_missing'
  deleteBookings: 'guard_missing'
  deleteResourceBookings: 'guard_missing'
  deleteCollaborators: 'guard_missing'
  deleteMe: 'guard_missing'
  createResource: 'name_taken'
  changeResources: 'name_taken'
  changeResource: 'name_taken'
  createCollaborator: 'already_collaborator'
  changeMe: 'email_taken'
}

/** The error codes of an operation. */
export type CodeOf<Id extends OperationId> =
  | OfEveryRequest
  | OfWrites<Id>
  | OfSchedules<Id>
  | OfBodies<Id>
  | (Id extends keyof OfSome ? OfSome[Id] : never)
