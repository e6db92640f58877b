import * as z from 'zod'
import type { Body } from '../contract/body.js'
import { booking, bookingChange, bookingCreate } from '../contract/booking.js'
import { collaborator, collaboratorChange, collaboratorCreate } from '../contract/collaborator.js'
import { resource, resourceChange, resourceCreate } from '../contract/resource.js'
import { user, userChange } from '../contract/user.js'
import { longestTime, timePattern } from '../times/times.js'
import { statusOf } from '../wire/errors.js'
import { bookingMembers, collaboratorMembers, readTimes, resourceMembers, userMembers } from './members.js'

/** A JSON Schema, draft 2020-12. */
export type JsonSchema = z.core.JSONSchema.JSONSchema
type Members = Record<string, JsonSchema>

/** An object with exactly these members; all are required but the optional ones. */
export const objectOf = (properties: Members, optional: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter(name => !optional.includes(name)),
  additionalProperties: false,
})

/** What validation by code adds to the contract, as far as a pattern can say it. */
const patterns = {
  name: '\\S',
  timezone: '^[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+){0,2}$',
  readTime: '^([0-9]{4}|10000)-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}$',
  instant: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{3})?Z$',
}

/** A time as a body or a query may have it. */
export const writtenTime: JsonSchema = { type: 'string', maxLength: longestTime, pattern: timePattern }

const added: Members = {
  name: { pattern: patterns.name },
  timezone: { pattern: patterns.timezone },
  start: writtenTime,
  end: writtenTime,
  new_password: { format: 'password', writeOnly: true },
}

/** The JSON Schema of a contract, as it is before parsing: what is sent, and also what is read. */
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

/** No response has integers beyond these, unlike requests. */
function leaveOutNoise(member: JsonSchema): void {
  if (member.maximum === Number.MAX_SAFE_INTEGER) delete member.maximum
  if (member.minimum === Number.MIN_SAFE_INTEGER) delete member.minimum
}

/** An object as it is read; what no change can set is read-only. */
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

/** A body: read-only members may be sent, and are ignored. */
function bodySchema({ schema, readOnly }: Body, descriptions: Readonly<Record<string, string>>): JsonSchema {
  const body = schemaOf(schema, descriptions)
  for (const name of readOnly) {
    const ignored = { readOnly: true, description: `Ignored. ${descriptions[name] ?? ''}`.trim() }
    Object.assign(body.properties as Members, { [name]: ignored })
  }
  return body
}

/** An object of which `fields` has picked some members. */
const selectionOf = ({ required: _, ...schema }: JsonSchema): JsonSchema => ({
  ...schema,
  description: 'Only the fields that `fields` names (section 2.5).',
})

const titled = (title: string, description: string, schema: JsonSchema): JsonSchema => ({
  title,
  description,
  ...schema,
})

const readBooking = objectSchema(booking, bookingChange, { ...bookingMembers, ...readTimes })
for (const name of ['start', 'end'])
  Object.assign((readBooking.properties as Members)[name] ?? {}, {
    pattern: patterns.readTime,
    maxLength: undefined,
  })

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

/** The codes of refusals that name each invalid value. */
const detailed = ['bad_query', 'invalid']

/** The response to a request that is refused with one of these codes. */
export function errorSchema(codes: readonly string[], detail: JsonSchema): JsonSchema {
  const details: JsonSchema = {
    type: 'array',
    minItems: 1,
    description: 'Each invalid value. Absent if the refusal is not about values.',
    items: detail,
  }
  const members: Members = {
    code: { type: 'string', enum: [...codes], description: 'What went wrong, for programs.' },
    message: { type: 'string', description: 'What went wrong and what to do, for people.' },
    ...(codes.some(code => detailed.includes(code)) && { details }),
  }
  const optional = String(codes) === 'invalid' ? [] : ['details']
  return objectOf({ success: { type: 'boolean', const: false }, error: objectOf(members, optional) })
}

const resourceSchema = objectSchema(resource, resourceChange, resourceMembers)
const collaboratorSchema = objectSchema(collaborator, collaboratorChange, collaboratorMembers)
const userSchema = objectSchema(user, userChange, userMembers)

/** The JSON Schema of every object and body, by the names that the document gives them. None refers to another. */
export const schemas = {
  Resource: titled('Resource', 'Something that can be booked (section 2.1).', resourceSchema),
  ResourceFields: titled('Some fields of a resource', '', selectionOf(resourceSchema)),
  NewResource: titled('New resource', 'To create a resource.', bodySchema(resourceCreate, resourceMembers)),
  ResourceChange: titled(
    'Change of resources',
    'The fields of a resource to change.',
    bodySchema(resourceChange, resourceMembers),
  ),
  Booking: titled('Booking', 'A reservation of a resource (section 2.2).', readBooking),
  BookingFields: titled('Some fields of a booking', '', selectionOf(readBooking)),
  NewBooking: titled('New booking', 'To create a booking.', bodySchema(bookingCreate, bookingMembers)),
  BookingChange: titled(
    'Change of bookings',
    'The fields of a booking to change.',
    bodySchema(bookingChange, bookingMembers),
  ),
  Collaborator: titled(
    'Collaborator',
    'Someone with access to a schedule (section 2.3).',
    collaboratorSchema,
  ),
  CollaboratorFields: titled('Some fields of a collaborator', '', selectionOf(collaboratorSchema)),
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
  User: titled('User', 'The account of the caller (section 2.4).', userSchema),
  UserFields: titled('Some fields of the user', '', selectionOf(userSchema)),
  UserChange: titled('Change of the user', 'The fields to change.', bodySchema(userChange, userMembers)),
  Pagination: titled('Pagination', 'The page of a list (section 2.5).', pagination),
  Error: titled(
    'Error',
    'The response to a refused request (section 7).',
    // Only the control interface lets a caller choose an id.
    errorSchema(
      Object.keys(statusOf).filter(code => code !== 'id_taken'),
      errorDetail,
    ),
  ),
  ErrorDetail: titled('Detail of an error', 'One invalid value.', errorDetail),
} as const satisfies Record<string, JsonSchema>

export type SchemaName = keyof typeof schemas
export type ObjectName = 'Resource' | 'Booking' | 'Collaborator' | 'User'
