/** The method and path of each of the 27 operations of section 4, by its id, in the order of the document. */
export const routes = {
  listResources: 'GET /v1/schedules/{scheduleId}/resources',
  readResource: 'GET /v1/schedules/{scheduleId}/resources/{resourceId}',
  createResource: 'POST /v1/schedules/{scheduleId}/resources',
  changeResources: 'PUT /v1/schedules/{scheduleId}/resources',
  changeResource: 'PUT /v1/schedules/{scheduleId}/resources/{resourceId}',
  deleteResources: 'DELETE /v1/schedules/{scheduleId}/resources',
  deleteResource: 'DELETE /v1/schedules/{scheduleId}/resources/{resourceId}',
  listBookings: 'GET /v1/schedules/{scheduleId}/bookings',
  listResourceBookings: 'GET /v1/schedules/{scheduleId}/resources/{resourceId}/bookings',
  readBooking: 'GET /v1/schedules/{scheduleId}/bookings/{bookingId}',
  createBooking: 'POST /v1/schedules/{scheduleId}/bookings',
  changeBookings: 'PUT /v1/schedules/{scheduleId}/bookings',
  changeResourceBookings: 'PUT /v1/schedules/{scheduleId}/resources/{resourceId}/bookings',
  changeBooking: 'PUT /v1/schedules/{scheduleId}/bookings/{bookingId}',
  deleteBookings: 'DELETE /v1/schedules/{scheduleId}/bookings',
  deleteResourceBookings: 'DELETE /v1/schedules/{scheduleId}/resources/{resourceId}/bookings',
  deleteBooking: 'DELETE /v1/schedules/{scheduleId}/bookings/{bookingId}',
  listCollaborators: 'GET /v1/schedules/{scheduleId}/collaborators',
  readCollaborator: 'GET /v1/schedules/{scheduleId}/collaborators/{collaboratorId}',
  createCollaborator: 'POST /v1/schedules/{scheduleId}/collaborators',
  changeCollaborators: 'PUT /v1/schedules/{scheduleId}/collaborators',
  changeCollaborator: 'PUT /v1/schedules/{scheduleId}/collaborators/{collaboratorId}',
  deleteCollaborators: 'DELETE /v1/schedules/{scheduleId}/collaborators',
  deleteCollaborator: 'DELETE /v1/schedules/{scheduleId}/collaborators/{collaboratorId}',
  readMe: 'GET /v1/users/me',
  changeMe: 'PUT /v1/users/me',
  deleteMe: 'DELETE /v1/users/me',
} as const

export type OperationId = keyof typeof routes

/** The ids of the operations, in the order of the document. */
export const operationIds = /* @__PURE__ */ Object.keys(routes) as [OperationId, ...OperationId[]]

/** The verbs that other APIs use for operations. Reading several objects is `list` here. */
const otherVerbs = {
  list: ['get', 'fetch', 'read', 'find'],
  read: ['get', 'fetch', 'find'],
  create: ['add', 'new', 'post'],
  change: ['update', 'edit', 'patch', 'put', 'set'],
  delete: ['remove', 'destroy'],
}

/** The names that other APIs use for the caller's account, which is `Me` here. */
const ownAccount = ['Me', 'User', 'Account', 'Profile']

/**
 * The names that other APIs use for an operation: `updateBooking` for `changeBooking`; `updateUser` or `editProfile` for
 * `changeMe`.
 */
export function otherNamesOf(id: OperationId): string[] {
  const [, verb = '', noun = ''] = /^([a-z]+)(.*)/.exec(id) ?? []
  const verbs = [verb, ...otherVerbs[verb as keyof typeof otherVerbs]]
  const nouns = noun === 'Me' ? ownAccount : [noun]
  const names = verbs.flatMap(each => nouns.map(noun => each + noun)).filter(name => name !== id)
  return id === 'readMe' ? [...names, ...ownAccount.map(noun => noun.toLowerCase())] : names
}
