import { levels } from '../areas/rule.js'
import { type AreaGroup, groupByArea } from './area-group.js'
import { evidenceDetails } from './html-evidence.js'
import { anchor, line, outcomeClass, outcomeMark, section } from './html-sign.js'
import { outcomeSigns, shownOutcomes } from './outcome-sign.js'
import type { CheckReport, Report, RuleReport } from './report.js'
import { reasonOf } from './standing.js'
import { count } from './sums.js'

/** Every rule with its checks and their proofs, and above them what narrows them down. */
export function ruleSections(report: Report): string[] {
  const areas = groupByArea(report)
  const byId = new Map(report.checks.map(check => [check.id, check]))
  if (areas.length === 0) return ['<p id="rules">The report has no rules.</p>']
  return section('rules', 'The rules', [
    ...filters(report),
    ...areas.flatMap(area => [
      `<section class="area-rules" id="area-${anchor(area.prefix)}" aria-labelledby="area-${anchor(area.prefix)}-heading">`,
      `<h3 id="area-${anchor(area.prefix)}-heading">${line(area.prefix)} ${line(area.title)}</h3>`,
      ...area.rules.flatMap(rule => ruleArticle(rule, report, byId)),
      ...strays(area, report),
      '</section>',
    ]),
  ])
}

/** Of use with JavaScript only, so it is not shown without. */
function filters({ rules }: Report): string[] {
  const outcomes = shownOutcomes.filter(outcome => rules.some(rule => rule.outcome === outcome))
  const box = (kind: string, value: string, label: string) =>
    `<label><input type="checkbox" name="${kind}" value="${outcomeClass(value as never)}" checked> ${label}</label>`
  return [
    '<form class="filters" role="search" aria-label="Rules">',
    '<label class="words">Search <input type="search" name="words" autocomplete="off" placeholder="id, words, an answer"></label>',
    '<fieldset><legend>Outcome</legend>',
    ...outcomes.map(outcome =>
      box('outcome', outcome, `${outcomeSigns[outcome].sign} ${outcomeSigns[outcome].word}`),
    ),
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
  const own = checks.flatMap(each => byId.get(each) ?? [])
  return [
    `<article class="rule ${outcomeClass(outcome)}" id="${anchor(id)}" data-outcome="${outcomeClass(outcome)}" data-level="${level}" aria-labelledby="${anchor(id)}-heading" tabindex="-1">`,
    `<h4 id="${anchor(id)}-heading">${outcomeMark(outcome)} <a href="#${anchor(id)}">${line(id)}</a></h4>`,
    `<p class="statement">${line(statement)}</p>`,
    `<p class="where"><span class="level">${level}</span>, section ${line(part)}${reason === undefined ? '' : `; ${line(reason)}`}</p>`,
    ...(own.length === 0
      ? []
      : ['<ul class="checks">', ...own.flatMap(check => checkItem(check, report)), '</ul>']),
    '</article>',
  ]
}

/** Checks whose rule does not list them: of a report that was made elsewhere; they are shown all the same. */
function strays({ rules, checks }: AreaGroup, report: Report): string[] {
  const listed = new Set(rules.flatMap(rule => rule.checks))
  const left = checks.filter(({ id }) => !listed.has(id))
  return left.length === 0
    ? []
    : ['<ul class="checks">', ...left.flatMap(check => checkItem(check, report)), '</ul>']
}

function checkItem(check: CheckReport, report: Report): string[] {
  const { id, outcome, title, attempts, requests, took, evidence } = check
  const explained = check.reason !== undefined || check.blockedBy !== undefined || check.known === true
  const again = attempts > 1 ? `, started ${attempts} times` : ''
  return [
    `<li id="${anchor(id)}" class="check">`,
    `<p>${outcomeMark(outcome)} <code>${line(id)}</code> ${line(title)} <small>${count(requests, 'request')}, ${Math.round(took)} ms${again}</small></p>`,
    ...(explained ? [`<p class="reason">${line(reasonOf(check, report))}</p>`] : []),
    ...evidence.flatMap(evidenceDetails),
    '</li>',
  ]
}
