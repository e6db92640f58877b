import {
  accepted,
  type Check,
  changedOnly,
  check,
  isObject,
  type JsonObject,
  pick,
  same,
} from '../../runner/index.js'
import { createdId } from '../created.js'
import { dashed, wayOf, ways } from './ways.js'

const resourceTexts = ['description', 'link', 'link_title', 'note', 'custom_1', 'custom_2']
const bookingTexts = ['title', 'link', 'link_title', 'note', 'custom_1', 'custom_2']

const empty = (members: readonly string[]): JsonObject =>
  Object.fromEntries(members.map(member => [member, '']))

/** A text that every member takes, a link included. */
const full = (members: readonly string[]): JsonObject =>
  Object.fromEntries(members.map(member => [member, 'https://example.com/page']))

const textsOfResources = [
  check('RES-26', 'the texts of a resource that were never set are empty strings', async context => {
    const { owner, schedule, name } = context

    const id = createdId(await owner.post(schedule.resources, { name: name() }))

    const reply = await owner.get(`${schedule.resources}/${id}`)
    const read = isObject(reply.data) ? reply.data : {}
    same(pick(read, resourceTexts), empty(resourceTexts), 'what was never set', reply)
  }),
  ...resourceTexts.map(member =>
    check(
      `RES-27.${dashed(member)}`,
      `the ${member} of a resource can be cleared with an empty string`,
      async ({ owner, given }) => {
        const made = await given.resource(full(resourceTexts))

        const reply = await owner.put(made.path, { [member]: '' })

        accepted(reply, `an empty ${member} in an update of a resource`)
        await changedOnly(made, { [member]: '' })
      },
    ),
  ),
  check(
    'RES-27.bulk',
    'texts of resources can be cleared with empty strings in a bulk update',
    async context => {
      const trial = await wayOf('resource', 'bulk').begin(context, { members: () => full(resourceTexts) })

      await trial.takes({ members: empty(resourceTexts), words: 'empty strings for all texts' })
    },
  ),
]

const textsOfBookings = [
  check('BKG-09.omitted', 'a booking needs no title', async ({ owner, schedule, given, slot }) => {
    const room = await given.resource()

    const reply = await owner.post(schedule.bookings, { resource_id: room.id, ...slot() })

    accepted(reply, 'a create of a booking without title')
  }),
  ...ways.booking.map(way =>
    check(`BKG-09.empty.${way.word}`, `a title may be empty ${way.words}`, async context => {
      const trial = await way.begin(context)

      await trial.takes({ members: { title: '' }, words: 'an empty title' })
    }),
  ),
  check('BKG-19', 'the texts of a booking that were never set are empty strings', async context => {
    const { owner, schedule, given, slot } = context
    const room = await given.resource(full(resourceTexts))

    const id = createdId(await owner.post(schedule.bookings, { resource_id: room.id, ...slot() }))

    const reply = await owner.get(`${schedule.bookings}/${id}`)
    const read = isObject(reply.data) ? reply.data : {}
    same(pick(read, bookingTexts), empty(bookingTexts), 'what was never set', reply)
  }),
]

export const unsetTextChecks: readonly Check[] = [...textsOfResources, ...textsOfBookings]
