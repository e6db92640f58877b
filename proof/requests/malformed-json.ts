import type { Random } from '../../fixtures/factories/random.js'
import type { Members } from './bodies.js'

/** Values that hardly any member takes. */
const strange: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e21,
  '',
  '5',
  [],
  {},
  [1],
  { id: 1 },
  'x'.repeat(600),
  2 ** 53 + 2,
  '\ud800',
]

const strangers = [
  ['nmae', 'Name', 'names', '__proto__', 'constructor', 'toString', 'id', 'schedule_id', 'created_at'],
  ['updated_at', 'user', 'invite', 'new_password', 'password', 'password_hash', 'ids', 'all', '', '1'],
  ['ключ', '\ud800'],
].flat()

/** A body as text that breaks a rule, or nearly does. */
export function broken(random: Random, members: Members): string {
  const names = Object.keys(members)
  const name = names.length > 0 ? random.pick(names) : 'name'
  const json = JSON.stringify(members)
  return random.pick<() => string>([
    () => JSON.stringify({ ...members, [name]: random.pick(strange) }),
    () => JSON.stringify({ ...members, [name]: random.pick(strange) }),
    () => JSON.stringify(Object.fromEntries(Object.entries(members).filter(([other]) => other !== name))),
    () => withMember(json, random.pick(strangers), random.pick(strange)),
    () => withMember(json, random.pick(strangers), random.pick(strange)),
    // The same member twice: the last counts.
    () => withMember(json, name, random.pick(strange)),
    () => withMember(json, name, members[name]),
    () => JSON.stringify([members]),
    () => JSON.stringify(random.pick(strange)),
    () => json.slice(0, random.whole(0, json.length)),
    () => `${json}${random.pick([' ', '\n', '}', ',', '//', '\0', json])}`,
    () => `${random.pick(['\ufeff', ' \r\n\t', '\u00a0', '\u2028'])}${json}`,
    () => json.replaceAll('"', "'"),
    () => json.replace(/}$/, ',}'),
    () =>
      random.pick([
        '',
        ' ',
        '{',
        'null',
        '{}',
        '{ }',
        '[]',
        '""',
        'NaN',
        '{"a":undefined}',
        '{"a":01}',
        '{a:1}',
      ]),
    () => `${'['.repeat(5_000)}`,
    () => nested(random.pick([31, 32, 33, 2_000])),
    () => JSON.stringify(Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`m${index}`, index]))),
  ])()
}

const nested = (depth: number) => `${'{"name":'.repeat(depth)}1${'}'.repeat(depth)}`

/** Adds a member at the end as text, for an object would hold `__proto__` and repeated names otherwise. */
function withMember(json: string, name: string, value: unknown): string {
  const member = `${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`
  return json === '{}' ? `{${member}}` : json.replace(/}$/, () => `,${member}}`)
}

const invalidBytes = [
  [0xff],
  [0xc3],
  [0xc0, 0x80],
  [0xed, 0xa0, 0x80],
  [0xf5, 0x80, 0x80, 0x80],
  [0xe2, 0x82],
  [0x80],
]

/** The bytes of a text with some in it that are no UTF-8. */
export function withInvalidBytes(random: Random, text: string): Uint8Array {
  const bytes = Buffer.from(text)
  const at = random.whole(0, bytes.length)
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(random.pick(invalidBytes)), bytes.subarray(at)])
}

/** The text as UTF-16, as some editors save it. */
export const inUtf16 = (text: string): Uint8Array => Buffer.from(`\ufeff${text}`, 'utf16le')

const limit = 2 ** 20

/** A body about as long as a body may be. */
export function huge(random: Random, members: Members): string {
  const json = JSON.stringify(members)
  const length = random.pick([limit - 1, limit, limit + 1, limit + 70_000])
  // Blanks at the end count as bytes and mean nothing.
  return json + ' '.repeat(Math.max(0, length - Buffer.byteLength(json)))
}
