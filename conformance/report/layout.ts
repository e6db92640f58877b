const zeroWidth = /[\p{Mn}\p{Me}\p{Cf}]/u
const doubleWidth =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u
const plain = /^[\x20-\x7e]*$/

function characterWidth(character: string): number {
  if (plain.test(character)) return 1
  if (zeroWidth.test(character)) return 0
  return doubleWidth.test(character) ? 2 : 1
}

/** How many columns of a terminal a line takes; rather too many than too few. */
export function displayWidth(line: string): number {
  if (plain.test(line)) return line.length
  let width = 0
  for (const character of line) width += characterWidth(character)
  return width
}

/** The most characters from the start that fit into so many columns; at least one. */
function fitting(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let taken = 0
  let end = 0
  for (const character of text) {
    taken += characterWidth(character)
    if (taken > width && end > 0) break
    end += character.length
  }
  return text.slice(0, end)
}

/** The line, cut with an ellipsis where it is wider than `width` columns. */
export function cutTo(line: string, width: number): string {
  if (displayWidth(line) <= width) return line
  if (width < 1) return ''
  return width === 1 ? '…' : `${fitting(line, width - 1).trimEnd()}…`
}

/** The line in exactly `width` columns: cut or filled up. */
export function column(line: string, width: number, side: 'left' | 'right' = 'left'): string {
  const shown = cutTo(line, width)
  const space = ' '.repeat(Math.max(0, width - displayWidth(shown)))
  return side === 'left' ? shown + space : space + shown
}

export interface WrapOptions {
  readonly width: number
  /** Stands before the first line. */
  readonly first?: string
  /** Stands before every further line; as many spaces as `first` takes, without it. */
  readonly rest?: string
}

/** The lines of a text, none wider than `width`: broken between words, and within a word that is too long for a line. */
export function wrap(text: string, { width, first = '', rest }: WrapOptions): string[] {
  const further = rest ?? ' '.repeat(displayWidth(first))
  const room = Math.max(1, width - Math.max(displayWidth(first), displayWidth(further)))
  const lines = text
    .replaceAll('\t', '  ')
    .split('\n')
    .flatMap(line => wrapLine(line, room))
  return lines.map((line, index) => `${index === 0 ? first : further}${line}`.trimEnd())
}

function wrapLine(line: string, room: number): string[] {
  const lines: string[] = []
  let current = ''
  let taken = 0
  for (const word of line.match(/ *[^ ]+/g) ?? []) {
    let next = word
    if (current !== '' && taken + displayWidth(next) > room) {
      lines.push(current)
      current = ''
      taken = 0
      next = next.trimStart()
    }
    while (displayWidth(next) > room) {
      const part = fitting(next, room)
      if (part.trim() !== '') lines.push(part)
      next = next.slice(part.length)
    }
    current += next
    taken += displayWidth(next)
  }
  return current === '' && lines.length > 0 ? lines : [...lines, current]
}
