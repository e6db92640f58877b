import * as z from 'zod'
import { bulkDeleteQuery, listQuery } from '../contract/listing.js'
import { resource } from '../contract/resource.js'
import { defaultLimits } from '../limits.js'
import type { Operation } from '../operations/operation.js'
import { type JsonSchema, type ObjectName, schemas } from './schemas.js'
import { referenceTo } from './values.js'

/** A parameter of a path or a query. */
export interface Parameter {
  name: string
  in: 'path' | 'query'
  required?: boolean
  description: string
  schema: JsonSchema
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

export type Reference = { $ref: string }

/** The default of a parameter in the contract. */
const defaultIn = ({ shape }: z.ZodObject, name: string): JsonSchema =>
  shape[name] instanceof z.ZodDefault ? { default: shape[name].def.defaultValue as never } : {}

const count = (name: string): JsonSchema => ({
  // Without a format, because larger numbers count as 2 ** 53 - 1.
  ...{ type: 'integer', minimum: 0 },
  ...defaultIn(listQuery(resource), name),
})

const ofPath = (name: string, description: string, schema: JsonSchema, example: unknown): Parameter => ({
  ...{ name, in: 'path', required: true, description, schema, example },
})

const ofQuery = (name: string, description: string, schema: JsonSchema, example: unknown): Parameter => ({
  ...{ name, in: 'query', description, schema, example },
})

const inPaths: Readonly<Record<string, Parameter>> = {
  scheduleId: ofPath('scheduleId', 'The identifier of the schedule.', { type: 'string' }, 'lisbon-studio'),
  resourceId: ofPath('resourceId', 'The `id` of the resource.', referenceTo('Id'), 1),
  bookingId: ofPath('bookingId', 'The `id` of the booking.', referenceTo('Id'), 1),
  collaboratorId: ofPath('collaboratorId', 'The `id` of the collaborator.', referenceTo('Id'), 1),
  secret: ofPath('secret', 'The secret of the link.', { type: 'string' }, 'k3Jx9wQz'),
}

const memberNames = (object: ObjectName) => Object.keys(schemas[object].properties ?? {})

/** A list of words in one string, separated by commas. */
function listOf(word: string, most?: number): JsonSchema {
  const times = most === undefined ? '*' : `{0,${most - 1}}`
  return { type: 'string', pattern: `^${word}(,${word})${times}$` }
}

const fields = (object: ObjectName, example: string): Parameter =>
  ofQuery(
    'fields',
    'The fields to return, separated by commas: the object has these and no others, although its schema requires all.',
    listOf(`(${memberNames(object).join('|')})`),
    example,
  )

const timeExamples = {
  date: { value: '2026-11-23' },
  local: { value: '2026-11-23 09:30' },
  offset: { value: '2026-11-23T09:30:00+01:00' },
  utc: { value: '2026-11-23T08:30:00Z' },
}

const time = (name: string, description: string): Parameter => {
  const { example: _, ...parameter } = ofQuery(name, description, referenceTo('WrittenTime'), undefined)
  return { ...parameter, examples: timeExamples }
}

const inQueries: Readonly<Record<string, Parameter>> = {
  limit: ofQuery('limit', 'The number of objects to return; 0 returns all.', count('limit'), 20),
  offset: ofQuery('offset', 'The number of objects to skip.', count('offset'), 0),
  ResourceFields: fields('Resource', 'id,name'),
  BookingFields: fields('Booking', 'id,title,start,end'),
  CollaboratorFields: fields('Collaborator', 'email,user_role'),
  UserFields: fields('User', 'email,timezone'),
  ids: ofQuery(
    'ids',
    `The \`id\` of each object, separated by commas; at most ${defaultLimits.ids}.`,
    listOf('[0-9]+', defaultLimits.ids),
    '1,2',
  ),
  time_min: time(
    'time_min',
    'Only bookings that start at this time or later. Write the `+` of an offset as `%2B`.',
  ),
  time_max: time('time_max', 'Only bookings that end before this time. Written like `time_min`.'),
  all: ofQuery(
    'all',
    '`1` deletes every object in the list.',
    { type: 'string', enum: ['0', '1'], ...defaultIn(bulkDeleteQuery, 'all') },
    '1',
  ),
  me: {
    ...ofQuery(
      'me',
      'Must be `1`, so that no account is deleted by accident.',
      { type: 'string', enum: ['1'] },
      '1',
    ),
    required: true,
  },
}

/** Every parameter, by the name of its component. */
export const parameters: Readonly<Record<string, Parameter>> = { ...inPaths, ...inQueries }

const reference = (name: string): Reference => ({ $ref: `#/components/parameters/${name}` })

/** The parameters in a path. */
export const pathParameters = (path: string): Reference[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => reference(name))

/** The names of the query parameters of an operation, in order. */
export const queryNames = ({ query }: Operation): string[] =>
  query instanceof z.ZodObject ? Object.keys(query.shape) : []

/** The query parameters of an operation. */
export const queryParameters = (operation: Operation, object: ObjectName): Reference[] =>
  queryNames(operation).map(name => reference(name === 'fields' ? `${object}Fields` : name))
