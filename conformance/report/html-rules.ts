import { levels } from '../catalogue/rule.js'
import { cleanScript, escapeMarkup } from '../http/clean.js'
import { count } from '../run/counts.js'
import { missingText } from '../run/evidence.js'
import type { CheckReport, Evidence, Report, RuleReport, ShownExchange } from '../run/report.js'
import { statusText } from './evidence.js'
import { groupByArea } from './groups.js'
import { sectionCitation } from './html-interface.js'
import { anchor, checkAnchor, line, outcomeClass, outcomeMark, ruleLink, section } from './html-markup.js'
import { outcomeSigns, outcomesOf, reasonOf } from './outcomes.js'

/** Every rule with its checks and their evidence, below a form that filters them. */
export function ruleSections(report: Report): string[] {
  const areas = groupByArea(report)
  const byId = new Map(report.checks.map(check => [check.id, check]))
  if (areas.length === 0) return ['<p id="rules">The report has no rules.</p>']
  return section('rules', 'Rules', [
    ...filters(report),
    ...areas.flatMap(area => {
      const id = `area-${anchor(area.prefix)}`
      return [
        `<section class="area-rules" id="${id}" aria-labelledby="${id}-heading">`,
        `<h3 id="${id}-heading">${line(area.prefix)} ${line(area.title)}</h3>`,
        ...area.rules.flatMap(rule => ruleArticle(rule, report, byId)),
        '</section>',
      ]
    }),
  ])
}

/** Useless without JavaScript, and hidden in that case. */
function filters({ rules }: Report): string[] {
  const box = (kind: string, value: string, label: string) =>
    `<label><input type="checkbox" name="${kind}" value="${value}" checked> ${label}</label>`
  return [
    '<form class="filters" role="search" aria-label="Rules">',
    '<label class="words">Search <input type="search" name="words" autocomplete="off" placeholder="id, word or response text"></label>',
    '<fieldset><legend>Outcome</legend>',
    ...outcomesOf(rules).map(outcome => {
      const { sign, word } = outcomeSigns[outcome]
      return box('outcome', outcomeClass(outcome), `${sign} ${word}`)
    }),
    '</fieldset>',
    '<fieldset><legend>Level</legend>',
    ...levels.map(level => box('level', level, level)),
    '</fieldset>',
    `<p><output>${count(rules.length, 'rule')}</output> <button type="reset">Show all</button></p>`,
    '</form>',
  ]
}

function ruleArticle(rule: RuleReport, report: Report, byId: ReadonlyMap<string, CheckReport>): string[] {
  const { id, outcome, level, section: part, statement, reason, checks } = rule
  const name = outcomeClass(outcome)
  const why = reason === undefined ? '' : `; ${line(reason)}`
  return [
    `<article class="rule ${name}" id="${anchor(id)}" data-outcome="${name}" data-level="${level}" aria-labelledby="${anchor(id)}-heading" tabindex="-1">`,
    `<h4 id="${anchor(id)}-heading">${outcomeMark(outcome)} ${ruleLink(id, report)}</h4>`,
    `<p class="statement">${line(statement)}</p>`,
    `<p class="where"><span class="level">${level}</span>, section ${sectionCitation(part)}${why}</p>`,
    ...checkList(
      checks.flatMap(each => byId.get(each) ?? []),
      report,
    ),
    '</article>',
  ]
}

function checkList(checks: readonly CheckReport[], report: Report): string[] {
  if (checks.length === 0) return []
  return ['<ul class="checks">', ...checks.flatMap(check => checkItem(check, report)), '</ul>']
}

function checkItem(check: CheckReport, report: Report): string[] {
  const { id, outcome, title, attempts, requests, took, evidence } = check
  const hasReason = check.reason !== undefined || check.blockedBy !== undefined || check.known === true
  const again = attempts > 1 ? `, started ${attempts} times` : ''
  const facts = `${count(requests, 'request')}, ${Math.round(took)} ms${again}`
  return [
    `<li id="${checkAnchor(id)}" class="check">`,
    `<p>${outcomeMark(outcome)} <code>${line(id)}</code> ${line(title)} <small>${facts}</small></p>`,
    ...(hasReason ? [`<p class="reason">${line(reasonOf(check, report))}</p>`] : []),
    ...evidence.flatMap(evidenceDetails),
    '</li>',
  ]
}

const kindNames: Readonly<Record<Evidence['kind'], string>> = {
  failure: 'Failure',
  warning: 'Warning',
  observation: 'Observation',
  preparation: 'Preparation',
}

/** Evidence, collapsed: the message is visible; below it are the values, the exchanges and the script. */
function evidenceDetails({ kind, message, expected, actual, exchanges, curl }: Evidence): string[] {
  return [
    `<details class="evidence ${kind}">`,
    `<summary><strong>${kindNames[kind]}:</strong> ${line(message)}</summary>`,
    ...difference(expected, actual),
    ...exchanges.flatMap(exchangeMarkup),
    ...(curl === undefined ? [] : scriptMarkup(curl)),
    '</details>',
  ]
}

function difference(expected: string | undefined, actual: string | undefined): string[] {
  const value = (name: string, heading: string, text: string | undefined) =>
    text === undefined ? [] : [`<div class="${name}"><dt>${heading}</dt><dd>${pre(text)}</dd></div>`]
  const values = [...value('expected', 'Expected', expected), ...value('actual', 'Actual', actual)]
  return values.length === 0 ? [] : ['<dl class="difference">', ...values, '</dl>']
}

function scriptMarkup(script: string): string[] {
  return [
    '<div class="script">',
    '<p>Reproduce it with</p>',
    '<button type="button" class="copy">Copy</button>',
    pre(cleanScript(script)),
    '</div>',
  ]
}

function exchangeMarkup(exchange: ShownExchange): string[] {
  const { as, method, url, body, headers, answer, cut = 0, cutBefore = 0, sentAt, took } = exchange
  const missing = missingText({ before: cutBefore, after: cut })
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [
    '<div class="exchange">',
    `<p class="request"><span class="as">${line(as)}</span> <strong>${line(method)}</strong> <span class="url">${line(url)}</span></p>`,
    ...(body === undefined ? [] : [pre(body)]),
    `<p class="answer"><span aria-hidden="true">→</span> <strong>${statusText(exchange)}</strong> <small>${Math.round(took)} ms, sent at ${line(sentAt)}</small></p>`,
    ...(fields.length === 0
      ? []
      : [
          `<details><summary>${count(fields.length, 'header')}</summary>`,
          pre(fields.join('\n')),
          '</details>',
        ]),
    ...(answer === '' ? [] : [pre(answer)]),
    ...(missing === '' ? [] : [`<p class="cut">${missing}</p>`]),
    '</div>',
  ]
}

/** Focusable, so that it can be scrolled with the keyboard. HTML drops a line break right after the tag. */
function pre(text: string): string {
  return `<pre tabindex="0">\n${escapeMarkup(text)}</pre>`
}
