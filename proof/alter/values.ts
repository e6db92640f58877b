import { z } from 'zod'

/*
 * Values as mistaken servers validate them, for members of bodies and queries.
 */

/** Whatever it is. */
export const anything = z.unknown()

/** How long a text is. */
export type Measure = (text: string) => number

export const codePoints: Measure = text => [...text].length
/** As JavaScript, Java and C# count. */
export const units: Measure = text => text.length
/** As Go, PHP and many databases count. */
export const bytes: Measure = text => Buffer.byteLength(text)

/** Text of at most so many characters, or whatever is counted. */
export const textUpTo = (limit: number, measure = codePoints): z.ZodType =>
  z.string().refine(text => measure(text) <= limit, { error: `is longer than ${limit}` })

/** Text of which only so much is kept, without a word. */
export const textCutAt = (limit: number): z.ZodType =>
  z.string().transform(text => [...text].slice(0, limit).join(''))

/** A text of this form. */
export const textLike = (form: RegExp): z.ZodType => z.string().regex(form)

/** A link of at most so many characters. */
export const linkUpTo = (limit: number, scheme = /^https?:\/\//i): z.ZodType =>
  textUpTo(limit).refine(link => link === '' || scheme.test(String(link)), { error: 'is no web link' })

/** One of a few words. */
export const wordOf = (...words: readonly string[]): z.ZodType => z.enum(words)
