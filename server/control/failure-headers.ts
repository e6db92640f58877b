import * as z from 'zod'
import { shown } from '../core/index.js'

/** What only the connection knows; an answer that says otherwise can't be read. */
const ofTheConnection = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

function problemOf(name: string, value: string): string | undefined {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
    return `is no name of a header: it takes letters, digits and hyphens, such as "retry-after"`
  }
  if (ofTheConnection.has(name.toLowerCase())) return 'is what the connection says of itself; leave it out'
  if (!/^[\t\x20-\x7E\x80-\xFF]*$/.test(value)) {
    return `must be one line of ASCII or Latin-1, not ${shown(value)}`
  }
  return undefined
}

/** Headers of an answer, as an object of names and values; the names come out in lower case. */
export const failureHeaders = z
  .record(z.string(), z.string({ error: ({ input }) => `must be a string, not ${shown(input)}` }), {
    error: ({ input }) => `must be an object such as {"retry-after": "5"}, not ${shown(input)}`,
  })
  .superRefine((headers, context) => {
    for (const [name, value] of Object.entries(headers)) {
      const message = problemOf(name, value)
      if (message !== undefined) context.addIssue({ code: 'custom', path: [name], message })
    }
  })
  .transform(headers =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  )
