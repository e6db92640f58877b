import * as z from 'zod'
import type { Body } from '../contract/body.js'
import { booking, bookingChange, bookingCreate } from '../contract/booking.js'
import { collaborator, collaboratorChange, collaboratorCreate } from '../contract/collaborator.js'
import { resource, resourceChange, resourceCreate } from '../contract/resource.js'
import { user, userChange } from '../contract/user.js'
import { longestTime } from '../times/times.js'
import { statusOf } from '../wire/errors.js'
import { bookingMembers, collaboratorMembers, readTimes, resourceMembers, userMembers } from './members.js'

/** A JSON Schema, draft 2020-12. */
export type JsonSchema = z.core.JSONSchema.JSONSchema
export type Members = Record<string, JsonSchema>

/** An object with exactly these fields, all required except the optional ones. */
export const objectOf = (properties: Members, optional: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter(name => !optional.includes(name)),
  additionalProperties: false,
})

const month = '(0[1-9]|1[0-2])'
const day = '(0[1-9]|[12][0-9]|3[01])'
const minutes = '[0-5][0-9]'
const clock = `([01][0-9]|2[0-4]):${minutes}`
const zone = `(Z|[+-][0-9]{2}(:?${minutes})?)?`
/** A calendar date, a week date or an ordinal date, possibly incomplete, with or without hyphens. */
const isoDate = `[0-9]{4}(-?${month}(-?${day})?|-?W[0-5][0-9](-?[1-7])?|-?[0-3][0-9]{2})?`
const isoTime = `([01][0-9]|2[0-4])(:?${minutes}(:?${minutes}([.,][0-9]+)?)?)?`
const shownDate = `([0-9]{4}|10000)-${month}-${day}`

/** What validation in code adds to the contract, as far as a pattern can express it. */
const patterns = {
  name: '\\S',
  timezone: '^[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+){0,2}$',
  readTime: `^${shownDate} ([01][0-9]|2[0-3]):${minutes}$`,
  writtenTime: `^${isoDate}(T${isoTime}${zone})?$|^${shownDate} ${clock}(:${minutes}([.,][0-9]+)?)?${zone}$`,
  instant: `^[0-9]{4}-${month}-${day}T([01][0-9]|2[0-3]):${minutes}:${minutes}(\\.[0-9]{3})?Z$`,
}

/** A time in a body or a query. */
export const writtenTime: JsonSchema = {
  type: 'string',
  maxLength: longestTime,
  pattern: patterns.writtenTime,
}

const added: Members = {
  name: { pattern: patterns.name },
  timezone: { pattern: patterns.timezone },
  start: writtenTime,
  end: writtenTime,
  new_password: { format: 'password', writeOnly: true },
}

/** The JSON Schema of a contract's input, which also describes responses. */
export function schemaOf(contract: z.ZodType, descriptions: Readonly<Record<string, string>>): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(contract, { io: 'input' })
  for (const [name, member] of Object.entries(schema.properties as Members)) {
    Object.assign(member, added[name], { description: descriptions[name] })
    if (member.format === 'date-time') member.pattern = patterns.instant
    for (const [inner, each] of Object.entries((member.properties ?? {}) as Members)) {
      Object.assign(each, { description: descriptions[`${name}.${inner}`] })
    }
  }
  return schema
}

/** Removes the safe-integer bounds that zod adds: no response exceeds them, unlike requests. */
function leaveOutNoise(member: JsonSchema): void {
  if (member.maximum === Number.MAX_SAFE_INTEGER) delete member.maximum
  if (member.minimum === Number.MIN_SAFE_INTEGER) delete member.minimum
}

/** An object in responses; fields that no change can set are read-only. */
function objectSchema(
  contract: z.ZodObject,
  change: Body,
  descriptions: Readonly<Record<string, string>>,
): JsonSchema {
  const schema = schemaOf(contract, descriptions)
  const members = schema.properties as Members
  for (const name of change.readOnly) if (members[name]) members[name].readOnly = true
  for (const member of Object.values(members)) leaveOutNoise(member)
  return schema
}

