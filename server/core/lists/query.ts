import * as z from 'zod'
import { explain } from '../contract/body.js'
import { defaultLimits, type Limits } from '../limits.js'
import { Refusal, refuseDetails } from '../wire/errors.js'
import { unknownNames } from '../wire/wording.js'

/** The decoded parameters of a query, in the order sent. */
export type SentQuery = readonly (readonly [name: string, value: string])[]

/** @throws {Refusal} if a name is repeated or a percent escape is invalid */
export function splitQuery(query: string): SentQuery {
  const sent = new Map<string, string>()
  for (const part of query.split('&')) {
    if (part === '') continue
    const mark = part.indexOf('=')
    const name = decode(mark < 0 ? part : part.slice(0, mark))
    if (sent.has(name)) {
      // Many clients repeat a parameter for each array element.
      const how = name === 'ids' || name === 'fields' ? ', with commas' : ''
      throw new Refusal(
        'bad_query',
        `The query parameter ${name} is given more than once; send it once${how}`,
      )
    }
    sent.set(name, mark < 0 ? '' : decode(part.slice(mark + 1)))
  }
  return [...sent]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new Refusal(
      'bad_query',
      `The query contains an invalid percent escape in "${text.slice(0, 60)}"; write a % as %25`,
    )
  }
}

/** Validates a query against the parameters of an operation. */
export function parseQuery<Value>(schema: z.ZodType<Value>, sent: SentQuery): Value {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const unknown = sent.filter(([name]) => !known.includes(name))
  if (unknown.length > 0) {
    const names = unknown.map(([name]) => name)
    throw refuseDetails('bad_query', unknownNames(names, 'query parameter', { known }))
  }
  const result = schema.safeParse(Object.fromEntries(sent))
  if (result.success) return result.data
  throw refuseDetails('bad_query', explain(result.error, schema))
}

/** @throws {Refusal} if a query lists too many ids */
export function refuseManyIds(query: unknown, { ids: most = defaultLimits.ids }: Partial<Limits> = {}): void {
  const count = (query as { ids?: readonly number[] } | null)?.ids?.length ?? 0
  if (count <= most) return
  const message = `The query lists ${count} ids; the maximum is ${most}`
  throw new Refusal('bad_query', message, [{ path: 'ids', message: `lists ${count}, more than ${most}` }])
}
