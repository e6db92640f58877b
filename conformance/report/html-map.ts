import { groupByArea } from './area-group.js'
import { anchor, line, outcomeClass, outcomeMark, section } from './html-sign.js'
import { outcomeSigns, shownOutcomes } from './outcome-sign.js'
import type { Report, RuleReport } from './report.js'

/** All rules by area, a tile a rule: a look tells where the trouble is. */
export function ruleMap(report: Report): string[] {
  const areas = groupByArea(report).filter(area => area.rules.length > 0)
  const seen = shownOutcomes.filter(outcome => report.rules.some(rule => rule.outcome === outcome))
  if (areas.length === 0) return []
  return section('map', 'Map of the rules', [
    `<p class="legend">${seen.map(outcomeMark).join(' ')}</p>`,
    '<div class="map">',
    ...areas.flatMap(({ prefix, title, rules }) => [
      '<div class="area">',
      `<h3><a href="#area-${anchor(prefix)}">${line(prefix)}</a> ${line(title)}</h3>`,
      '<ul class="tiles">',
      ...rules.map(tile),
      '</ul>',
      '</div>',
    ]),
    '</div>',
  ])
}

function tile({ id, outcome, level, statement }: RuleReport): string {
  const { sign, word } = outcomeSigns[outcome]
  return `<li><a class="tile ${outcomeClass(outcome)}" href="#${anchor(id)}" title="${line(`${id} (${level}) ${word}: ${statement}`)}" aria-label="${line(`${id} ${word}`)}">${sign}</a></li>`
}
