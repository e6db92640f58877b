import { clean, oneLine } from './clean.js'
import { wrap } from './layout.js'
import { createPaint, type Paint, type Style } from './paint.js'

/** What the parts of a terminal report are written on. */
export interface Page {
  readonly width: number
  readonly paint: Paint
  /** Text in one paragraph, wrapped; `first` stands before it, and further lines line up behind. */
  readonly say: (text: string, options?: SayOptions) => string[]
  /** Text that keeps its line ends, wrapped. */
  readonly quote: (text: string, options?: SayOptions) => string[]
  /** A part with its heading, nothing at all where it has no lines. */
  readonly part: (heading: string, lines: readonly string[]) => string[]
}

export interface SayOptions {
  readonly first?: string
  readonly rest?: string
  readonly styles?: readonly Style[]
}

const narrowest = 30

export function createPage(wanted: number, colour: boolean): Page {
  const width = Math.max(narrowest, Math.floor(wanted))
  const paint = createPaint(colour)
  const quote: Page['quote'] = (text, { styles = [], ...options } = {}) =>
    wrap(clean(text), { width, ...options }).map(line => paint(line, ...styles))
  return {
    width,
    paint,
    quote,
    say: (text, options) => quote(oneLine(text), options),
    part: (heading, lines) =>
      lines.length === 0
        ? []
        : [
            '',
            ...wrap(heading, { width }).map(line => paint(line, 'bold')),
            paint('─'.repeat(width), 'dim'),
            ...lines,
          ],
  }
}
