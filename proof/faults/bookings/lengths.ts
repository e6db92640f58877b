import { body, bookingBulkPuts, linkUpTo, textUpTo } from '../../alter/index.js'
import { fault } from '../fault.js'

/*
 * One step off each limit of length (section 8), by each way to write a booking.
 */

interface Text {
  readonly member: string
  readonly limit: number
  /** The rules that speak of it, where one booking is written, and many. */
  readonly rule: string
  readonly inBulk: string
}

const texts: readonly Text[] = [
  { member: 'title', limit: 100, rule: 'BKG-10', inBulk: 'BKG-27.title' },
  { member: 'link', limit: 250, rule: 'BKG-14', inBulk: 'BKG-27.link' },
  { member: 'link_title', limit: 100, rule: 'BKG-15', inBulk: 'BKG-27.link-title' },
  { member: 'note', limit: 500, rule: 'BKG-16', inBulk: 'BKG-27.note' },
  { member: 'custom_1', limit: 200, rule: 'BKG-17', inBulk: 'BKG-27.custom-1' },
  { member: 'custom_2', limit: 200, rule: 'BKG-18', inBulk: 'BKG-27.custom-2' },
]

const ways = [
  { word: 'on-create', words: 'on create', which: 'createBooking', where: 'a create' },
  { word: 'on-update', words: 'on update', which: 'changeBooking', where: 'an update' },
  { word: 'in-bulk', words: 'in bulk updates', which: bookingBulkPuts, where: 'a bulk update' },
] as const

const upTo = (member: string, length: number) => (member === 'link' ? linkUpTo(length) : textUpTo(length))

export const lengthFaults = texts.flatMap(({ member, limit, rule, inBulk }) =>
  ways.flatMap(({ word, words, which, where }) => {
    const name = `booking-${member.replaceAll('_', '-')}`
    const isBulk = which === bookingBulkPuts
    const caught = (length: number, must: string) => ({
      breaks: {
        [isBulk ? inBulk : rule]: new RegExp(
          `a ${member} of ${length} characters in ${where}.* must be ${must}`,
        ),
      },
      touches: isBulk ? ['BULK-19'] : [],
    })
    return [
      fault(
        `${name}-${limit + 1}-${word}`,
        `takes a ${member} of ${limit + 1} characters of a booking ${words}`,
        {
          ...caught(limit + 1, 'refused'),
          alter: body(which, { [member]: upTo(member, limit + 1) }),
        },
      ),
      fault(
        `${name}-${limit - 1}-${word}`,
        `takes a ${member} of ${limit - 1} characters of a booking at most ${words}`,
        {
          ...caught(limit, 'accepted'),
          alter: body(which, { [member]: upTo(member, limit - 1) }),
        },
      ),
    ]
  }),
)
