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

/** The line, truncated with an ellipsis if it is wider than `width` columns. */
export function cutTo(line: string, width: number): string {
  if (stringWidth(line) <= width) return line
  if (width <= 1) return '…'.slice(0, Math.max(0, width))
  const [start = ''] = wrapAnsi(line, width - 1, { hard: true, wordWrap: false, trim: false }).split('\n')
  return `${start.trimEnd()}…`
}

/** The line in exactly `width` columns: truncated or padded. */
export function column(line: string, width: number, side: 'left' | 'right' = 'left'): string {
  const shown = cutTo(line, width)
  const space = ' '.repeat(Math.max(0, width - stringWidth(shown)))
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
  const further = rest ?? ' '.repeat(stringWidth(first))
  const room = Math.max(1, width - Math.max(stringWidth(first), stringWidth(further)))
  return text
    .replaceAll('\t', '  ')
    .split('\n')
    .flatMap(line => wrapIndented(line.trimEnd(), room))
    .map((line, index) => `${index === 0 ? first : further}${line}`.trimEnd())
}

/** wrap-ansi would drop the indentation, which JSON needs. */
function wrapIndented(line: string, room: number): string[] {
  if (room === Number.POSITIVE_INFINITY) return [line]
  const content = line.trimStart()
  const indent = line.slice(0, Math.min(line.length - content.length, room - 1))
  const rows = wrapAnsi(content, Math.max(1, room - indent.length))
  return rows.split('\n').map(row => indent + row)
}

const minWidth = 30

/** The tools that the parts of a terminal report are written with. */
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
    /** Text that is not wrapped, such as JSON or a URL, so that it can be copied whole. */
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