/** A body: read-only fields may be sent and are ignored. */
function bodySchema({ schema, readOnly }: Body, descriptions: Readonly<Record<string, string>>): JsonSchema {
  const body = schemaOf(schema, descriptions)
  for (const name of readOnly) {
    const ignored = { readOnly: true, description: `Ignored. ${descriptions[name] ?? ''}`.trim() }
    Object.assign(body.properties as Members, { [name]: ignored })
  }
  return body
}

const titled = (title: string, description: string, schema: JsonSchema): JsonSchema => ({
  title,
  description,
  ...schema,
})

const readBooking = objectSchema(booking, bookingChange, { ...bookingMembers, ...readTimes })
for (const name of ['start', 'end']) {
  const member = (readBooking.properties as Members)[name]
  if (!member) continue
  member.pattern = patterns.readTime
  delete member.maxLength
}

const count = (description: string, minimum = 0): JsonSchema => ({ type: 'integer', minimum, description })
const page = (description: string): JsonSchema => ({ type: 'string', format: 'uri', description })

const links: Members = {
  first: page('The URL of the first page.'),
  last: page('The URL of the last page.'),
  next: page('The URL of the next page. Absent on the last one.'),
}
const pagination = objectOf({
  limit: count('The limit of the request; 0 means none.'),
  offset: count('The number of objects before the first one of this page.'),
  page_count: count('The number of objects in this page.'),
  total_count: count('The number of all objects that match.'),
  links: objectOf(links, ['next']),
})

const errorDetail = objectOf({
  path: { type: 'string', description: 'A field, a query parameter, or "" for the whole body.' },
  message: { type: 'string', description: 'What is wrong with it.' },
})

/** The response to a refused request. */
export const refusalSchema = (detail: JsonSchema): JsonSchema =>
  objectOf({
    success: { type: 'boolean', const: false },
    error: objectOf(
      {
        code: {
          type: 'string',
          // Only the control interface accepts ids chosen by a caller.
          enum: Object.keys(statusOf).filter(code => code !== 'id_taken'),
          description: 'What went wrong, for programs.',
        },
        message: { type: 'string', description: 'What went wrong and what to do, for people.' },
        details: {
          type: 'array',
          minItems: 1,
          description: 'Each invalid value. Absent if the refusal is not about values.',
          items: detail,
        },
      },
      ['details'],
    ),
  })

const resourceSchema = objectSchema(resource, resourceChange, resourceMembers)
const collaboratorSchema = objectSchema(collaborator, collaboratorChange, collaboratorMembers)
const userSchema = objectSchema(user, userChange, userMembers)

/** The JSON Schema of every object and body, by its name in the document. Each one is self-contained. */
export const schemas = {
  Resource: titled('Resource', 'Something that can be booked.', resourceSchema),
  NewResource: titled('New resource', 'To create a resource.', bodySchema(resourceCreate, resourceMembers)),
  ResourceChange: titled(
    'Change of resources',
    'The fields of a resource to change.',
    bodySchema(resourceChange, resourceMembers),
  ),
  Booking: titled('Booking', 'A reservation of a resource.', readBooking),
  NewBooking: titled('New booking', 'To create a booking.', bodySchema(bookingCreate, bookingMembers)),
  BookingChange: titled(
    'Change of bookings',
    'The fields of a booking to change.',
    bodySchema(bookingChange, bookingMembers),
  ),
  Collaborator: titled('Collaborator', 'Someone with access to a schedule.', collaboratorSchema),
  NewCollaborator: titled(
    'New collaborator',
    'To add a collaborator.',
    bodySchema(collaboratorCreate, collaboratorMembers),
  ),
  CollaboratorChange: titled(
    'Change of collaborators',
    'The role to give to a collaborator.',
    bodySchema(collaboratorChange, collaboratorMembers),
  ),
  User: titled('User', 'The account of the caller.', userSchema),
  UserChange: titled('Change of the user', 'The fields to change.', bodySchema(userChange, userMembers)),
  Pagination: titled('Pagination', 'The page of a list.', pagination),
  Error: titled('Error', 'The response to a refused request.', refusalSchema(errorDetail)),
  ErrorDetail: titled('Detail of an error', 'One invalid value.', errorDetail),
} as const satisfies Record<string, JsonSchema>

export type SchemaName = keyof typeof schemas
export type ObjectName = 'Resource' | 'Booking' | 'Collaborator' | 'User'
