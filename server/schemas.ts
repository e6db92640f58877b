// The entry point of the JSON Schemas, for validators and forms.

import { type JsonSchema, type SchemaName, schemas } from './core/openapi/index.js'

export type { JsonSchema, SchemaName }

/** A self-contained schema that declares its draft. */
const standalone = (name: SchemaName): JsonSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...schemas[name],
})

/*
 * Draft 2020-12. Objects are described as in responses (section 2); bodies as in creates or changes. `format` and `default`
 * are annotations.
 */

export const resource: JsonSchema = standalone('Resource')
export const newResource: JsonSchema = standalone('NewResource')
export const resourceChange: JsonSchema = standalone('ResourceChange')

export const booking: JsonSchema = standalone('Booking')
export const newBooking: JsonSchema = standalone('NewBooking')
export const bookingChange: JsonSchema = standalone('BookingChange')

export const collaborator: JsonSchema = standalone('Collaborator')
export const newCollaborator: JsonSchema = standalone('NewCollaborator')
export const collaboratorChange: JsonSchema = standalone('CollaboratorChange')

export const user: JsonSchema = standalone('User')
export const userChange: JsonSchema = standalone('UserChange')

export const pagination: JsonSchema = standalone('Pagination')
export const error: JsonSchema = standalone('Error')
