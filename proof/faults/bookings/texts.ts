import { bookingBulkPuts, writesOf } from '../../alter/operation-groups.js'
import { bodyAs, bodyTexts, ignoring } from '../../alter/requests.js'
import { objects, sentBodyAs } from '../../alter/responses.js'
import { body, bytes, codePoints, linkUpTo, textCutAt, textUpTo } from '../../alter/schemas.js'
import { storedBookings } from '../../alter/stored.js'
import { fault } from '../fault.js'

/** Counts characters like a server that stores line breaks as CR LF. */
const withCarriageReturns = (text: string) => codePoints(text.replaceAll('\n', '\r\n'))

/** Member, limit, the rule for single writes, and the check of bulk updates. */
const texts = [
  ['title', 100, 'BKG-10', 'BKG-27.title'],
  ['link', 250, 'BKG-14', 'BKG-27.link'],
  ['link_title', 100, 'BKG-15', 'BKG-27.link-title'],
  ['note', 500, 'BKG-16', 'BKG-27.note'],
  ['custom_1', 200, 'BKG-17', 'BKG-27.custom-1'],
  ['custom_2', 200, 'BKG-18', 'BKG-27.custom-2'],
] as const

const ways = [
  ['on-create', 'on create', 'createBooking', 'a create'],
  ['on-update', 'on update', 'changeBooking', 'an update'],
  ['in-bulk', 'in bulk updates', bookingBulkPuts, 'a bulk update'],
] as const

/** Off by one at each maximum length (section 8), in each kind of request. */
const lengthFaults = texts.flatMap(([member, limit, rule, inBulk]) =>
  ways.flatMap(([word, words, which, where]) =>
    [limit + 1, limit - 1].map(allowed => {
      const isOver = allowed > limit
      const isBulk = which === bookingBulkPuts
      const proof = `a ${member} of ${isOver ? allowed : limit} characters(?: such as (?:é and )?会)? in ${where}.* must be`
      return fault(
        `booking-${member.replaceAll('_', '-')}-${allowed}-${word}`,
        `accepts a booking ${member} of ${isOver ? '' : 'at most '}${allowed} characters ${words}`,
        {
          breaks: { [isBulk ? inBulk : rule]: new RegExp(`${proof} ${isOver ? 'refused' : 'accepted'}`) },
          touches: isBulk ? ['BULK-19'] : [],
          alter: body(which, { [member]: member === 'link' ? linkUpTo(allowed) : textUpTo(allowed) }),
        },
      )
    }),
  ),
)

