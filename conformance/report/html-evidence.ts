import { cleanScript } from './clean.js'
import { line } from './html-sign.js'
import { escapeMarkup } from './markup.js'
import type { Evidence, ShownExchange } from './report.js'
import { count } from './sums.js'

const words: Readonly<Record<Evidence['kind'], string>> = {
  failure: 'Failure',
  warning: 'Warning',
  observation: 'Observed',
  preparation: 'Preparation',
}

/** A proof, folded: the message in sight, and below it what was wanted, what came, who sent what, and the script. */
export function evidenceDetails({ kind, message, expected, actual, exchanges, curl }: Evidence): string[] {
  return [
    `<details class="evidence ${kind}">`,
    `<summary><strong>${words[kind]}:</strong> ${line(message)}</summary>`,
    ...difference(expected, actual),
    ...exchanges.flatMap(exchangeMarkup),
    ...(curl === undefined
      ? []
      : [
          '<div class="script">',
          '<p>By hand</p>',
          '<button type="button" class="copy">Copy</button>',
          pre(cleanScript(curl)),
          '</div>',
        ]),
    '</details>',
  ]
}

function difference(expected: string | undefined, actual: string | undefined): string[] {
  if (expected === undefined && actual === undefined) return []
  return [
    '<dl class="difference">',
    ...(expected === undefined
      ? []
      : [`<div class="expected"><dt>Expected</dt><dd>${pre(expected)}</dd></div>`]),
    ...(actual === undefined ? [] : [`<div class="actual"><dt>Actual</dt><dd>${pre(actual)}</dd></div>`]),
    '</dl>',
  ]
}

function exchangeMarkup(exchange: ShownExchange): string[] {
  const { as, method, url, body, status, headers, answer, cut = 0, sentAt, took } = exchange
  const names = Object.entries(headers)
  return [
    '<div class="exchange">',
    `<p class="request"><span class="as">${line(as)}</span> <strong>${line(method)}</strong> <span class="url">${line(url)}</span></p>`,
    ...(body === undefined ? [] : [pre(body)]),
    `<p class="answer"><span aria-hidden="true">→</span> <strong>${status}</strong> <small>${Math.round(took)} ms, sent at ${line(sentAt)}</small></p>`,
    ...(names.length === 0
      ? []
      : [
          `<details><summary>${count(names.length, 'header')}</summary>`,
          pre(names.map(([name, value]) => `${name}: ${value}`).join('\n')),
          '</details>',
        ]),
    ...(answer === '' ? [] : [pre(answer)]),
    ...(cut > 0 ? [`<p class="cut">${count(cut, 'character')} more</p>`] : []),
    '</div>',
  ]
}

/** Focusable, so that the keyboard can scroll it; a line end right after the tag would be lost without the first. */
function pre(text: string): string {
  return `<pre tabindex="0">\n${escapeMarkup(text)}</pre>`
}
