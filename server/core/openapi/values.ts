import { type JsonSchema, type Members, schemas } from './schemas.js'

/*
 * Values shared by fields of several objects: a colour, a link, a time. In the document they have their own schemas, each
 * with an example. Their limits are taken from the contract, from a field with such a value.
 */

/** Keywords that describe a value without limiting it. */
const annotations = ['title', 'description', 'default', 'readOnly', 'writeOnly', 'examples']

const entriesOf = (schema: JsonSchema) => Object.entries(schema) as [string, unknown][]

/** The limits of a schema, without its annotations. */
const limitsOf = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(entriesOf(schema).filter(([name]) => !annotations.includes(name)))

const annotationsOf = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(entriesOf(schema).filter(([name]) => annotations.includes(name)))

const member = (
  object: 'Resource' | 'Booking' | 'NewBooking' | 'Collaborator' | 'User',
  name: string,
): JsonSchema => limitsOf((schemas[object].properties as Members)[name] ?? {})

export type ValueName =
  | ('Id' | 'Colour' | 'Link' | 'LocalTime' | 'WrittenTime' | 'Timestamp' | 'Zone' | 'Email' | 'Role')
  | ('LanguageTag' | 'DateFormat' | 'TimeFormat' | 'Weekday' | 'LinkTitle' | 'Note' | 'Bold')

/** The same, with the description of the field. */
const whole = (object: 'Resource', name: string): JsonSchema => {
  const { description, ...schema } = (schemas[object].properties as Members)[name] ?? {}
  return { ...(description !== undefined && { description }), ...limitsOf(schema) }
}

/** Every value with its own schema. */
export const values: Readonly<Record<ValueName, JsonSchema>> = {
  Id: {
    description: 'Identifies a resource, a booking or a collaborator.',
    ...{ ...member('NewBooking', 'resource_id'), format: 'int64' },
    examples: [1],
  },
  Colour: {
    description: 'A colour, `#RRGGBB` in hexadecimal digits.',
    ...member('Resource', 'color_fg'),
    examples: ['#1D4E89'],
  },
  Link: {
    ...whole('Resource', 'link'),
    examples: ['https://ribeira.example/lisbon/tejo'],
  },
  LocalTime: {
    description: 'A time without a zone, as `YYYY-MM-DD hh:mm`: in the time zone of the account that reads.',
    ...member('Booking', 'start'),
    examples: ['2026-11-26 10:00'],
  },
  WrittenTime: {
    description:
      'ISO 8601 in any of its forms, or `YYYY-MM-DD hh:mm`. Without a zone, in the time zone of the account that writes.',
    ...member('NewBooking', 'start'),
    examples: ['2026-11-26 10:00', '2026-11-26T10:00:00+01:00', '2026-11-26T09:00:00Z', '2026-11-26'],
  },
  Timestamp: {
    description: 'An instant in UTC: ISO 8601, with `Z` at the end.',
    ...member('Booking', 'created_at'),
    examples: ['2026-11-23T09:00:00.000Z'],
  },
  Zone: {
    description: 'The name of a time zone in the tz database.',
    ...member('User', 'timezone'),
    examples: ['Europe/Lisbon'],
  },
  Email: {
    description: 'An e-mail address.',
    ...member('User', 'email'),
    examples: ['jonas@ribeira.example'],
  },
  Role: {
    description: 'What a collaborator may do.',
    ...member('Collaborator', 'user_role'),
    examples: ['editor'],
  },
  LanguageTag: { ...member('User', 'language_tag'), examples: ['en'] },
  DateFormat: {
    description: 'Day, month and year: `d`, `m` and `Y`.',
    ...member('User', 'date_format'),
    examples: ['d/m/Y'],
  },
  TimeFormat: {
    description: '`H:i` has 24 hours; `h:i A` and `h:i a` have 12, with AM or am.',
    ...member('User', 'time_format'),
    examples: ['H:i'],
  },
  Bold: { ...whole('Resource', 'text_bold'), examples: [true] },
  LinkTitle: { ...whole('Resource', 'link_title'), examples: ['Plan and photographs'] },
  Note: { ...whole('Resource', 'note'), examples: ['Please wipe the whiteboard.\nThe left blind sticks.'] },
  Weekday: { ...member('User', 'first_day_of_week'), examples: ['monday'] },
}

export const referenceTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** Returns the same key for fields with the same limits; no id in a response exceeds the integers of the interface. */
function keyOf(schema: JsonSchema): string {
  const { maximum: _, ...limits } = limitsOf(schema)
  const entries = Object.entries(limits).filter(([, value]) => value !== undefined && value !== 'int64')
  return JSON.stringify(entries.sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Values whose fields all have the same description; other fields may have the same limits. */
const described: readonly ValueName[] = ['LinkTitle', 'Note', 'Bold']

const entries = Object.entries(values) as [ValueName, JsonSchema][]

/** The schema for a value, if it has its own. */
const valueNameOf = (schema: JsonSchema): ValueName | undefined =>
  entries.find(
    ([name, value]) =>
      keyOf(value) === keyOf(schema) &&
      (!described.includes(name) || value.description === schema.description),
  )?.[0]

/** A field in the document: a reference with the description of the field, if its value has its own schema. */
export function withReference(schema: JsonSchema): JsonSchema {
  const name = valueNameOf(schema)
  if (name === undefined) return schema
  const { description, ...own } = annotationsOf(schema)
  const isTold = description === values[name].description
  return { ...referenceTo(name), ...own, ...(!isTold && description !== undefined && { description }) }
}
