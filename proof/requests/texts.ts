import type { Random } from '../../fixtures/factories/random.js'

const plain = [
  ['Room 1', 'Blue', 'Sprint planning', 'a', 'Müller & Söhne'],
  ['0', '  ', ' Room 1', 'Room 1 ', 'room 1'],
].flat()

/** Texts that a parser, an encoder or a database could change or trip over. */
const odd = [
  ['\0', '\u0001\u001f\u007f\u0085', 'line\nbreak\r\nand\ttab', '"quoted" \\backslash\\ \\u0041 \\"'],
  ['"start":null,"end":null', '\\"start\\":null,\\"end\\":null', '$& $1 $` $$ {secret:0}'],
  ['<script>alert("x")</script>&amp;', "Robert'); DROP TABLE bookings;--", '__proto__', 'constructor'],
  ['null', 'e\u0301 \u00e9', '\u2028\u2029\ufeff\u200b\u200d\u202e', '😀👩‍👩‍👧‍👦🇵🇹', '\ud83d'],
  ['\ude00 before', 'ends in \ud800', 'ﬁ ẞ ß İ ı K', '{x} %41 +%20'],
].flat()

const units = ['x', 'é', 'e\u0301', '😀', '中', '\n', '"', '\u0000', '👩‍👩‍👧']

/** A text: plain, unusual, or about as long as the maximum. */
export function anyText(random: Random, limit: number): string {
  const kind = random.next()
  if (kind < 0.3) return random.pick(plain)
  if (kind < 0.4) return ''
  if (kind < 0.65) return random.pick(odd)
  if (kind < 0.7) return random.pick(odd) + random.pick(odd)
  const unit = random.pick(units)
  const count = limit + random.pick([-1, 0, 0, 1])
  const characters = [...unit].length
  return unit.repeat(Math.floor(count / characters)) + 'y'.repeat(count % characters)
}

const schemes = [
  ...['http://', 'https://', 'HTTPS://', 'hTTp://', 'ftp://', 'javascript:', '//', 'http:/', 'https:', ''],
]
const rests = [
  ['example.com/a?b=c#d', 'x', '{resource}/ü/中/😀', '', ' '],
  ['a b', 'a\nb', '\u0085', '\u00a0', '\ud800', '"<>'],
].flat()

/** A URL, or nearly one. */
export function anyLink(random: Random): string {
  if (random.chance(0.2)) return `https://example.com/${'x'.repeat(230 + random.pick([-1, 0, 1]))}`
  return random.pick(schemes) + random.pick(rests)
}

const colors = [
  ['#1E90FF', '#abcdef', '#AbCdEf', '#fff', '1E90FF'],
  ['#1E90FG', '#1E90FF ', '#1E90FF\n', '', 'red', '＃123456'],
].flat()

export const anyColor = (random: Random): string => random.pick(colors)

const names = [
  ['Ada', 'ada', 'ÄDA', 'äda', 'İbrahim', 'i̇brahim', 'STRASSE', 'straße', 'K', 'k', 'Σίσυφος'],
  ['ΣΊΣΥΦΟΣ', 'ﬃ', 'o\u0308', '\u00f6', '__proto__', 'a.b+c', "o'neill", '😀'],
].flat()

const invalidAddresses = [
  ...['', 'none', '@', 'a@', '@b', 'a@b@c', 'a b@c', 'a:b@c', '<a@b>', 'a@b\n', '\ud800@b', 'a@\u0000'],
]

/** An e-mail address: known, known in other letter case, new, or invalid. */
export function anyAddress(random: Random, known: readonly string[]): string {
  const kind = random.next()
  if (kind < 0.3) return random.pick(known)
  if (kind < 0.45) return swapCase(random.pick(known))
  if (kind < 0.75) return `${random.pick(names)}@${random.pick(['new.example', 'NEW.example', 'x'])}`
  if (kind < 0.85) return `${'a'.repeat(188 + random.pick([-1, 0, 1]))}@new.example`
  return random.pick(invalidAddresses)
}

const swapCase = (text: string) =>
  [...text]
    .map(letter => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('')
