import type { Random } from '../../fixtures/factories/random.js'

/** The members of a JSON object. */
export type Members = Readonly<Record<string, unknown>>

/** Values that hardly any member accepts. */
const unexpectedValues: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e21, '', '5', [], {}, [1], { id: 1 }, 'x'.repeat(600), 2 ** 53 + 2, '\ud800'],
]

const unexpectedNames = [
  ['nmae', 'Name', 'names', '__proto__', 'constructor', 'toString', 'id'],
  ['schedule_id', 'created_at', 'updated_at', 'user', 'invite', 'new_password'],
  ['password', 'password_hash', 'ids', 'all', '', '1', 'ключ', '\ud800'],
].flat()

const documents = [
  ...['', ' ', '{', 'null', '{}', '{ }', '[]', '""', 'NaN', '{"a":undefined}', '{"a":01}', '{a:1}'],
]

const anyName = (random: Random, members: Members): string => {
  const names = Object.keys(members)
  return names.length > 0 ? random.pick(names) : 'name'
}

/** The text of a body with one mistake, in its syntax or its members. */
export function malformedJson(random: Random, members: Members): string {
  const name = anyName(random, members)
  const json = JSON.stringify(members)
  const value = () => random.pick(unexpectedValues)
  const { [name]: _, ...others } = members
  return random.pick<() => string>([
    () => JSON.stringify({ ...members, [name]: value() }),
    () => JSON.stringify({ ...members, [name]: value() }),
    () => JSON.stringify(others),
    () => withMember(json, random.pick(unexpectedNames), value()),
    () => withMember(json, random.pick(unexpectedNames), value()),
    // The same member twice: the last one counts.
    () => withMember(json, name, value()),
    () => withMember(json, name, members[name]),
    () => JSON.stringify([members]),
    () => JSON.stringify(value()),
    () => json.slice(0, random.whole(0, json.length)),
    () => `${json}${random.pick([' ', '\n', '}', ',', '//', '\0', json])}`,
    () => `${random.pick(['\ufeff', ' \r\n\t', '\u00a0', '\u2028'])}${json}`,
    () => json.replaceAll('"', "'"),
    () => json.replace(/}$/, ',}'),
    () => random.pick(documents),
    () => '['.repeat(5_000),
    () => nested(random.pick([31, 32, 33, 2_000])),
    () => manyMembers(50, 'm'),
  ])()
}

const nested = (depth: number) => `${'{"name":'.repeat(depth)}1${'}'.repeat(depth)}`

const manyMembers = (count: number, prefix: string) =>
  `{${Array.from({ length: count }, (_, index) => `"${prefix}${index}":${index}`).join(',')}}`

/** Appends a member to the text, because an object cannot hold `__proto__` or a name twice. */
function withMember(json: string, name: string, value: unknown): string {
  const member = `${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`
  return json === '{}' ? `{${member}}` : json.replace(/}$/, () => `,${member}}`)
}

const numbers = [
  ['1e999', '-1e999', '1e-999', '9007199254740993', '123456789012345678901234567890', '-0', '0.1e1'],
  ['1E400', '2147483648', '4294967296', '9223372036854775808', `1${'0'.repeat(5_000)}`],
  [`0.${'3'.repeat(5_000)}`, '01', '+1', '.5', '1.', '0x10', 'NaN', 'Infinity', '-'],
].flat()

const texts = [
  ['""', '"\\u0000"', '"\\ud800"', '"\\udc00\\ud800"', '"\\uD83D\\uDE00"', '"\\u00"', '"\\x41"'],
  ['"\u0000"', '"a\nb"', '"\t"', '"\\u2028\\u2029\\ufeff\\u202e"', '"$scrypt"'],
  ['"%00%0d%0aset-cookie: a=b"', '"\\r\\nset-cookie: a=b\\r\\n\\r\\n"'],
  ['"\'; drop table bookings; --"', '"\\"start\\":null,\\"end\\":null"'],
  ['"<img src=x onerror=alert(1)>"', '"{{7*7}}$(7*7)"', '"../../../../etc/passwd"'],
].flat()

const others = [
  ['null', 'true', 'false', '{}', '[]', '[[]]', '[null]'],
  ['{"":0}', '{"__proto__":{"a":1}}', 'undefined'],
].flat()

