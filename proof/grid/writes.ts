import { z } from 'zod'
import type { OperationId } from '../../server/core/index.js'
import { writesOf } from '../alter/operation-groups.js'
import { bodyAs, bodyTexts, inZoneOfOwner, refuseIf, requestAs, zoneAs } from '../alter/requests.js'
import { intercept, mapTexts, partialWrite, refused, sentBodyAs, without } from '../alter/responses.js'
import { bodyAlso } from '../alter/schemas.js'
import { everything } from '../alter/stored.js'
import type { Alter } from '../server/parts.js'
import { optionalOf, resets, textsOf, writableOf, writes } from './members.js'
import { across, along, kindOf, type Mistake, through } from './mistake.js'

/*
 * Mistakes in creates and updates: one of them treats a member, a value or a whole object differently from the others.
 */

const isCreate = (operation: OperationId) => operation.startsWith('create')

const updates = writes.filter(operation => !isCreate(operation))

const textMembers = (operation: OperationId) => textsOf(kindOf(operation)).map(([member]) => member)

const writable = (operation: OperationId) =>
  isCreate(operation) ? optionalOf(kindOf(operation)) : writableOf(kindOf(operation))

/** Wrong values for kinds of members. */
const wrongValues: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = {
  colour: { word: z.literal('red'), short: z.literal('#FFF') },
  link: { scheme: z.string().startsWith('ftp:'), script: z.string().startsWith('javascript:') },
}

const valuesOf = (member: string) =>
  member.startsWith('color_') ? wrongValues.colour : member === 'link' ? wrongValues.link : undefined

const anyText = z.string()
const choices = ['user_role', 'language_tag', 'date_format', 'time_format', 'timezone', 'first_day_of_week']

const hasLength = (length: number) => (text: unknown) =>
  typeof text === 'string' && [...text].length === length

/** Changes that servers make to a text before they store it. */
const texts: Readonly<Record<string, (text: string) => string>> = {
  'in lower case': text => text.toLowerCase(),
  escaped: text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  'without tags': text => text.replace(/<[^>]*>/g, ''),
  'in one plane': text => text.replace(/[\u{10000}-\u{10FFFF}]/gu, '?'),
}

/** Whether a change can affect a link, which has no tags and no emoji. */
const isOfLinks = (how: string) => how === 'in lower case' || how === 'escaped'

/** How times may be written (section 2.2). */
const forms: Readonly<Record<string, RegExp>> = {
  'without a zone': /^\d{4}-\d\d-\d\d \d\d:\d\d$/,
  'with an offset': /[+-]\d\d:\d\d$/,
  'with Z': /Z$/,
}

/** Does not set `updated_at` of the objects that an operation changes or, with `alone`, only if it changes only that member. */
const undated = (operation: OperationId, alone?: string): Alter | undefined => {
  if (operation === 'changeMe') return undefined
  const kind = `${kindOf(operation)}s` as 'resources'
  return requestAs(operation, async asked => {
    if (alone !== undefined && Object.keys(Object(asked.body)).join() !== alone) return {}
    const usual = asked.rows[kind]
    const change: typeof usual.change = async (selection, values) => {
      for (const { id, json } of await usual.list(selection, everything))
        await usual.change({ ...selection, ids: [id] }, values, Date.parse(JSON.parse(json).updated_at))
    }
    return { rows: { ...asked.rows, [kind]: { ...usual, change } } }
  })
}

