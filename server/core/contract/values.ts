import * as z from 'zod'
import { longestTime, readTime, type WrittenTime } from '../times/times.js'
import { nearest, shown } from '../wire/wording.js'

/*
 * The types of values in the tables of section 2. Their messages complete "<field> ...". Metadata repeats what JSON
 * Schema can express.
 */

type Complaint = (issue: { input?: unknown }) => string

/** Returns the message "is required", or what the value must be. */
export const expected =
  (what: string, hint = ''): Complaint =>
  ({ input }) =>
    input === undefined ? 'is required' : `must be ${what}, not ${shown(input)}${input === null ? hint : ''}`

export const boolean = z.boolean({ error: expected('true or false') })
export const integer = z.int({ error: expected('an integer') })

/** An id of a resource, booking or collaborator. */
export const id = integer.min(1, { error: ({ input }) => `must be a positive integer, not ${shown(input)}` })

const textWith = (hint = '') =>
  z.string({ error: expected('a string', hint) }).refine(text => text.isWellFormed(), {
    error: 'contains half of a surrogate pair, which is not a character; send whole Unicode characters',
    abort: true,
  })

const clearable = textWith(' (send "" to clear a text)')

/** Returns the length of a text in code points, so that an emoji counts once. */
export const characters = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

const atMost = (limit: number) => ({
  check: (text: string) => text.length <= limit || characters(text) <= limit,
  error: ({ input }: { input?: unknown }) =>
    `has ${characters(String(input))} characters; at most ${limit} are allowed`,
})

/** Text of at most `limit` characters; `""` clears it. */
export const text = (limit: number) => limited(clearable, limit)

/** Text of 1 to `limit` characters that are not all spaces. */
export const filledText = (limit: number) =>
  limited(textWith(), limit).refine(value => value.trim() !== '', { error: 'must not be empty or blank' })

function limited(string: typeof clearable, limit: number) {
  const { check, error } = atMost(limit)
  return string.refine(check, { error }).meta({ maxLength: limit })
}

/** A colour in the form `#RRGGBB`, in either letter case. */
export const colour = z.string({ error: expected('a colour such as "#1E90FF"') }).regex(/^#[0-9A-Fa-f]{6}$/, {
  error: ({ input }) => `must be a colour of the form #RRGGBB, for example "#1E90FF", not ${shown(input)}`,
})

/** An HTTP or HTTPS link, stored as sent; `""` removes it. */
export const link = clearable
  .refine(value => value === '' || /^https?:\/\/[^\s\p{Cc}]+$/iu.test(value), {
    error: ({ input }) =>
      `must start with http:// or https:// and contain no spaces, for example "https://example.com/room", not ${shown(input)}`,
    abort: true,
  })
  .refine(atMost(250).check, { error: atMost(250).error })
  .meta({ maxLength: 250, pattern: '^$|^[hH][tT][tT][pP][sS]?://[^\\s]+$' })

const timeString = z
  .string({ error: expected('a time such as "2026-11-21 14:30"') })
  .meta({ description: 'ISO 8601, or YYYY-MM-DD hh:mm; without a zone, the time zone of the user' })

/** Reads a time, or adds an issue if it is not a time: for `transform`. */
export function toTime(text: string, context: z.RefinementCtx): WrittenTime {
  const written = readTime(text)
  if (written) return written
  context.addIssue(notATime(text))
  return z.NEVER
}

/** A time in a form of section 2.2; its instant depends on the time zone of the user. */
export const time = timeString.transform(toTime)

/** The same, but kept as text. */
export const timeText = timeString.refine(value => readTime(value) !== undefined, {
  error: ({ input }) => notATime(String(input)),
})

/** Returns the message for a text that is not a time. */
export function notATime(value: string): string {
  // A longer text cannot be a time that lost its plus sign, and this regular expression takes quadratic time.
  const plus = value.length <= longestTime && /[T ]\d\d:?\d\d\S* \d\d(?::?\d\d)?$/.test(value)
  return `must be a time such as "2026-11-21 14:30" or "2026-11-21T14:30:00+01:00", not ${shown(value)}${
    plus ? ' (in a query, write the + of an offset as %2B)' : ''
  }`
}

/** An instant in UTC, as the service formats it. */
export const timestamp = z.string().meta({ format: 'date-time' })

/** One of a few words. */
export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, {
    error: ({ input }) => {
      if (input === undefined) return 'is required'
      const near = typeof input === 'string' && input !== '' ? nearest(input, words) : undefined
      const list = words.map(word => JSON.stringify(word)).join(', ')
      const meant = near === undefined || near === input ? '' : `; did you mean ${JSON.stringify(near)}?`
      return `must be one of ${list}, not ${shown(input)}${meant}`
    },
  })
}

/** An e-mail address: an @ in the middle, no spaces, and no colon, which ends the name in Basic credentials. */
export const email = textWith()
  .refine(value => /^[^\s\p{Cc}@:;,<>()[\]"\\]+@[^\s\p{Cc}@:;,<>()[\]"\\]+$/u.test(value), {
    error: ({ input }) => `must be an e-mail address such as "ada@example.com", not ${shown(input)}`,
    abort: true,
  })
  .refine(atMost(200).check, { error: atMost(200).error })
  .meta({ maxLength: 200, pattern: '^[^\\s@:;,<>()\\[\\]"\\\\]+@[^\\s@:;,<>()\\[\\]"\\\\]+$' })

/** A client-chosen id: any client can send it as a path segment, unlike `.` and `..`. */
export const chosenId = z.string({ error: expected('a string') }).regex(/^(?!\.{1,2}$)[\w.~-]{1,100}$/, {
  error: 'must be 1 to 100 letters, digits or any of . _ ~ -, but not just . or ..',
})

/** Fields shared by resources and bookings. */
export const commonFields = {
  text_bold: boolean,
  link,
  link_title: text(100),
  note: text(500),
  custom_1: text(200),
  custom_2: text(200),
}

export const commonDefaults = {
  color_fg: '#000000',
  color_bk: '#FFFFFF',
  text_bold: false,
  link: '',
  link_title: '',
  note: '',
  custom_1: '',
  custom_2: '',
}
