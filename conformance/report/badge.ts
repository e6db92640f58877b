import { escapeMarkup } from '../http/clean.js'
import type { Report, VerdictName } from '../run/report.js'
import { mustSum } from './summary.js'

/** The colour of a verdict, dark enough for white text, and the pixels that its text takes in Verdana at 11 pixels, without digits. */
const looks: Readonly<Record<VerdictName, { colour: string; width: number }>> = {
  conformant: { colour: '#1a7f37', width: 141 },
  'not conformant': { colour: '#c62828', width: 87 },
  incomplete: { colour: '#9a6700', width: 61 },
}
const digitWidth = 7
const label = { text: 'conformance', width: 72 }

/** The verdict as a small SVG, for a readme. */
export function badge(report: Report): string {
  const { verified, all, text: mustText } = mustSum(report)
  const message =
    report.verdict === 'conformant' ? `${report.verdict} ${verified}/${all} MUST rules` : report.verdict
  const { colour, width: ownWidth } = looks[report.verdict]
  const messageWidth = ownWidth + digitWidth * message.replace(/\D/g, '').length
  const title = `${label.text} of ${report.target}: ${report.verdict}, ${mustText}`
  const left = label.width + 12
  const width = left + messageWidth + 12
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
    text(label.text, 6, label.width),
    text(message, left + 6, messageWidth),
    '  </g>',
    '</svg>',
    '',
  ].join('\n')
}
