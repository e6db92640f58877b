import { ids } from '../../../conformance/check/ids.js'
import { changesOf, creates, singlePuts, writesOf } from '../../alter/operation-groups.js'
import { bodyAs, bodyTexts } from '../../alter/requests.js'
import {
  callAs,
  intercept,
  type Members,
  mapTexts,
  objects,
  refusal,
  reply,
  withBody,
} from '../../alter/responses.js'
import type { IncomingCall } from '../../server/parts.js'
import { fault } from '../fault.js'

const writes = [...creates, ...singlePuts] as const

/** The JSON of a body; undefined if it is not JSON. */
function json(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** Changes all strings of an object. */
const mapped = (members: Members, change: (text: string) => string) =>
  mapTexts(members, Object.keys(members), change)

/** Changes all texts that are written to resources and bookings, except links, colours and times. */
const storedTexts = (change: (text: string) => string) =>
  bodyTexts(
    [...writesOf.resource, ...writesOf.booking],
    ['name', 'title', 'description', 'link_title', 'note', 'custom_1', 'custom_2'],
    change,
  )

const acceptsJson = ({ call }: IncomingCall) => call.header('accept')?.includes('json')

const pageOf = (text: string) => ({
  headers: { 'content-type': 'text/html' },
  body: `<!DOCTYPE html><pre>${text}</pre>`,
})

/** UTF-8 text decoded as Latin-1. */
const mistaken = (text: string) => Buffer.from(text).toString('latin1')

export const envelopeRefusalFaults = [
  fault('refusal-without-success', 'refuses with error and message, and without success', {
    breaks: { 'ENV-04': /a refusal should be a JSON object with "success": false/ },
    alter: refusal('everything', ({ body }) => {
      const { error } = JSON.parse(body)
      return { body: JSON.stringify({ error: error?.code, message: error?.message }) }
    }),
  }),
  fault('refusal-success-0', 'says success as the number 0 where it refuses', {
    breaks: { 'ENV-04': /a refusal should be a JSON object with "success": false/ },
    alter: refusal('everything', ({ body }) => ({
      body: JSON.stringify({ ...JSON.parse(body), success: 0 }),
    })),
  }),
  fault('not-found-as-page', 'answers with a page where there is no such object', {
    breaks: {
      'ENV-04': /a refusal should be a JSON object with "success": false/,
      'ENV-14.media-type': /should be a JSON media type/,
    },
    alter: refusal('everything', ({ status }) =>
      status === 404
        ? { body: '<!DOCTYPE html><title>Not found</title>', headers: { 'content-type': 'text/html' } }
        : {},
    ),
  }),
  fault('page-unless-json', 'answers with a page unless a request names JSON among what it accepts', {
    breaks: { 'ENV-18': /without an Accept header must be accepted, but was not/ },
    alter: reply('everything', ({ body }, incoming) => (acceptsJson(incoming) ? {} : pageOf(body))),
  }),
  fault('406-unless-json', 'refuses with 406 unless a request names JSON among what it accepts', {
    breaks: { 'ENV-18': /without an Accept header must be accepted, but was not/ },
    alter: intercept('everything', async (incoming, usual) =>
      acceptsJson(incoming) ? usual() : { status: 406, headers: {}, body: '{"success":false}' },
    ),
  }),
  fault('page-for-any-type', 'answers with a page where a request accepts any media type', {
    breaks: { 'ENV-18': /who accepts \*\/\* must be accepted, but was not/ },
    alter: reply('everything', ({ body }, { call }) => (call.header('accept') === '*/*' ? pageOf(body) : {})),
  }),
  fault(
    'refusal-as-page-unless-json',
    'refuses with a page unless a request names JSON among what it accepts',
    {
      breaks: { 'ENV-18': /the refusal of .* must be a JSON object/ },
      alter: refusal('everything', ({ body }, incoming) => (acceptsJson(incoming) ? {} : pageOf(body))),
    },
  ),
  fault('array-taken-for-object', 'creates a resource from the first object of an array', {
    breaks: { 'ENV-15.create': /creating a resource from an array must be refused, but was accepted/ },
    alter: callAs('createResource', incoming => {
      const sent = json(incoming.call.body)
      return Array.isArray(sent) && sent.length > 0 ? withBody(incoming, sent[0]) : incoming.call
    }),
  }),
  fault('no-object-no-change', 'treats a body that is no JSON object as an empty one', {
    breaks: { 'ENV-15.update': /changing a resource with .* must be refused, but was accepted/ },
    alter: callAs(writes, incoming => withBody(incoming, incoming.body)),
  }),
  fault('broken-json-mended', 'mends JSON whose end is missing in an update', {
    breaks: { 'ENV-15.update': /changing a resource with broken JSON must be refused/ },
    alter: callAs(changesOf.resource, incoming => {
      if (json(incoming.call.body) !== undefined) return incoming.call
      const mended = json(new TextEncoder().encode(`${new TextDecoder().decode(incoming.call.body)}}`))
      return mended === undefined ? incoming.call : withBody(incoming, mended as object)
    }),
  }),
  fault('success-with-400', 'answers a deletion by ids with the status 400 and success = true', {
    breaks: { 'ENV-14.success': /should have a 2xx status/ },
    alter: reply('deleteBookings', ({ status }) => (status === 200 ? { status: 400 } : {})),
  }),
  fault('taken-500', 'answers 500 where the database finds a name taken', {
    breaks: { 'ENV-14.refusal': /should have a 4xx status/ },
    touches: ['UNIQ-04'],
    alter: refusal('everything', ({ status }) => (status === 409 ? { status: 500 } : {})),
  }),
  fault('text-null-as-empty', 'takes the text null for no text', {
    breaks: { 'ENV-16.lookalikes': /the resource must be "null", but is ""/ },
    alter: storedTexts(text => (text === 'null' ? '' : text)),
  }),
  fault('text-as-a-date', 'stores a text that looks like a date as a time', {
    breaks: {
      'ENV-16.lookalikes': /the resource must be "2031-05-06T07:08:09Z", but is "2031-05-06T07:08:09.000Z"/,
    },
    alter: storedTexts(text =>
      /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/.test(text) ? new Date(text).toISOString() : text,
    ),
  }),
  fault('text-percent-decoded', 'decodes a text as it decodes a URL', {
    breaks: { 'ENV-16.backslashes': /but is .* 50%"/ },
    alter: storedTexts(text => text.replaceAll('%25', '%')),
  }),
  fault('text-blanks-collapsed', 'keeps one blank where a text has several', {
    breaks: { 'ENV-16.backslashes': /but is .*" 50%25/ },
    alter: storedTexts(text => text.replace(/ {2,}/g, ' ')),
  }),
  fault('text-tabs-as-blanks', 'keeps a blank for a tab in a text', {
    breaks: { 'ENV-16.resource.create': /note/ },
    touches: ['ENV-16'],
    alter: storedTexts(text => text.replaceAll('\t', ' ')),
  }),
  fault('text-without-variation', 'removes from a text what makes a sign an emoji', {
    breaks: { 'ENV-16.emoji': /heart ❤"?/ },
    alter: storedTexts(text => text.replaceAll('\ufe0f', '')),
  }),
  fault('text-breakable-blanks', 'keeps a plain blank for one that does not break', {
    breaks: { 'ENV-16.accents': /but is .*« Ægir »/ },
    alter: storedTexts(text => text.replaceAll('\u00a0', ' ')),
  }),
  fault('text-straight-quotes', 'straightens the quotes of a text', {
    breaks: { 'ENV-16.quotes': /\\"d\\" and 'e'/ },
    alter: storedTexts(text => text.replace(/[“”]/g, '"').replace(/[‘’]/g, "'")),
  }),
  fault('note-lines-doubled', 'keeps two ends of a line for CR and LF in a note', {
    breaks: { 'ENV-16.line-ends': /the lines of the note of a resource/ },
    alter: storedTexts(text => text.replaceAll('\r\n', '\n\n')),
  }),
  fault('text-without-tags', 'removes tags from the texts of a booking', {
    breaks: { 'ENV-16.html': /but is "&amp; alert/ },
    touches: ['ENV-16'],
    alter: bodyAs(writesOf.booking, body => mapped(body, text => text.replace(/<[^>]*>/g, ''))),
  }),
  fault('text-of-three-bytes', 'keeps a question mark for each character that takes four bytes', {
    breaks: { 'ENV-16.emoji': /but is "\? rocket/ },
    touches: ['ENV-16', 'RES-29'],
    alter: bodyAs(writesOf.resource, body =>
      mapped(body, text => text.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
    ),
  }),
  fault('text-composed', 'stores accents composed with their letters', {
    breaks: { 'ENV-16.decomposed': /must be "A\\u0308rger a\\u0300/ },
    alter: bodyAs([...writesOf.resource, ...writesOf.booking], body =>
      mapped(body, text => text.normalize('NFC')),
    ),
  }),
  fault('page-for-ids-beyond-64-bits', 'answers 500 with a page where an id has more than 64 bits', {
    breaks: { 'ENV-14.refusal': /should have a 4xx status/, 'ENV-04': /should be a JSON object/ },
    touches: ['ENV-14.media-type', 'BKG-38.malformed'],
    alter: intercept('everything', async ({ call }, usual) =>
      /^\/v1\/schedules\/.*\/\d{20}$/.test(call.target) ? { status: 500, ...pageOf('') } : usual(),
    ),
  }),
  fault('text-in-latin-1', 'reads the texts of resources in another encoding than it wrote them in', {
    breaks: { 'ENV-16.accents': /but is "Ã.rger/ },
    touches: ids`ENV-16 RES-05 RES-07 RES-21 RES-22 RES-24 RES-25 RES-28 RES-29`,
    alter: objects('resource', object => mapped(object, mistaken)),
  }),
  fault('text-unescaped-twice', 'treats backslashes as escapes when it stores a text', {
    breaks: { 'ENV-16.backslashes': /but is "C:tempnew/ },
    touches: ['ENV-16', 'ENV-09', 'CROSS-39'],
    alter: bodyAs([...writesOf.resource, ...writesOf.booking], body =>
      mapped(body, text => text.replace(/\\(.)/g, '$1')),
    ),
  }),
  fault('text-without-variables', 'removes placeholders such as {name} from a text', {
    breaks: { 'ENV-16.resource.create': /note/, 'ENV-16.booking.update': /note/ },
    touches: ['ENV-16'],
    alter: storedTexts(text => text.replace(/\{+\w+\}+/g, '')),
  }),
  fault('note-lines-trimmed', 'removes blanks at the ends of the lines of a text', {
    breaks: { 'ENV-16.resource.update': /note/, 'ENV-16.booking.create': /note/ },
    touches: ['ENV-16'],
    alter: storedTexts(text => text.replace(/[ \t]+\n/g, '\n')),
  }),
  fault('text-lines-of-unicode', 'stores a line feed for a line separator (U+2028) in a text', {
    breaks: { 'ENV-16.resource.bulk': /note/, 'ENV-16.booking.bulk': /note/ },
    touches: ['ENV-16'],
    alter: storedTexts(text => text.replaceAll('\u2028', '\n')),
  }),
  fault('text-escapes-undecoded', 'stores escapes in a JSON text as they are written', {
    breaks: { 'ENV-16.escapes': /the resource after a PUT/ },
    alter: callAs(writesOf.resource, ({ call }) => {
      const text = new TextDecoder().decode(call.body)
      return { ...call, body: new TextEncoder().encode(text.replace(/(?<!\\)\\(?=u[\da-f]{4})/g, '\\\\')) }
    }),
  }),
  fault('answers-with-a-mark', 'writes a byte order mark in front of answers', {
    breaks: { 'ENV-14.byte-order-mark': /should not begin with a byte order mark/ },
    alter: reply('everything', ({ body }) => ({ body: `\ufeff${body}` })),
  }),
]
