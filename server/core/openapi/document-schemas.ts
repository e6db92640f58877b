import { accountDefaults } from '../contract/user.js'
import { memberExamples } from './members.js'
import { type JsonSchema, type Members, type ObjectName, refusalSchema, schemas } from './schemas.js'
import { sectionDocs } from './sections.js'
import { referenceTo, type ValueName, values, withReference } from './values.js'

/*
 * The schemas of the document: the published standalone ones, with references to shared values.
 */

const bodies = [
  ...(['NewResource', 'ResourceChange', 'NewBooking', 'BookingChange'] as const),
  ...(['NewCollaborator', 'CollaboratorChange', 'UserChange'] as const),
]
export type BodyName = (typeof bodies)[number]

export const objectNames = ['Resource', 'Booking', 'Collaborator', 'User'] as const satisfies ObjectName[]

/** Objects of which `fields` selects some fields. */
export type FieldsName = `${ObjectName}Fields`

export type DocumentSchemaName =
  | (ObjectName | BodyName | ValueName)
  | ('Ignored' | 'Pagination' | 'Refusal' | 'Detail')

/** Read-only fields: a body may contain them, so that an object can be sent back as it was read. */
const ignored: JsonSchema = {
  description: 'Not changed by a write: an object may be sent back as it was read, and this is ignored.',
  examples: ['as it was read'],
}

const exampleOf = (object: string, name: string): unknown =>
  memberExamples[`${object}.${name}`] ?? memberExamples[name]

function inDocument(object: string, { title: _, ...schema }: JsonSchema, isBody: boolean): JsonSchema {
  const members = Object.entries(schema.properties as Members).map(([name, member]) => {
    if (isBody && member.readOnly) return [name, referenceTo('Ignored')]
    const referring = withReference(member)
    const example = exampleOf(object, name)
    const isWithExample = referring.$ref === undefined && example !== undefined
    return [name, { ...referring, ...(isWithExample && { examples: [example] }), ...innerOf(member) }]
  })
  return { ...schema, properties: Object.fromEntries(members) }
}

/** The nested fields of a field, such as those of `user`, as in the document. */
function innerOf(member: JsonSchema): JsonSchema {
  if (!member.properties) return {}
  const { properties = {} } = inDocument('user', member, false)
  return { properties }
}

const counts: Readonly<Record<string, number>> = { limit: 20, offset: 0, page_count: 20, total_count: 45 }

/** Example links to pages of a list. */
const pages = {
  first: 'http://127.0.0.1:4000/v1/schedules/lisbon-studio/bookings?offset=0&limit=20',
  last: 'http://127.0.0.1:4000/v1/schedules/lisbon-studio/bookings?offset=40&limit=20',
  next: 'http://127.0.0.1:4000/v1/schedules/lisbon-studio/bookings?offset=20&limit=20',
}

function withExamples(
  { title: _, ...schema }: JsonSchema,
  examples: Readonly<Record<string, unknown>>,
): JsonSchema {
  const members = Object.entries(schema.properties as Members).map(([name, member]) => [
    name,
    name in examples ? { ...member, examples: [examples[name]] } : member,
  ])
  return { ...schema, properties: Object.fromEntries(members) }
}

function paginationSchema(): JsonSchema {
  const page = withExamples(schemas.Pagination, counts)
  const { links = {} } = page.properties as Members
  return { ...page, properties: { ...page.properties, links: withExamples(links, pages) } }
}

const wrong = { path: 'start', message: 'must be a time such as "2026-11-21 14:30", not "tomorrow"' }

function refusal(): JsonSchema {
  const schema = refusalSchema(referenceTo('Detail'))
  const { error = {}, success = {} } = schema.properties as Members
  const message = `${wrong.path} ${wrong.message}`
  return {
    description: 'The response to a request that is refused: `error` says why.',
    ...schema,
    properties: { success, error: withExamples(error, { code: 'invalid', message, details: [wrong] }) },
  }
}

/** The user, with the defaults for a new one that the interface specifies. */
function userSchema(): JsonSchema {
  const user = inDocument('User', schemas.User, false)
  const { language_tag = {}, allow_collaboration = {} } = user.properties as Members
  const defaults = {
    language_tag: { ...language_tag, default: accountDefaults.language_tag },
    allow_collaboration: { ...allow_collaboration, default: accountDefaults.allow_collaboration },
  }
  return { ...user, properties: { ...user.properties, ...defaults } }
}

/** The section of the interface that describes each object. */
const sections = { Resource: '2.1', Booking: '2.2', Collaborator: '2.3', User: '2.4' } as const

const objectSchema = (name: ObjectName): JsonSchema => ({
  ...(name === 'User' ? userSchema() : inDocument(name, schemas[name], false)),
  ...sectionDocs(sections[name]),
})

/** The schemas of the document by name. */
export const documentSchemas: Readonly<Record<DocumentSchemaName, JsonSchema>> = {
  ...(Object.fromEntries(objectNames.map(name => [name, objectSchema(name)])) as Record<
    ObjectName,
    JsonSchema
  >),
  ...(Object.fromEntries(bodies.map(name => [name, inDocument(name, schemas[name], true)])) as Record<
    BodyName,
    JsonSchema
  >),
  Pagination: { ...paginationSchema(), ...sectionDocs('2.5') },
  Refusal: refusal(),
  Detail: withExamples(schemas.ErrorDetail, wrong),
  Ignored: ignored,
  ...values,
}

/** The fields that `fields` can name, as a schema in which all of them are optional. */
export function fieldsOf(name: ObjectName): JsonSchema {
  const { required: _, ...schema } = documentSchemas[name]
  return { ...schema, description: `Only the fields of a ${name.toLowerCase()} that \`fields\` names.` }
}