const units = ['x', 'é', '😀', '\\u0041', '\\\\', '\\"', ' ', '0', '\\ud83d\\ude00', 'e\u0301', '\t']
const brackets = [
  ['[', ']'],
  ['{"a":', '}'],
  ['[{"a":', '}]'],
] as const

function deep(random: Random): string {
  const depth = random.pick([30, 31, 32, 33, 100, 10_000, 100_000])
  const [open, close] = random.pick(brackets)
  return open.repeat(depth) + random.pick(['1', '']) + close.repeat(random.chance(0.8) ? depth : depth - 1)
}

/** The text of a value whose type, size or depth a parser might not expect; not always valid JSON. */
function hostileValue(random: Random): string {
  const kind = random.next()
  if (kind < 0.3) return random.pick(numbers)
  if (kind < 0.6) return random.pick(texts)
  if (kind < 0.75) return random.pick(others)
  if (kind < 0.9) return `"${random.pick(units).repeat(random.pick([101, 501, 5_000, 60_000]))}"`
  return deep(random)
}

const keys = [
  ['__proto__', 'constructor', 'toString', 'hasOwnProperty'],
  ['', ' ', '\\u0000', '\\ud800', 'id', 'ID', '0'],
].flat()

const prefixes = ['\ufeff', '\ufeff\ufeff', '\n\t \r', '/**/', ")]}',\n", '\u00a0', '\0']
const suffixes = ['\0', '\ufeff', ',', '{}', '\n\n', '//', '\u001a', ' '.repeat(70_000)]

/** The text of a body that attacks the parser: with hostile values, names, sizes, encodings or punctuation. */
export function hostileJson(random: Random, members: Members): string {
  const name = JSON.stringify(anyName(random, members))
  const entries = Object.entries(members).map(([key, value]) => [JSON.stringify(key), JSON.stringify(value)])
  const object = (some: readonly (readonly (string | undefined)[])[]) =>
    `{${some.map(([key, value]) => `${key}:${value}`).join(',')}}`
  const withHostileValue = () =>
    object(entries.map(([key, value]) => [key, key === name ? hostileValue(random) : value]))
  const escaped = (letter: string) => `\\u00${letter.charCodeAt(0).toString(16)}`
  return random.pick<() => string>([
    withHostileValue,
    withHostileValue,
    withHostileValue,
    () => object([...entries, [`"${random.pick(keys)}"`, hostileValue(random)]]),
    () => object([[`"${'k'.repeat(random.pick([101, 5_000, 500_000]))}"`, '1'], ...entries]),
    () => object([...entries, ...Array.from({ length: random.pick([2, 500]) }, () => [name, '1'])]),
    () => manyMembers(random.pick([20, 1_000, random.chance(0.05) ? 40_000 : 2_000]), 'member_'),
    () => hostileValue(random),
    () => random.pick(prefixes) + object(entries),
    () => object(entries) + random.pick(suffixes),
    () => object(entries).replaceAll(':', random.pick([' : ', '\u00a0:', '::', '\r\n:\r\n', '='])),
    () => object(entries).replaceAll('"', random.pick(["'", '`', '\u201c', ''])),
    () => object(entries).replace(/[a-z]/g, letter => (random.chance(0.3) ? escaped(letter) : letter)),
  ])()
}

const invalidUtf8 = [
  ...['ff', 'c3', 'c080', 'eda080', 'f5808080', 'e282', '80'].map(hex => Buffer.from(hex, 'hex')),
]

/** Encodes a text, and inserts bytes that are not valid UTF-8. */
export function withInvalidUtf8(random: Random, text: string): Uint8Array {
  const bytes = Buffer.from(text)
  const at = random.whole(0, bytes.length)
  return Buffer.concat([bytes.subarray(0, at), random.pick(invalidUtf8), bytes.subarray(at)])
}

export const asUtf16 = (text: string): Uint8Array => Buffer.from(`\ufeff${text}`, 'utf16le')

const sizeLimit = 2 ** 20

/** The members as JSON, padded with spaces to about the maximum size of a body. */
export function aboutSizeLimit(random: Random, members: Members): string {
  const json = JSON.stringify(members)
  const size = random.pick([sizeLimit - 1, sizeLimit, sizeLimit + 1, sizeLimit + 70_000])
  return json + ' '.repeat(Math.max(0, size - Buffer.byteLength(json)))
}
