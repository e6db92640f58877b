import { escapeMarkup, oneLine } from '../http/clean.js'
import { count } from '../run/counts.js'
import type { Report } from '../run/report.js'
import { outcomeSigns, type RuleOutcome } from './outcomes.js'

/** The class of an outcome, for example `not-selected`. */
export function outcomeClass(outcome: RuleOutcome): string {
  return outcome.replaceAll(' ', '-')
}

/** An outcome, or a value shown like one, as a sign and a word. */
export function outcomeMark(
  outcome: RuleOutcome,
  { sign, word }: { sign: string; word: string } = outcomeSigns[outcome],
): string {
  return `<span class="mark ${outcomeClass(outcome)}"><span aria-hidden="true">${sign}</span> ${word}</span>`
}

/** The id of a rule or a check as an `id` attribute and a fragment. */
export function anchor(id: string): string {
  return id.replace(/[^\w.-]/g, '_')
}

export function line(text: string): string {
  return escapeMarkup(oneLine(text))
}

/** A check may have the id of its rule. */
export const checkAnchor = (id: string): string => `check-${anchor(id)}`

const link = (id: string, to = anchor(id)) => `<a href="#${to}">${line(id)}</a>`

export function checkLink(id: string, { checks }: Report): string {
  return checks.some(check => check.id === id) ? link(id, checkAnchor(id)) : line(id)
}

export function ruleLink(id: string, { rules }: Report): string {
  return rules.some(rule => rule.id === id) ? link(id) : line(id)
}

const checkLinks = (ids: readonly string[], report: Report) => ids.map(id => checkLink(id, report)).join(', ')

/** Links to checks, collapsed. */
export const checkDetails = (ids: readonly string[], report: Report): string =>
  `<details><summary>${count(ids.length, 'check')}</summary><p>${checkLinks(ids, report)}</p></details>`

/** Links to checks: inline if there are few, otherwise collapsed. */
export const fewLinks = (ids: readonly string[], report: Report): string =>
  ids.length <= 4 ? `(${checkLinks(ids, report)})` : checkDetails(ids, report)

/** A list, or nothing if it has no items; the items are markup. */
export function list(items: readonly string[], name = ''): string[] {
  if (items.length === 0) return []
  const attributes = name === '' ? '' : ` class="${name}"`
  return [`<ul${attributes}>`, ...items.map(item => `<li>${item}</li>`), '</ul>']
}

/** A section with its heading, or nothing if it has no content. */
export function section(id: string, heading: string, content: readonly string[]): string[] {
  if (content.length === 0) return []
  return [
    `<section id="${id}" aria-labelledby="${id}-heading">`,
    `<h2 id="${id}-heading">${escapeMarkup(heading)}</h2>`,
    ...content,
    '</section>',
  ]
}