/** Texts and links of a booking. */
export const textFaults = [
  fault('booking-note-bytes-of-resource', 'counts the bytes of a note in bulk updates of a resource', {
    breaks: { 'BKG-27.note.bulk-of-resource': /500 characters such as é .* must be accepted/ },
    alter: body('changeResourceBookings', { note: textUpTo(500, bytes) }),
  }),
  fault('booking-custom-1-measured-trimmed', 'does not count the spaces around custom_1 of a booking', {
    breaks: { 'BKG-17.accents': /a space at its end is accepted, and kept with the space/ },
    alter: body(writesOf.booking, { custom_1: textUpTo(200, text => codePoints(text.trim())) }),
  }),
  fault('booking-title-needed', 'refuses a booking without a title', {
    breaks: { 'BKG-09': /a create of a booking without title must be accepted/ },
    touches: ['BKG-01', 'BKG-19'],
    alter: sentBodyAs('createBooking', body => ({ title: null, ...body })),
  }),
  fault('booking-title-not-emptied', 'refuses an empty title on update', {
    breaks: { 'BKG-09': /an empty title in an update of a booking must be accepted/ },
    touches: ['CROSS-16.booking.update'],
    alter: body('changeBooking', { title: textUpTo(100).refine(title => title !== '') }),
  }),
  fault('booking-title-empty-is-absent', 'leaves the title as it is where a bulk update empties it', {
    breaks: { 'BKG-09': /title is not as it must be/ },
    touches: ['CROSS-16'],
    alter: ignoring(bookingBulkPuts, '', 'title'),
  }),
  fault('booking-title-in-bytes', 'counts the bytes of a title', {
    breaks: { 'BKG-10': /100 characters such as é/ },
    touches: ['BKG-27.title'],
    alter: body(writesOf.booking, { title: textUpTo(100, bytes) }),
  }),
  fault('booking-title-of-400-bytes', 'accepts a title of 400 bytes, which is what its column holds', {
    breaks: { 'BKG-10': /101 characters such as é/, 'BKG-27.title': /101 characters/ },
    alter: body(writesOf.booking, { title: textUpTo(400, bytes) }),
  }),
  fault('booking-title-cut', 'cuts a title that is too long, without a word', {
    breaks: { 'BKG-10': /101 characters in a create/, 'BKG-27.title': /101 characters in a bulk update/ },
    alter: body(writesOf.booking, { title: textCutAt(100) }),
  }),
  fault('booking-link-any-scheme-on-create', 'accepts any scheme in a link on create', {
    breaks: { 'BKG-14': /the link "ftp:.* in a create of a booking must be refused/ },
    alter: body('createBooking', { link: linkUpTo(250, /^\w+:/) }),
  }),
  fault('booking-link-http-within', 'looks for http:// anywhere in a link on update', {
    breaks: { 'BKG-14': /"javascript:open.* in an update of a booking must be refused/ },
    alter: body('changeBooking', { link: linkUpTo(250, /https?:\/\//i) }),
  }),
  fault('booking-link-begins-with-http', 'accepts every scheme that begins with http as a web link', {
    breaks: { 'BKG-14': /"httpx:/, 'BKG-27.link': /"httpx:/ },
    alter: body(writesOf.booking, { link: linkUpTo(250, /^http/i) }),
  }),
  fault('booking-link-https-only', 'accepts only https links', {
    breaks: { 'BKG-14': /the link "http:.* must be accepted/ },
    touches: ['BKG-25', 'BKG-26', 'BKG-27', 'BULK-19'],
    alter: body(writesOf.booking, { link: linkUpTo(250, /^https:/i) }),
  }),
  fault('booking-link-made-https', 'makes https of the http of a link', {
    breaks: { 'BKG-14': /"http:.*: link is not as it must be/ },
    touches: ['BKG-26', 'BKG-27', 'BULK-19'],
    alter: bodyTexts(writesOf.booking, 'link', link => link.replace(/^http:/, 'https:')),
  }),
  fault('booking-link-bulk-unchecked', 'accepts any text as a link in bulk updates of a resource', {
    breaks: { 'BKG-27.link.schemes': /in a bulk update of bookings of a resource must be refused/ },
    touches: ['BULK-19', 'BKG-43.bulk-of-resource'],
    alter: body('changeResourceBookings', { link: textUpTo(250) }),
  }),
  fault('booking-link-title-in-bytes', 'counts the bytes of a link_title', {
    breaks: { 'BKG-15': /100 characters such as é/ },
    touches: ['BKG-27.link-title'],
    alter: body(writesOf.booking, { link_title: textUpTo(100, bytes) }),
  }),
  fault('booking-link-title-by-default', 'calls the link of a booking Link unless it has a link_title', {
    breaks: { 'BKG-19': /never set/ },
    alter: bodyAs('createBooking', body => ({ ...body, link_title: body.link_title || 'Link' })),
  }),
  fault('booking-note-on-one-line', 'makes one line of a note', {
    breaks: {
      'BKG-16': /note of several lines .*: note is not as it must be/,
      'BKG-29': /but is "first line second line"/,
    },
    touches: ['BKG-26', 'ENV-16'],
    alter: bodyTexts(writesOf.booking, 'note', note => note.replaceAll('\n', ' ')),
  }),
  fault('booking-note-without-empty-lines', 'leaves empty lines out of a note on update', {
    breaks: { 'BKG-16.multi-line': /note is not as it must be/ },
    alter: bodyTexts('changeBooking', 'note', note => note.replace(/\n+/g, '\n')),
  }),
  fault('booking-note-lines-count-twice', 'counts two characters for the end of a line of a note', {
    breaks: { 'BKG-16': /500 characters, line feeds among them/ },
    alter: body(writesOf.booking, { note: textUpTo(500, withCarriageReturns) }),
  }),
  fault('booking-note-unset-null', 'reads a note that was never set as null', {
    breaks: { 'BKG-19': /never set/ },
    touches: ['CROSS-16.booking'],
    alter: objects('booking', object => (object.note === '' ? { ...object, note: null } : object)),
  }),
  fault('booking-custom-1-in-bytes', 'counts the bytes of custom_1', {
    breaks: { 'BKG-17': /200 characters such as é/ },
    touches: ['BKG-27.custom-1'],
    alter: body(writesOf.booking, { custom_1: textUpTo(200, bytes) }),
  }),
  fault('booking-custom-1-cut', 'cuts a custom_1 that is too long on update, without a word', {
    breaks: { 'BKG-17': /201 characters in an update/ },
    alter: body('changeBooking', { custom_1: textCutAt(200) }),
  }),
  fault('booking-custom-2-clears-1', 'empties custom_1 where an update brings custom_2 alone', {
    breaks: { 'BKG-18.independent': /custom_1 is not as it must be/ },
    touches: ['BKG-26', 'CROSS-41'],
    alter: bodyAs('changeBooking', body =>
      body.custom_2 !== undefined && body.custom_1 === undefined ? { ...body, custom_1: '' } : body,
    ),
  }),
  fault('booking-custom-2-shows-1', 'shows custom_1 in the place of custom_2', {
    breaks: { 'BKG-18': /custom_2 is not as it must be/ },
    touches: ['BKG-17', 'BKG-26', 'BKG-27', 'BKG-29', 'BULK-19', 'CROSS-16.booking', 'CROSS-41', 'ENV-16'],
    alter: storedBookings(({ custom_1 }) => ({ custom_2: custom_1 })),
  }),
  fault('booking-custom-2-short', 'allows custom_2 only the length of a title', {
    breaks: { 'BKG-18': /custom_2 of 200 characters/, 'BKG-27.custom-2': /custom_2 of 200 characters/ },
    touches: ['ENV-13'],
    alter: body(writesOf.booking, { custom_2: textUpTo(100) }),
  }),
  fault('booking-title-unchecked-in-bulk', 'does not check the title in bulk updates of bookings', {
    breaks: { 'BKG-27.title': /101 characters in a bulk update/ },
    alter: body(bookingBulkPuts, { title: textUpTo(10_000) }),
  }),
  ...lengthFaults,
]
