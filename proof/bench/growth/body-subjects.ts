import { bookingChange, bookingCreate } from '../../../server/core/contract/booking.js'
import { collaboratorCreate } from '../../../server/core/contract/collaborator.js'
import { resourceCreate } from '../../../server/core/contract/resource.js'
import { userChange } from '../../../server/core/contract/user.js'
import { parseBody, refuseBody } from '../../../server/core/index.js'
import { body, fill, objectOf, type Subject, shapes, subjects, tolerate } from './subject.js'

const bytes = (text: string) => Buffer.from(text)
const member = (name: string, value: string) => JSON.stringify({ [name]: value })
const bodies = [resourceCreate, bookingCreate, bookingChange, collaboratorCreate, userChange]
/** The first contract that has this member. */
const bodyWith = (name: string) => bodies.find(({ schema }) => name in schema.shape) ?? resourceCreate
const texts = [
  ['a', ' ', '0', '-', ':', '@', 'é', '😀', '\n', '\t', 'http://'],
  ['a@', '@a', '2026-01-01 ', '0:', 'T0', '"', '\\', '\u0000'],
].flat()

/** Parsers of bodies. */
export const bodySubjects: readonly Subject[] = [
  ...[
    ['name', 'color_bk', 'link', 'note', 'start', 'title', 'email', 'timezone', 'user_role'],
    ['new_password', 'language_tag'],
  ]
    .flat()
    .flatMap(name =>
      subjects(name, body, text => tolerate(() => parseBody(bodyWith(name) as never, bytes(text))), [
        ...texts.map(unit => ({
          shape: JSON.stringify(`${unit}${unit}..`),
          input: (length: number) => member(name, fill(length, unit)),
        })),
        { shape: 'http://a..a a', input: length => member(name, fill(length, 'a', 'http://', ' a')) },
        { shape: 'a..a@a..a a', input: length => member(name, fill(length, 'a', 'a@', ' a')) },
        {
          shape: '2026-01-01 00:00:00.0..0x',
          input: length => member(name, fill(length, '0', '2026-01-01 00:00:00.', 'x')),
        },
        { shape: '2026-1-1-1..x', input: length => member(name, fill(length, '-1', '2026', 'x')) },
        { shape: '2026T0:0:..x', input: length => member(name, fill(length, '0:', '2026T', 'x')) },
      ]),
    ),
  ...subjects('a body', body, text => tolerate(() => parseBody(userChange as never, bytes(text))), [
    { shape: 'of unknown names', input: length => objectOf(length, index => `"m${index}":1,`) },
    {
      shape: 'of long unknown names',
      input: length => objectOf(length, index => `"${`m${index}`.padEnd(99, 'x')}":1,`),
    },
    { shape: 'of one name', input: length => objectOf(length, () => '"name":1,') },
    { shape: 'of numbers as names', input: length => objectOf(length, index => `"${index}":1,`) },
    { shape: 'of one long name', input: length => fill(length, 'k', '{"', '":1}') },
    ...shapes(
      [
        [' ', '[', '{', '{"a":', '"', '\\', '[]', ',', '1'],
        ['-', 'e', '1e', '{}', '\ufeff', '\u00a0', '\n', '/'],
      ].flat(),
      '',
      ['', '{}', 'x'],
    ),
    ...shapes(['1', '[],', '{},', '"",', '0,', '1e5,'], '{"name":[', ['0]}', '']),
    ...shapes(['9', '0'], '{"resource_id":', ['}', '.1}', 'e1}', '']),
    ...shapes(['\\u0041', '\\\\', '\\"', '\\ud800'], '{"name":"', ['"}', '']),
  ]),
  ...subjects(
    'a body where none belongs',
    body,
    text => tolerate(() => refuseBody(bytes(text), 'GET')),
    shapes([' ', '\ufeff', '\n'], '', ['', 'x', '{}']),
  ),
]
