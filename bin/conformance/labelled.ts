import { wrap } from '../../conformance/report/page.js'

/** A text after a label, wrapped at the width; further rows are indented by the label, 20 columns at most. */
export const labelled = (label: string, text: string, width: number): string =>
  wrap(text, {
    width: Math.max(width, label.length + 20),
    first: label,
    rest: ' '.repeat(Math.min(label.length, 20)),
  }).join('\n')
