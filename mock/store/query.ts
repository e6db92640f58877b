import { shown, suggest } from '../../server/core/index.js'

const ofTexts = ['equals', 'notEquals', 'gt', 'gte', 'lt', 'lte', 'in', 'notIn', 'contains', 'notContains']
/** The names of the conditions for each type of value. */
const conditions: Readonly<Record<string, readonly string[]>> = {
  string: ofTexts,
  number: ['equals', 'notEquals', 'gt', 'gte', 'lt', 'lte', 'in', 'notIn', 'between', 'notBetween'],
  boolean: ['equals', 'notEquals'],
}

const parts = ['where', 'data', 'strict', 'take', 'skip', 'cursor', 'orderBy']
/** The methods for which `where` is optional; without it, all others would find, change or delete any row, or all. */
const withoutWhere = ['count', 'findMany']

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Describes what is wrong with a query: the library applies one without `where` to all rows, and its errors explain little.
 *
 * @param fields The fields of the model.
 * @param sample Any row of the model, from which the types of its fields are read.
 */
export function problemOfQuery(
  method: string,
  query: unknown,
  fields: readonly string[],
  sample: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  if (query === undefined && method === 'count') return undefined
  if (!isObject(query)) return `write ${method}({ where: { id: { equals: 1 } } }), not ${shown(query)}`
  for (const name of Object.keys(query)) {
    if (parts.includes(name)) continue
    const hint = fields.includes(name)
      ? `write { where: { ${name}: { equals: ... } } }`
      : suggest(name, parts)
    return `"${name}" is not part of a query; ${hint}`
  }
  const { where, data } = query
  if (where === undefined && !withoutWhere.includes(method)) {
    return 'the query has no where; write { where: {} } for all rows'
  }
  if (where !== undefined && !isObject(where)) {
    return `where must be an object such as { id: { equals: 1 } }, not ${shown(where)}`
  }
  if (method.startsWith('update') && !isObject(data)) {
    return `data must be an object with the new values, not ${shown(data)}`
  }
  for (const [field, condition] of Object.entries(where ?? {})) {
    if (!fields.includes(field) || condition === undefined) continue
    if (!isObject(condition)) {
      return `where.${field} must be a condition such as { equals: ${shown(condition)} }`
    }
    const known = conditions[typeof sample?.[field]] ?? ofTexts
    const wrong = Object.keys(condition).find(name => !known.includes(name))
    if (sample && wrong !== undefined) {
      return `where.${field} has the unknown condition "${wrong}"; ${suggest(wrong, known)}`
    }
  }
  return undefined
}
