import { createHash } from 'node:crypto'
import { findingList } from './html-findings.js'
import { ruleMap } from './html-map.js'
import { remarks } from './html-remarks.js'
import { ruleSections } from './html-rules.js'
import { script } from './html-script.js'
import { style } from './html-style.js'
import { runFacts, verdictSection } from './html-verdict.js'
import { escapeMarkup } from './markup.js'
import type { Report } from './report.js'

/** Lets in the one style and the one script below, and nothing from anywhere. */
const policy = [
  "default-src 'none'",
  `style-src '${digest(style)}'`,
  `script-src '${digest(script)}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

/** The report as one HTML file that loads nothing, and that can be read without JavaScript. */
export function htmlReport(report: Report): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    '<link rel="icon" href="data:,">',
    `<title>${escapeMarkup(`${report.verdict}: conformance of ${report.target}`)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<a class="jump" href="#rules">Go to the rules</a>',
    ...verdictSection(report),
    '<main>',
    ...ruleMap(report),
    ...findingList(report),
    ...remarks(report),
    ...ruleSections(report),
    '</main>',
    ...runFacts(report),
    `<script>${script}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n')
}
