import { wrap } from '../../conformance/report/page.js'

/** Wraps a text after a label; continuation lines are indented by the label's width, at most 20 columns. */
export const labelled = (label: string, text: string, width: number): string =>
  wrap(text, {
    width: Math.max(width, label.length + 20),
    first: label,
    rest: ' '.repeat(Math.min(label.length, 20)),
  }).join('\n')
