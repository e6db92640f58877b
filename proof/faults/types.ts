import { z } from 'zod'
import type { OperationId } from '../../server/core/index.js'
import { run } from '../alter/requests.js'
import { answered, sentBodyAs } from '../alter/responses.js'
import { bodyAlso } from '../alter/schemas.js'
import { all } from '../server/parts.js'
import { type Fault, fault } from './fault.js'

type Way = readonly [check: string, operation: OperationId, words: string]

const resourceWays: readonly Way[] = [
  ['RES-49.create', 'createResource', 'a create of a resource'],
  ['RES-49.update', 'changeResource', 'an update of a resource'],
  ['RES-49.bulk', 'changeResources', 'a bulk update of resources'],
]
const bookingWays: readonly Way[] = [
  ['BKG-41.create', 'createBooking', 'a create of a booking'],
  ['BKG-41.update', 'changeBooking', 'an update of a booking'],
  ['BKG-41.bulk', 'changeBookings', 'a bulk update of bookings'],
  ['BKG-41.bulk-of-resource', 'changeResourceBookings', 'a bulk update of bookings of a resource'],
]

const dashed = (text: string) => text.replaceAll(/[_ ]/g, '-')

/** Stores null for a member. A name is required in a create, so null must be refused there. */
const nullStored = ([check, operation, words]: Way, member: string): Fault =>
  fault(`null-${dashed(member)}-in-${dashed(words)}`, `stores null for the ${member} in ${words}`, {
    breaks: {
      [check]: new RegExp(
        `the ${member} null in .* ${
          member === 'name' && operation === 'createResource'
            ? 'must be refused'
            : 'is accepted, and reads as null'
        }`,
      ),
    },
    alter: bodyAlso(operation, { [member]: z.null() }),
  })

/** Stores a number or true for a string, unconverted. */
const otherStored = ([check, operation, words]: Way, member: string): Fault =>
  fault(`untyped-${dashed(member)}-in-${dashed(words)}`, `stores any value for the ${member} in ${words}`, {
    breaks: { [check]: new RegExp(`the ${member} (?:5|true|1|"true") in .* is accepted, and reads as`) },
    alter: bodyAlso(operation, { [member]: z.union([z.number(), z.boolean(), z.literal('true')]) }),
  })

/** Converts null to a string for a required member. */
const nullAsText = ([check, operation, words]: Way, member: string, text: () => string): Fault =>
  fault(`null-as-${dashed(member)}-in-${dashed(words)}`, `takes null for a ${member} in ${words}`, {
    breaks: { [check]: new RegExp(`the ${member} null in .* must be refused`) },
    alter: sentBodyAs(operation, body => (body[member] === null ? { ...body, [member]: text() } : body)),
  })

/** Makes one fault per member, alternating between the kinds of request. */
const inTurn = (ways: readonly Way[], members: string, make: (way: Way, member: string) => Fault) =>
  members.split(' ').map((member, index) => make(ways[index % ways.length] as Way, member))

const resourceTexts = 'description color_fg color_bk color_schedule link link_title note custom_1 custom_2'
const bookingTexts = 'title color_fg color_bk link link_title note custom_1 custom_2'

/** Values of the wrong type, including null. */
export const typeFaults = {
  RES: [
    ...resourceWays.map(way => nullStored(way, 'name')),
    ...inTurn(resourceWays, `${resourceTexts} text_bold`, nullStored),
    ...inTurn(resourceWays, 'custom_1 name note', otherStored),
    nullAsText(resourceWays[0] as Way, 'name', () => `null ${Math.random()}`),
  ],
  BKG: [
    ...inTurn(bookingWays, `${bookingTexts} all_day_display text_bold`, nullStored),
    ...inTurn(bookingWays, 'all_day_display title custom_2 color_bk', otherStored),
    nullAsText(bookingWays[0] as Way, 'start', () => '2023-01-01T00:00:00Z'),
    nullAsText(bookingWays[0] as Way, 'end', () => '2033-01-01T00:00:00Z'),
  ],
  COL: [
    fault('collaborator-null-as-email', 'takes null for the address of a collaborator', {
      breaks: { 'COL-25.create': /the email null in a create of a collaborator must be refused/ },
      alter: sentBodyAs('createCollaborator', body =>
        body.email === null ? { ...body, email: `null-${Math.random()}@example.test` } : body,
      ),
    }),
    ...(
      [
        ['COL-25.create', 'createCollaborator', 'a create of a collaborator'],
        ['COL-25.update', 'changeCollaborator', 'an update of a collaborator'],
        ['COL-25.bulk', 'changeCollaborators', 'a bulk update of collaborators'],
      ] as const
    ).map(way => nullStored(way, 'user_role')),
  ],
  USER: [
    ...(
      'firstname lastname language_tag date_format time_format timezone first_day_of_week allow_collaboration ' +
      'profile_completed'
    )
      .split(' ')
      .flatMap(member => nullStored(['USER-48', 'changeMe', 'an update of the account'], member)),
    ...['firstname', 'lastname', 'allow_collaboration'].map(member =>
      otherStored(['USER-48', 'changeMe', 'an update of the account'], member),
    ),
    fault('email-null', 'stores the text null where an email is null', {
      breaks: { 'USER-48.email': /must still show the account/ },
      touches: ['CROSS-27', 'CROSS-34', 'CROSS-42'],
      alter: all(
        run('changeMe', async ({ rows, user, body, now }, usual) => {
          if (body.email !== null) return usual()
          await rows.users.change(user.id, { email: 'null' }, now)
          return answered
        }),
        bodyAlso('changeMe', { email: z.null() }),
      ),
    }),
    fault('password-null', 'takes null for the password "null"', {
      breaks: { 'USER-48.password': /a login with the old password.* must be accepted/ },
      alter: sentBodyAs('changeMe', body =>
        body.new_password === null ? { ...body, new_password: 'null00' } : body,
      ),
    }),
  ],
}
