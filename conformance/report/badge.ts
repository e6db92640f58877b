import { escapeMarkup } from '../http/clean.js'
import type { Report, VerdictName } from '../run/report.js'
import { mustSum } from './summary.js'

/** Dark enough for white text. */
const colours: Readonly<Record<VerdictName, string>> = {
  conformant: '#1a7f37',
  'not conformant': '#c62828',
  incomplete: '#9a6700',
}

/** Widths of characters in tenths of a pixel, for Verdana at 11 pixels. */
const widths: readonly (readonly [number, string])[] = [
  [30, 'ijl'],
  [39, " ,.'|!:;I"],
  [50, '/()[]ftr-"J\\'],
  [57, 'szckvxy'],
  [66, 'aeonhubdpqg'],
  [70, '0123456789$*?_'],
  [75, 'ABCEFKLPRSTVXYZ'],
  [85, 'DGHNOQU'],
  [90, 'wM&@'],
  [107, 'mW%'],
]
const tenths = new Map(
  widths.flatMap(([width, characters]) => [...characters].map(each => [each, width] as const)),
)

/** The approximate width of a text in pixels; an unknown character counts as a wide one. */
export function textWidth(text: string): number {
  return Math.ceil([...text].reduce((sum, character) => sum + (tenths.get(character) ?? 107), 0) / 10)
}

/** The verdict as a small SVG, for a readme. */
export function badge(report: Report): string {
  const { verified, all, text: mustText } = mustSum(report)
  const label = 'conformance'
  const message =
    report.verdict === 'conformant' ? `${report.verdict} ${verified}/${all} MUST rules` : report.verdict
  const colour = colours[report.verdict]
  const title = `${label} of ${report.target}: ${report.verdict}, ${mustText}`
  const labelText = textWidth(label)
  const messageText = textWidth(message)
  const left = labelText + 12
  const width = left + messageText + 12
  const text = (content: string, x: number, length: number) =>
    `    <text x="${x}" y="14" textLength="${length}">${escapeMarkup(content)}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-labelledby="title">`,
    `  <title id="title">${escapeMarkup(title)}</title>`,
    `  <clipPath id="round"><rect width="${width}" height="20" rx="3"/></clipPath>`,
    '  <g clip-path="url(#round)">',
    `    <rect width="${left}" height="20" fill="#444"/>`,
    `    <rect x="${left}" width="${width - left}" height="20" fill="${colour}"/>`,
    '  </g>',
    '  <g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">',
    text(label, 6, labelText),
    text(message, left + 6, messageText),
    '  </g>',
    '</svg>',
    '',
  ].join('\n')
}
