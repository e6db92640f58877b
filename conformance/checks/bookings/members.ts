import { accepted, createdId, has, now, same } from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import { ids } from '../../check/ids.js'
import { isObject, type JsonObject, pick } from '../../http/json.js'
import { colourChecks, flagChecks } from '../appearance-checks.js'
import { acceptedFirst } from '../bulk/outcome.js'
import { dateChecks } from '../date-checks.js'
import { customFieldsCheck, linkChecks, noteChecks, textChecks } from '../text-checks.js'
import { typeChecks } from '../type-checks.js'
import { eachWrite } from '../written-members.js'

const unset = { title: '', link: '', link_title: '', note: '', custom_1: '', custom_2: '' }

/** Midnight to midnight in any time zone of the user: the times have no zone (section 2.2). Each object has its own days. */
const wholeDays = (index: number): JsonObject => {
  const first = 2 + index * 3
  const day = (number: number) => `2023-05-${String(number).padStart(2, '0')} 00:00`
  return { start: day(first), end: day(first + 1) }
}

/** The members that a booking shares with a resource, one by one (section 2.2). */
export const bookingMemberChecks: readonly Check[] = [
  ...textChecks('booking', 'title', 100)`
    BKG-10.accents BKG-10.emoji BKG-10.emoji.over
    BKG-10.create BKG-10.update BKG-27.title.bulk BKG-27.title.bulk-of-resource`,
  ...textChecks('booking', 'link_title', 100)`
    BKG-15.accents BKG-15.emoji BKG-15.emoji.over
    BKG-15.create BKG-15.update BKG-27.link-title.bulk BKG-27.link-title.bulk-of-resource`,
  ...textChecks('booking', 'note', 500)`
    BKG-16.accents BKG-16.emoji BKG-16.emoji.over
    BKG-16.create BKG-16.update BKG-27.note.bulk BKG-27.note.bulk-of-resource`,
  ...textChecks('booking', 'custom_1', 200)`
    BKG-17.accents BKG-17.emoji BKG-17.emoji.over
    BKG-17.create BKG-17.update BKG-27.custom-1.bulk BKG-27.custom-1.bulk-of-resource`,
  ...textChecks('booking', 'custom_2', 200)`
    BKG-18.accents BKG-18.emoji BKG-18.emoji.over
    BKG-18.create BKG-18.update BKG-27.custom-2.bulk BKG-27.custom-2.bulk-of-resource`,
  ...noteChecks(
    'booking',
    'BKG-16.line-feeds',
    ids`BKG-16.multi-line.create BKG-16.multi-line.update BKG-16.multi-line.bulk BKG-16.multi-line.bulk-of-resource`,
  ),
  customFieldsCheck('BKG-18.independent', 'booking'),

  ...colourChecks('booking', 'color_fg', '#000000', {
    byDefault: 'BKG-11.default',
    values: ids`BKG-11.values.create BKG-11.values.update BKG-11.values.bulk BKG-11.values.bulk-of-resource`,
    wrong: ids`
      BKG-11.refused.create BKG-11.refused.update
      BKG-27.color-fg.refused.bulk BKG-27.color-fg.refused.bulk-of-resource`,
    lowerCase: 'BKG-11.lower-case',
  }),
  ...colourChecks('booking', 'color_bk', '#FFFFFF', {
    byDefault: 'BKG-12.default',
    values: ids`BKG-12.values.create BKG-12.values.update BKG-12.values.bulk BKG-12.values.bulk-of-resource`,
    wrong: ids`
      BKG-12.refused.create BKG-12.refused.update
      BKG-27.color-bk.refused.bulk BKG-27.color-bk.refused.bulk-of-resource`,
    lowerCase: 'BKG-12.lower-case',
  }),
  check('BKG-12.resource', 'a booking keeps its colours when those of its resource change', async context => {
    const { owner, given } = context
    const resource = await given.bookable()
    const unset = await given.booking(resource)
    const coloured = await given.booking(resource, { color_fg: '#102030', color_bk: '#405060' })

    const reply = await owner.put(resource.path, { color_fg: '#123456', color_bk: '#654321' })

    acceptedFirst(reply, 'RES-40')
    for (const booking of [unset, coloured]) {
      const colours = pick(booking.was, ['color_fg', 'color_bk'])
      has(await now(booking), colours, 'a booking after a change of the colours of its resource', reply)
    }
  }),
  ...flagChecks('booking', {
    member: 'text_bold',
    byDefault: 'BKG-13.default',
    values: ids`BKG-13.create BKG-13.update BKG-13.bulk BKG-13.bulk-of-resource`,
    refused: ids`BKG-13.type`,
  }),
  ...flagChecks('booking', {
    member: 'all_day_display',
    byDefault: 'BKG-20',
    values: ids`BKG-21.create BKG-21.update BKG-21.bulk BKG-21.bulk-of-resource`,
    refused: [],
    others: wholeDays,
  }),
  ...linkChecks('booking', {
    web: ids`BKG-14.web.create BKG-14.web.update BKG-14.web.bulk BKG-14.web.bulk-of-resource`,
    otherSchemes: ids`
      BKG-14.schemes.create BKG-14.schemes.update
      BKG-27.link.schemes.bulk BKG-27.link.schemes.bulk-of-resource`,
    length: ids`
      BKG-14.length.create BKG-14.length.update
      BKG-27.link.length.bulk BKG-27.link.length.bulk-of-resource`,
    schemeCase: 'BKG-14.scheme-case',
    noScheme: 'BKG-14.no-scheme',
    asSent: 'BKG-14.as-sent',
    host: 'BKG-14.host',
    asSentIn: ids`BKG-14.as-sent.create BKG-14.as-sent.bulk BKG-14.as-sent.bulk-of-resource`,
    oneLine: ids`BKG-43.create BKG-43.update BKG-43.bulk BKG-43.bulk-of-resource`,
  }),
  ...typeChecks(
    'booking',
    ids`BKG-41.create BKG-41.update BKG-41.bulk BKG-41.bulk-of-resource`,
    ids`BKG-42 BKG-42.create BKG-42.bulk BKG-42.bulk-of-resource`,
  ),
  ...dateChecks('booking', [
    'BKG-25.iso',
    'BKG-25.utc',
    'BKG-25.created',
    {
      one: 'BKG-25.updated',
      bulk: 'BKG-25.updated-in-bulk',
      'bulk-of-resource': 'BKG-25.updated-in-bulk-of-resource',
    },
  ]),

  check('BKG-09.omitted', 'a booking needs no title', async ({ owner, schedule, given, slot }) => {
    const room = await given.bookable()

    const reply = await owner.post(schedule.bookings, { resource_id: room.id, ...slot() })

    accepted(reply, 'a create of a booking without title')
  }),
  ...eachWrite(
    'booking',
    ids`BKG-09.empty.create BKG-09.empty.update BKG-09.empty.bulk BKG-09.empty.bulk-of-resource`,
    'a title may be empty',
    async writer => writer.keeps({ members: { title: '' }, words: 'an empty title' }),
  ),

  check('BKG-19', 'the texts of a booking that were never set are empty strings', async context => {
    const { owner, schedule, given, slot } = context
    const link = 'https://example.com/page'
    const room = await given.resource({ link, link_title: 'a', note: 'b', custom_1: 'c', custom_2: 'd' })

    const id = createdId(await owner.post(schedule.bookings, { resource_id: room.id, ...slot() }))

    const reply = await owner.get(`${schedule.bookings}/${id}`)
    const read = isObject(reply.data) ? reply.data : {}
    same(pick(read, Object.keys(unset)), unset, 'what was never set', reply)
  }),
]
