import type { JsonSchema } from '../../../server/core/openapi/index.js'
import type { Facts } from './usage.js'

/**
 * What a schema permits and no value that was seen makes use of. The traffic goes up to every limit on purpose: a document
 * that permits more than what happens is too loose.
 */
export function unusedFreedoms(schema: JsonSchema, facts: Facts | undefined): Set<string> {
  const unused = new Set<string>()
  if (!facts) return unused
  const { lengths, numbers, items, values, members, branches, count, hasOthers } = facts
  for (const value of (schema.enum ?? []) as unknown[])
    if (!values.has(JSON.stringify(value))) unused.add(`the value ${JSON.stringify(value)}`)
  const { type } = schema
  const {
    minLength = 0,
    maxLength = Infinity,
    minimum = -Infinity,
    minItems = 0,
    maxItems = Infinity,
  } = schema
  if (type === 'string' && maxLength > lengths.most) unused.add('a longer text')
  if (type === 'string' && minLength < lengths.least) unused.add('a shorter text')
  if (type === 'integer' && minimum < numbers.least) unused.add('a smaller number')
  if (type === 'array' && maxItems > items.most) unused.add('more items')
  if (type === 'array' && minItems < items.least) unused.add('fewer items')
  for (const name of Object.keys(schema.properties ?? {})) {
    const seen = members.get(name) ?? 0
    if (seen === 0) unused.add(`the member ${name}`)
    if (seen === count && !schema.required?.includes(name)) unused.add(`the absence of ${name}`)
  }
  if (schema.additionalProperties !== false && !hasOthers) unused.add('other members')
  schema.anyOf?.forEach((_, index) => {
    if (!branches.has(index)) unused.add(`branch ${index}`)
  })
  return unused
}

/** The same of a header or a parameter, which is required or not. */
export function unusedAbsence({ required }: { required?: boolean }, facts: Facts | undefined): Set<string> {
  const isAlwaysThere = facts !== undefined && facts.members.get('there') === facts.count
  return new Set(!required && isAlwaysThere ? ['its absence'] : [])
}
