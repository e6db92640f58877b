import { body, bytes, linkUpTo, textCutAt, textUpTo, units, writesOf } from '../../alter/index.js'
import { type Fault, fault } from '../fault.js'

const requests = {
  create: { operation: 'createResource', id: 'on-create', words: 'in a create of a resource' },
  update: { operation: 'changeResource', id: 'on-update', words: 'in an update of a resource' },
  bulk: { operation: 'changeResources', id: 'in-bulk', words: 'in a bulk update of resources' },
} as const

type Way = keyof typeof requests
type Step = readonly [member: string, limit: number, rule: string, over: readonly Way[], under: Way]

/** The limits of section 2.1, the requests that accept a character too many, and the one that accepts one too few. */
const steps: readonly Step[] = [
  ['name', 100, 'RES-05', ['create', 'bulk'], 'update'],
  ['description', 200, 'RES-07', ['create', 'update'], 'create'],
  ['link', 250, 'RES-19', ['create', 'update', 'bulk'], 'bulk'],
  ['link_title', 100, 'RES-21', ['create', 'update', 'bulk'], 'update'],
  ['note', 500, 'RES-22', ['create', 'update', 'bulk'], 'create'],
  ['custom_1', 200, 'RES-24', ['create', 'update', 'bulk'], 'bulk'],
  ['custom_2', 200, 'RES-25', ['create', 'update', 'bulk'], 'update'],
]

/** Other checks at the limit: the rules on what counts as a character use single updates. */
function touchedBy(member: string, way: Way): string[] {
  const dashed = member.replaceAll('_', '-')
  if (way === 'create' || (way === 'update' && member === 'link')) return []
  if (way === 'bulk') return ['BULK-19.resources']
  const others: Record<string, string> = { note: 'RES-22.line-feeds', description: 'ENV-05.values' }
  return [`RES-28.${dashed}`, `RES-29.${dashed}`, `RES-29.${dashed}.over`, others[member] ?? []].flat()
}

const oneStepOff = ([member, limit, rule]: Step, way: Way, allowed: number): Fault => {
  const { operation, id, words } = requests[way]
  const isOver = allowed > limit
  const proof = isOver
    ? `${allowed} characters ${words} must be refused`
    : `${limit} characters ${words} must be accepted`
  return fault(
    `resource-${member.replaceAll('_', '-')}-${allowed}-${id}`,
    `accepts a ${member} of ${isOver ? '' : 'at most '}${allowed} characters ${words}`,
    {
      breaks: { [`${rule}.${way}`]: new RegExp(proof) },
      touches: touchedBy(member, way),
      alter: body(operation, { [member]: member === 'link' ? linkUpTo(allowed) : textUpTo(allowed) }),
    },
  )
}

/** Limits and formats of single members. */
export const resourceLengthFaults = [
  ...steps.flatMap(step => {
    const [, limit, , over, under] = step
    return [...over.map(way => oneStepOff(step, way, limit + 1)), oneStepOff(step, under, limit - 1)]
  }),
  fault('resource-name-bytes', 'counts the bytes of the name of a resource when it is changed', {
    breaks: { 'RES-28.name': /100 characters such as é/ },
    touches: ['RES-29.name'],
    alter: body('changeResource', { name: textUpTo(100, bytes) }),
  }),
  fault('resource-note-units', 'counts the UTF-16 units of the note of a resource', {
    breaks: { 'RES-29': /a note of 500 characters such as 😀/ },
    alter: body(writesOf.resource, { note: textUpTo(500, units) }),
  }),
  fault('resource-emoji-uncounted', 'does not count emoji in the custom_2 of a resource', {
    breaks: { 'RES-29.custom-2.over': /201 characters such as 😀/ },
    alter: body(writesOf.resource, {
      custom_2: textUpTo(200, text => [...text].filter(character => character < '\u{10000}').length),
    }),
  }),
  fault('resource-description-column', 'cuts a description of a resource that does not fit into its column', {
    breaks: { 'RES-07.update': /201 characters in an update of a resource must be refused/ },
    touches: ['RES-07', 'RES-28.description', 'RES-29.description.over', 'ENV-05.values'],
    alter: body(writesOf.resource, { description: textCutAt(200) }),
  }),
  fault('resource-note-line-ends', 'counts a line feed in a note as two characters, as browsers send', {
    breaks: { 'RES-22.line-feeds': /500 characters, line feeds among them/ },
    alter: body(writesOf.resource, {
      note: textUpTo(500, text => [...text.replaceAll('\n', '\r\n')].length),
    }),
  }),
  fault('resource-link-title-as-description', 'allows a link_title the length of a description', {
    breaks: { 'RES-21': /101 characters/ },
    touches: ['RES-28.link-title', 'RES-29.link-title.over', 'BULK-19.resources'],
    alter: body(writesOf.resource, { link_title: textUpTo(200) }),
  }),
  fault('name-101-on-update', 'accepts a name of 101 characters on update', {
    breaks: { 'RES-05': /101 characters in an update/ },
    touches: ['RES-28.name', 'RES-29.name.over'],
    alter: body('changeResource', { name: textUpTo(101) }),
  }),
  fault('name-99-on-create', 'accepts a name of at most 99 characters on create', {
    breaks: { 'RES-05.create': /100 characters in a create of a resource must be accepted/ },
    touches: ['UNIQ-15'],
    alter: body('createResource', { name: textUpTo(99) }),
  }),
  fault('description-201-in-bulk', 'accepts a description of 201 characters in a bulk update', {
    breaks: { 'RES-07.bulk': /201 characters in a bulk update/ },
    alter: body('changeResources', { description: textUpTo(201) }),
  }),
  fault('note-in-bytes', 'counts the bytes of a note of a resource', {
    breaks: { 'RES-28.note': /500 characters such as é/ },
    touches: ['RES-29.note'],
    alter: body(writesOf.resource, { note: textUpTo(500, bytes) }),
  }),
  fault('name-in-units', 'counts the UTF-16 units of a name', {
    breaks: { 'RES-29': /100 characters such as 😀/ },
    alter: body(writesOf.resource, { name: textUpTo(100, units) }),
  }),
  fault('custom-cut', 'cuts a custom_1 that is too long, without a word', {
    breaks: { 'RES-24': /201 characters in a create/ },
    touches: ['RES-28.custom-1', 'RES-29.custom-1', 'BULK-19.resources'],
    alter: body(writesOf.resource, { custom_1: textCutAt(200) }),
  }),
  fault('colour-unchecked-on-update', 'checks the background colour of a resource on create only', {
    breaks: { 'RES-12.color-bk.update': /"red" in an update of a resource/ },
    touches: ['ENV-05'],
    alter: body('changeResource', { color_bk: textUpTo(20) }),
  }),
]