export const writeMistakes: readonly Mistake[] = [
  {
    name: 'ignored',
    title: 'ignores a member that is sent',
    along: ['operation', 'member'],
    cells: across(writes, writable, (operation, member) => bodyAs(operation, body => without(body, member))),
  },
  {
    name: 'ignored-beside-others',
    title: 'ignores a member that is sent with others',
    along: ['operation', 'member'],
    cells: across(updates, writable, (operation, member) =>
      writable(operation).length === 1
        ? undefined
        : bodyAs(operation, body => (Object.keys(body).length > 1 ? without(body, member) : body)),
    ),
  },
  {
    name: 'undated-alone',
    title: 'leaves updated_at where a member is changed alone',
    along: ['operation', 'member'],
    cells: across(updates, writable, undated),
  },
  {
    name: 'reset-by-one',
    title: 'resets a member where another one is sent alone',
    along: ['operation', 'member'],
    cells: across(
      updates,
      operation => optionalOf(kindOf(operation)),
      (operation, member) =>
        writable(operation).length === 1
          ? undefined
          : bodyAs(operation, body =>
              Object.keys(body).length === 1 ? { [member]: resets[member] ?? '', ...body } : body,
            ),
    ),
  },
  {
    name: 'reset',
    title: 'resets a member that is not sent',
    along: ['operation', 'member'],
    cells: across(
      updates,
      operation => optionalOf(kindOf(operation)),
      (operation, member) => bodyAs(operation, body => ({ [member]: resets[member] ?? '', ...body })),
    ),
  },
  {
    name: 'too-long',
    title: 'accepts a text with one character too many',
    along: ['operation', 'member'],
    cells: across(writes, textMembers, (operation, member) =>
      bodyAlso(operation, { [member]: anyText.refine(hasLength(limitOf(operation, member) + 1)) }),
    ),
  },
  {
    name: 'too-short',
    title: 'refuses a text of the greatest length',
    along: ['operation', 'member'],
    cells: across(writes, textMembers, (operation, member) =>
      refuseIf(operation, ({ body }) => hasLength(limitOf(operation, member))(body[member])),
    ),
  },
  {
    name: 'wrong-value',
    title: 'accepts a wrong value',
    along: ['operation', 'member', 'value'],
    cells: through(
      writes,
      operation => writableOf(kindOf(operation)),
      member => Object.keys(valuesOf(member) ?? {}),
      (operation, member, value) => bodyAlso(operation, { [member]: valuesOf(member)?.[value] as z.ZodType }),
    ),
  },
  {
    name: 'any-choice',
    title: 'accepts a text that is not among the allowed values, and ignores it',
    along: ['operation', 'member'],
    cells: across(
      writes,
      operation => writableOf(kindOf(operation)).filter(member => choices.includes(member)),
      (operation, member) => bodyAlso(operation, { [member]: anyText.transform(() => undefined) }),
    ),
  },
  {
    name: 'not-emptied',
    title: 'ignores an empty text',
    along: ['operation', 'member'],
    cells: across(
      updates,
      operation => textMembers(operation).filter(member => member !== 'name'),
      (operation, member) => bodyAs(operation, body => (body[member] === '' ? without(body, member) : body)),
    ),
  },
  {
    name: 'not-unset',
    title: 'ignores false',
    along: ['operation', 'member'],
    cells: across(
      updates,
      operation =>
        writableOf(kindOf(operation)).filter(member => /bold|all_day|allow_|profile_/.test(member)),
      (operation, member) =>
        bodyAs(operation, body => (body[member] === false ? without(body, member) : body)),
    ),
  },
  {
    name: 'altered',
    title: 'changes a text before it is stored',
    along: ['operation', 'member', 'text'],
    cells: through(
      writes,
      textMembers,
      member => Object.keys(texts).filter(how => member !== 'link' || isOfLinks(how)),
      (operation, member, how) => bodyTexts(operation, member, texts[how] ?? (text => text)),
    ),
  },
  {
    name: 'half-done',
    title: 'applies the valid members of a request that it refuses',
    along: ['operation'],
    // A collaborator has only one writable member.
    cells: along(updates, operation =>
      kindOf(operation) === 'collaborator' ? undefined : partialWrite(operation),
    ),
  },
  {
    name: 'undated',
    title: 'does not set updated_at',
    along: ['operation'],
    cells: along(updates, undated),
  },
  {
    name: 'form-refused',
    title: 'refuses a time in a form that is allowed',
    along: ['operation', 'member', 'form'],
    cells: through(
      writesOf.booking,
      () => ['start', 'end'],
      () => Object.keys(forms),
      (operation, member, form) =>
        intercept(operation, async ({ body }, usual) =>
          forms[form]?.test(String(body[member])) ? refused(422) : usual(),
        ),
    ),
  },
  {
    name: 'zone-of-times',
    title: 'reads times without a zone in another zone than that of the caller',
    along: ['operation', 'zone'],
    cells: across(writesOf.booking, ['UTC', 'that of the owner'], (operation, zone) =>
      zone === 'UTC' ? zoneAs(operation, () => 'UTC') : requestAs(operation, inZoneOfOwner),
    ),
  },
  {
    name: 'offset-ignored',
    title: 'ignores the offset of a time',
    along: ['operation'],
    cells: along(writesOf.booking, operation =>
      sentBodyAs(operation, body =>
        mapTexts(body, ['start', 'end'], time => time.replace(/[+-]\d\d:?\d\d$/, 'Z')),
      ),
    ),
  },
]

function limitOf(operation: OperationId, member: string): number {
  const [, limit = 0] = textsOf(kindOf(operation)).find(([name]) => name === member) ?? []
  return limit
}
