import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ada, bo, withSchedule, withUsers, wrongs } from '../../testing/seeds.js'

const idRule = 'must be 1 to 100 letters, digits or any of . _ ~ -, but not just . or ..'

/** Seeds, each with its errors. */
const wrong: readonly (readonly [what: string, seed: unknown, ...wrongs: string[]])[] = [
  ['null', null, ' must be an object'],
  ['an array', [], ' must be an object'],
  ['a text', 'seed', ' must be an object'],
  ['nothing', undefined, ' must be an object'],
  ['a mistyped part', { user: [] }, 'user is not a known field; did you mean users?'],
  [
    'a prototype',
    JSON.parse('{"__proto__": {"users": []}}'),
    '__proto__ is not a known field; known: $schema, users, schedules',
  ],
  ['users that are no array', { users: {} }, 'users must be an array, not an object'],
  ['schedules that are no array', { schedules: 1 }, 'schedules must be an array, not 1'],
  ['a user that is no object', withUsers(null), 'users.0 must be an object'],
  ['a user of nothing', withUsers({}), 'users.0.email is required', 'users.0.password is required'],
  [
    'a mistyped member of a user',
    withUsers(ada, { ...bo, time_zone: 'UTC' }),
    'users.1.time_zone is not a known field; did you mean timezone?',
  ],
  [
    'a mistyped time zone',
    withUsers({ ...ada, timezone: 'Europe/Berln' }),
    'users.0.timezone must be a name in the tz database (case matters), not "Europe/Berln"; did you mean "Europe/Berlin"?',
  ],
  [
    'a short password',
    withUsers({ ...ada, password: 'short' }),
    'users.0.password has 5 characters; at least 6 are required',
  ],
  [
    'a hash that is no text',
    withUsers({ ...ada, password_hash: 1 }),
    'users.0.password_hash must be a string, not 1',
  ],
  ['a wrong user id', withUsers({ ...ada, id: 'a b' }), `users.0.id ${idRule}`],
  [
    'a negative limit',
    withUsers({ ...ada, collaboration_limit: -1 }),
    'users.0.collaboration_limit must be 0 or more, not -1',
  ],
  [
    'an address twice, in another letter case',
    withUsers(ada, bo, { ...ada, email: 'ada@Firm.example' }),
    'users.2.email must be unique: "Ada@firm.example" is also at users.0.email',
  ],
  [
    'a user id twice',
    withUsers({ ...ada, id: 'a' }, { ...bo, id: 'a' }),
    'users.1.id must be unique: "a" is also at users.0.id',
  ],
  [
    'a schedule without id and owner',
    { schedules: [{}] },
    'schedules.0.id is required',
    'schedules.0.owner is required',
  ],
  ['an empty schedule id', withSchedule({ id: '' }), `schedules.0.id ${idRule}`],
  ['a schedule id that is a folder', withSchedule({ id: '..' }), `schedules.0.id ${idRule}`],
  ['a schedule id of one dot', withSchedule({ id: '.' }), `schedules.0.id ${idRule}`],
  ['a schedule id with a slash', withSchedule({ id: 'a/b' }), `schedules.0.id ${idRule}`],
  [
    'a schedule id twice',
    { users: [ada], schedules: ['a', 'b', 'a'].map(id => ({ id, owner: ada.email })) },
    'schedules.2.id must be unique: "a" is also at schedules.0.id',
  ],
  [
    'a mistyped owner',
    withSchedule({ owner: 'ada@firm.exampl' }),
    'schedules.0.owner does not name a user: "ada@firm.exampl"; did you mean "Ada@firm.example"?',
  ],
  [
    'an unknown owner',
    withSchedule({ owner: 'somebody-else@other.test' }),
    'schedules.0.owner does not name a user: "somebody-else@other.test"',
  ],
  [
    'a mistyped part of a schedule',
    withSchedule({ booking: [] }),
    'schedules.0.booking is not a known field; did you mean bookings?',
  ],
  [
    'several wrong members of a resource',
    withSchedule({
      resources: [{ name: 'Red' }, { name: ' ', colour_fg: '#000000', text_bold: 'yes', id: 5 }],
    }),
    'schedules.0.resources.1.name must not be empty or blank',
    'schedules.0.resources.1.text_bold must be true or false, not "yes"',
    'schedules.0.resources.1.colour_fg is not a known field; did you mean color_fg?',
    'schedules.0.resources.1.id is not a known field; known: name, description, color_fg, color_bk, color_schedule, text_bold, link, link_title, note, custom_1, custom_2',
  ],
]

for (const [what, seed, ...expected] of wrong) {
  test(`given ${what}, then the seed is refused with the location of the error`, () => {
    assert.equal(wrongs(seed), expected)
  })
}

test.run()
