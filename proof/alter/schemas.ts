import { z } from 'zod'
import { readTime } from '../../server/core/index.js'
import type { Alter } from '../server/parts.js'
import type { Which } from './operation-groups.js'
import { operation } from './requests.js'

/*
 * How faulty servers validate members of bodies and queries.
 */

/** Any value. */
export const anything = z.unknown()

/** Measures the length of a string. */
export type Measure = (text: string) => number

export const codePoints: Measure = text => [...text].length
/** Counts UTF-16 code units, as JavaScript, Java and C# do. */
export const units: Measure = text => text.length
/** Counts UTF-8 bytes, as Go, PHP and many databases do. */
export const bytes: Measure = text => Buffer.byteLength(text)

/** A string up to a maximum length, in characters by default. */
export const textUpTo = (limit: number, measure = codePoints): z.ZodType =>
  z.string().refine(text => measure(text) <= limit, { error: `is longer than ${limit}` })

/** A string that is silently truncated. */
export const textCutAt = (limit: number): z.ZodType =>
  z.string().transform(text => [...text].slice(0, limit).join(''))

/** A string that matches a pattern. */
export const textMatching = (form: RegExp): z.ZodType => z.string().regex(form)

/** Six hexadecimal digits. */
export const colour = textMatching(/^#[\dA-F]{6}$/i)

/** A link of one line, up to a limit of characters. */
export const linkUpTo = (limit: number, scheme = /^https?:\/\//i): z.ZodType =>
  textUpTo(limit).refine(link => link === '' || (scheme.test(String(link)) && !/[\r\n]/.test(String(link))), {
    error: 'is no web link',
  })

/** One of several words. */
export const oneOf = (...words: readonly string[]): z.ZodType => z.enum(words)

/** A time, except in one form. */
export const timeUnless = (form: RegExp): z.ZodType =>
  z.string().refine(text => readTime(text) !== undefined && !form.test(text), { error: 'is no time' })

/** A time that is rewritten before it is parsed. */
export const timeRead = (change: (text: string) => string): z.ZodType =>
  z
    .string()
    .transform(change)
    .refine(text => readTime(text) !== undefined, { error: 'is no time' })

/** Changes the validation of body members. Each stays optional or required, and keeps its default. */
export const body = (which: Which, members: Readonly<Record<string, z.ZodType>>): Alter =>
  operation(which, ({ body: usual }) => {
    if (!usual) throw new Error(`The operation has no body for ${Object.keys(members).join(', ')}.`)
    const readOnly = usual.readOnly.filter(name => !(name in members))
    return { body: { schema: extended(usual.schema, members), readOnly } }
  })

/** Lets body members take other values too, such as null. */
export const bodyAlso = (which: Which, members: Readonly<Record<string, z.ZodType>>): Alter =>
  operation(which, ({ body: usual }) => {
    if (!(usual?.schema instanceof z.ZodObject)) throw new TypeError('Expected the schema of an object.')
    const { shape } = usual.schema
    const taken = Object.entries(members).map(([name, other]) => [
      name,
      z.union([innerOf(shape[name]), other]),
    ])
    return { body: { ...usual, schema: extended(usual.schema, Object.fromEntries(taken)) } }
  })

/** Unwraps the schema of an optional member. */
const innerOf = (member: unknown): z.ZodType =>
  member instanceof z.ZodOptional || member instanceof z.ZodDefault
    ? innerOf(member.def.innerType)
    : (member as z.ZodType)

/** Changes the validation of query parameters; a schema converts the string to the value. */
export const query = (which: Which, parameters: Readonly<Record<string, z.ZodType>>): Alter =>
  operation(which, ({ query: usual }) => ({ query: extended(usual, parameters) }))

function extended(schema: z.ZodType, members: Readonly<Record<string, z.ZodType>>): z.ZodType {
  if (!(schema instanceof z.ZodObject)) throw new TypeError('Expected the schema of an object.')
  const fitted = Object.entries(members).map(([name, member]) => [name, fit(member, schema.shape[name])])
  return schema.extend(Object.fromEntries(fitted))
}

function fit(member: z.ZodType, usual: unknown): z.ZodType {
  if (member instanceof z.ZodOptional || member instanceof z.ZodDefault) return member
  if (usual instanceof z.ZodDefault) return z._default(member, usual.def.defaultValue)
  return usual instanceof z.ZodOptional || usual === undefined ? member.optional() : member
}
