import type { Random } from '../../fixtures/factories/random.js'

/*
 * Bodies that a parser or a check could trip over: values of other kinds, sizes and depths than anybody expects.
 */

const numbers = [
  '1e999',
  '-1e999',
  '1e-999',
  '9007199254740993',
  '123456789012345678901234567890',
  '-0',
  '0.1e1',
  '1E400',
  '2147483648',
  '4294967296',
  '9223372036854775808',
  `1${'0'.repeat(5_000)}`,
  `0.${'3'.repeat(5_000)}`,
  '01',
  '+1',
  '.5',
  '1.',
  '0x10',
  'NaN',
  'Infinity',
  '-',
]

const texts = [
  ['""', '"\\u0000"', '"\\ud800"', '"\\udc00\\ud800"', '"\\uD83D\\uDE00"', '"\\u00"', '"\\x41"'],
  ['"\u0000"', '"a\nb"', '"\t"', '"\\u2028\\u2029\\ufeff\\u202e"', '"$scrypt"'],
  ['"%00%0d%0aset-cookie: a=b"', '"\\r\\nset-cookie: a=b\\r\\n\\r\\n"'],
  ['"\'; drop table bookings; --"', '"\\"start\\":null,\\"end\\":null"'],
  ['"<img src=x onerror=alert(1)>"', '"{{7*7}}$(7*7)"', '"../../../../etc/passwd"'],
].flat()

const others = [
  ['null', 'true', 'false', '{}', '[]', '[[]]', '[null]', '{"":0}', '{"__proto__":{"a":1}}'],
  ['undefined'],
].flat()

const long = (random: Random) => {
  const unit = random.pick([
    'x',
    'é',
    '😀',
    '\\u0041',
    '\\\\',
    '\\"',
    ' ',
    '0',
    '\\ud83d\\ude00',
    'e\u0301',
    '\t',
  ])
  return `"${unit.repeat(random.pick([101, 501, 5_000, 60_000]))}"`
}

const deep = (random: Random) => {
  const depth = random.pick([30, 31, 32, 33, 100, 10_000, 100_000])
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"a":', '}]'],
  ] as const)
  return open.repeat(depth) + random.pick(['1', '']) + close.repeat(random.chance(0.8) ? depth : depth - 1)
}

/** A value of JSON, or nearly, that hardly anybody expects. */
export function hostileValue(random: Random): string {
  const kind = random.next()
  if (kind < 0.3) return random.pick(numbers)
  if (kind < 0.6) return random.pick(texts)
  if (kind < 0.75) return random.pick(others)
  if (kind < 0.9) return long(random)
  return deep(random)
}

const keys = [
  ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', ' ', '\\u0000', '\\ud800', 'id', 'ID'],
  ['0'],
].flat()

const manyMembers = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"member_${index}":${index}`).join(',')}}`

/** An object as JSON text in which some values, names, or the whole are hostile. */
export function hostileJson(random: Random, members: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(members)
  const name = names.length > 0 ? random.pick(names) : 'name'
  const texts = Object.entries(members).map(
    ([key, value]) => [JSON.stringify(key), JSON.stringify(value)] as const,
  )
  const object = (entries: readonly (readonly [string, string])[]) =>
    `{${entries.map(([key, value]) => `${key}:${value}`).join(',')}}`
  const swapped = () =>
    texts.map(([key, value]) => [key, key === JSON.stringify(name) ? hostileValue(random) : value] as const)
  return random.pick<() => string>([
    () => object(swapped()),
    () => object(swapped()),
    () => object(swapped()),
    () => object([...texts, [`"${random.pick(keys)}"`, hostileValue(random)]]),
    () => object([[`"${'k'.repeat(random.pick([101, 5_000, 500_000]))}"`, '1'], ...texts]),
    () =>
      object([
        ...texts,
        ...Array.from({ length: random.pick([2, 500]) }, () => [JSON.stringify(name), '1'] as const),
      ]),
    () => manyMembers(random.pick([20, 1_000, random.chance(0.05) ? 40_000 : 2_000])),
    () => hostileValue(random),
    () =>
      `${random.pick(['\ufeff', '\ufeff\ufeff', '\n\t \r', '/**/', ")]}',\n", '\u00a0', '\0'])}${object(texts)}`,
    () =>
      `${object(texts)}${random.pick(['\0', '\ufeff', ',', '{}', '\n\n', '//', '\u001a', ' '.repeat(70_000)])}`,
    () => object(texts).replaceAll(':', random.pick([' : ', '\u00a0:', '::', '\r\n:\r\n', '='])),
    () => object(texts).replaceAll('"', random.pick(["'", '`', '\u201c', ''])),
    () =>
      object(texts).replace(/[a-z]/g, letter =>
        random.chance(0.3) ? `\\u00${letter.charCodeAt(0).toString(16)}` : letter,
      ),
  ])()
}
