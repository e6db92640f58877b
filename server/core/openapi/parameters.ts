import * as z from 'zod'
import { defaultLimits } from '../limits.js'
import type { Operation } from '../operations/operation.js'
import { type JsonSchema, type ObjectName, schemas, writtenTime } from './schemas.js'

/** A parameter of a path or a query. */
export interface Parameter {
  name: string
  in: 'path' | 'query'
  required?: boolean
  description: string
  schema: JsonSchema
  style?: 'form'
  explode?: false
}

const id = (noun: string): [description: string, schema: JsonSchema] => [
  `The \`id\` of the ${noun}.`,
  { type: 'integer', minimum: 1 },
]

const ofPaths: Record<string, [description: string, schema: JsonSchema]> = {
  scheduleId: ['The identifier of the schedule.', { type: 'string' }],
  resourceId: id('resource'),
  bookingId: id('booking'),
  collaboratorId: id('collaborator'),
  secret: ['The secret of the link.', { type: 'string' }],
}

/** The parameters in a path. */
export const pathParameters = (path: string): Parameter[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const [description = '', schema = {}] = ofPaths[name] ?? []
    return { name, in: 'path', required: true, description, schema }
  })

/** A list is one text with commas. */
const commas = { style: 'form', explode: false } as const

type QueryParameter = Omit<Parameter, 'name' | 'in'>

const memberNames = (object: ObjectName) => Object.keys(schemas[object].properties ?? {})

const ofQueries = (object: ObjectName): Record<string, QueryParameter> => ({
  limit: {
    description: 'The number of objects to return; 0 returns all.',
    schema: { type: 'integer', minimum: 0 },
  },
  offset: {
    description: 'The number of objects to skip.',
    schema: { type: 'integer', minimum: 0 },
  },
  fields: {
    description: 'The fields to return, separated by commas; all by default.',
    schema: { type: 'array', items: { type: 'string', enum: memberNames(object) }, minItems: 1 },
    ...commas,
  },
  ids: {
    description: `The \`id\` of each object, separated by commas; at most ${defaultLimits.ids}.`,
    schema: {
      type: 'array',
      items: { type: 'integer', minimum: 0 },
      minItems: 1,
      maxItems: defaultLimits.ids,
    },
    ...commas,
  },
  time_min: {
    description:
      'Only bookings that start at this time or later. Without a zone, in the time zone of your account; write the `+` of an offset as `%2B`.',
    schema: writtenTime,
  },
  time_max: {
    description: 'Only bookings that end before this time. Written like `time_min`.',
    schema: writtenTime,
  },
  all: {
    description: '`1` deletes every object in the list.',
    schema: { type: 'string', enum: ['0', '1'] },
  },
  me: {
    description: 'Must be `1`, so that no account is deleted by accident.',
    required: true,
    schema: { type: 'string', enum: ['1'] },
  },
})

/** The names of the query parameters of an operation, in their order. */
export const queryNames = ({ query }: Operation): string[] =>
  query instanceof z.ZodObject ? Object.keys(query.shape) : []

/** The query parameters of an operation, with the defaults that its contract has. */
export function queryParameters(operation: Operation, object: ObjectName): Parameter[] {
  const all = ofQueries(object)
  return queryNames(operation).map(name => {
    const { schema, ...parameter } = all[name] as QueryParameter
    const given = (operation.query as unknown as z.ZodObject).shape[name]
    const known = given instanceof z.ZodDefault ? { default: given.def.defaultValue as never } : {}
    return { name, in: 'query', ...parameter, schema: { ...schema, ...known } }
  })
}
