import { explain } from '../../server/core/index.js'

type Schema = Parameters<typeof explain>[1]
type Output<Kind extends Schema> = Kind['_zod']['output']

/** Parses a value; @throws an Error that lists every problem */
export function checked<Kind extends Schema>(action: string, schema: Kind, value: unknown): Output<Kind> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const lines = explain(result.error, schema).map(({ path, message }) => `${path || 'the value'} ${message}`)
  throw new Error(`Failed to ${action}: ${lines.join('; ')}.`.replace('?.', '?'))
}
