import { z } from 'zod'
import { timeText } from '../../server/core/contract/values.js'
import { type Operation, readTime } from '../../server/core/index.js'

const times = ['start', 'end', 'time_min', 'time_max']

/** An operation that parses times only when it runs, so that alterations get them as they were sent. */
export const readingTimesLate = ({ foresee: _, ...operation }: Operation): Operation => {
  const { body, query } = operation
  return {
    ...operation,
    ...(body && { body: { ...body, schema: asText(body.schema) } }),
    ...(query && { query: asText(query) }),
    run: request => operation.run({ ...request, body: read(request.body), query: read(request.query) }),
  }
}

function asText<Schema extends z.ZodType>(schema: Schema): Schema {
  if (!(schema instanceof z.ZodObject)) return schema
  const own = Object.entries(schema.shape).filter(([name]) => times.includes(name))
  const texts = own.map(([name, usual]) => [
    name,
    usual instanceof z.ZodOptional ? timeText.optional() : timeText,
  ])
  return schema.extend(Object.fromEntries(texts)) as unknown as Schema
}

/** Parses the times among the members of a body or a query. */
const read = <Members>(members: Members): Members =>
  typeof members === 'object' && members !== null && !Array.isArray(members)
    ? (Object.fromEntries(
        Object.entries(members).map(([name, value]) => [
          name,
          times.includes(name) && typeof value === 'string' ? readTime(value) : value,
        ]),
      ) as Members)
    : members
