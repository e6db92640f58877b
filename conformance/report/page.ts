import { styleText } from 'node:util'
import stringWidth from 'string-width'
import wrapAnsi from 'wrap-ansi'
import { clean, oneLine } from '../http/clean.js'

export type Style = 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'dim' | 'bold'
export type Paint = (text: string, ...styles: readonly Style[]) => string

/** Styles text, or leaves it as it is. The caller decides about colour: the text may go to any stream. */
export function createPaint(colour: boolean): Paint {
  if (!colour) return text => text
  return (text, ...styles) =>
    text.trim() === '' || styles.length === 0 ? text : styleText([...styles], text, { validateStream: false })
}

/** Characters that take one column each; any other text is measured. */
const isPlain = (text: string) => /^[ -~\u00a1-\u00ac\u00ae-\u024f\u2010-\u2026]*$/.test(text)

/** How many columns of a terminal a line takes. */
export const displayWidth = (line: string): number => (isPlain(line) ? line.length : stringWidth(line))

/** The line, truncated with an ellipsis if it is wider than `width` columns. */
export function cutTo(line: string, width: number): string {
  if (displayWidth(line) <= width) return line
  if (width <= 1) return '…'.slice(0, Math.max(0, width))
  if (isPlain(line)) return `${line.slice(0, width - 1).trimEnd()}…`
  const [start = ''] = wrapAnsi(line, width - 1, { hard: true, wordWrap: false, trim: false }).split('\n')
  return `${start.trimEnd()}…`
}

/** The line in exactly `width` columns: truncated or padded. */
export function column(line: string, width: number, side: 'left' | 'right' = 'left'): string {
  const shown = cutTo(line, width)
  const space = ' '.repeat(Math.max(0, width - displayWidth(shown)))
  return side === 'left' ? shown + space : space + shown
}

export interface SayOptions {
  /** Precedes the first line. */
  readonly first?: string
  /** Precedes every further line; as many spaces as `first` is wide by default. */
  readonly rest?: string
  readonly styles?: readonly Style[]
}

/** The lines of a text, wrapped between words at `width`. A word is never broken: numbers and URLs can be copied. */
export function wrap(
  text: string,
  { width, first = '', rest }: SayOptions & { readonly width: number },
): string[] {
  const further = rest ?? ' '.repeat(displayWidth(first))
  const room = Math.max(1, width - Math.max(displayWidth(first), displayWidth(further)))
  return text
    .replaceAll('\t', '  ')
    .split('\n')
    .flatMap(line => wrapIndented(line.trimEnd(), room))
    .map((line, index) => `${index === 0 ? first : further}${line}`.trimEnd())
}

/** The rows of a text. wrap-ansi measures each word again and again, which is slow: only other texts need it. */
function wrapRows(text: string, columns: number): string[] {
  if (!isPlain(text) || text.includes('  ')) return wrapAnsi(text, columns).split('\n')
  const rows: string[] = []
  let [row = '', ...rest] = text.split(' ')
  for (const word of rest) {
    if (row.length + 1 + word.length <= columns) row += ` ${word}`
    else {
      rows.push(row)
      row = word
    }
  }
  return [...rows, row]
}

/** wrap-ansi would drop the indentation, which JSON needs. */
function wrapIndented(line: string, room: number): string[] {
  const content = line.trimStart()
  const indent = line.slice(0, Math.min(line.length - content.length, room - 1))
  const rows = wrapRows(content, Math.max(1, room - indent.length))
  return rows.map(row => indent + row)
}

const minWidth = 30

/** What the parts of a terminal report are written with. */
export type Page = ReturnType<typeof createPage>

export function createPage(wanted: number, colour: boolean) {
  const width = Math.max(minWidth, Math.floor(wanted))
  const paint = createPaint(colour)
  /** Wrapped text that keeps its line breaks. */
  const quote = (text: string, { styles = [], ...options }: SayOptions & { width?: number } = {}) =>
    wrap(clean(text), { width, ...options }).map(line => paint(line, ...styles))
  return {
    width,
    paint,
    quote,
    /** Text that is not wrapped, such as JSON or a URL: what is copied of it is whole. */
    verbatim: (text: string, options?: SayOptions) =>
      quote(text, { ...options, width: Number.POSITIVE_INFINITY }),
    /** Text as one wrapped paragraph; `first` precedes it, and further lines align with it. */
    say: (text: string, options?: SayOptions) => quote(oneLine(text), options),
    /** A part with its heading; nothing if it has no lines. */
    part(heading: string, lines: readonly string[]): string[] {
      if (lines.length === 0) return []
      const title = wrap(heading, { width }).map(line => paint(line, 'bold'))
      return ['', ...title, paint('─'.repeat(width), 'dim'), ...lines]
    },
  }
}
