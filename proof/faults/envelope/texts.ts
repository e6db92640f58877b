import { bodyAs, objects, writesOf } from '../../alter/index.js'
import { fault } from '../fault.js'

const resourceWrites = writesOf.resource
const bookingWrites = writesOf.booking

type Members = Record<string, unknown>

/** Members whose texts are changed. */
const mapped = (members: Members, change: (text: string) => string): Members =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, typeof value === 'string' ? change(value) : value]),
  )

/** How a text looks that was stored as UTF-8 and is read byte by byte. */
const mistaken = (text: string) => Buffer.from(text).toString('latin1')

export const envelopeTextFaults = [
  fault('text-without-tags', 'takes tags out of the texts of a booking', {
    breaks: { 'ENV-16.html': /and is "&amp; alert/ },
    alter: bodyAs(bookingWrites, body => mapped(body, text => text.replace(/<[^>]*>/g, ''))),
  }),
  fault('text-of-three-bytes', 'keeps a question mark for each character that takes four bytes', {
    breaks: { 'ENV-16.emoji': /and is "\? rocket/ },
    touches: ['RES-29'],
    alter: bodyAs(resourceWrites, body =>
      mapped(body, text => text.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
    ),
  }),
  fault('text-in-latin-1', 'reads the texts of resources in another encoding than it wrote them in', {
    breaks: { 'ENV-16.accents': /and is "Ã.rger/ },
    touches: ['ENV-16', 'RES-28', 'RES-29'],
    alter: objects('resource', object => mapped(object, mistaken)),
  }),
  fault('text-unescaped-twice', 'takes backslashes for escapes when it keeps a text', {
    breaks: { 'ENV-16.backslashes': /and is "C:tempnew/ },
    alter: bodyAs([...resourceWrites, ...bookingWrites], body =>
      mapped(body, text => text.replace(/\\(.)/g, '$1')),
    ),
  }),
]
