import type { Change, Comparison, Single } from './compare.js'
import { outcomeSigns } from './outcome-sign.js'
import type { Style } from './paint.js'
import { count } from './sums.js'
import type { TerminalOptions } from './terminal.js'
import { createPage } from './terminal-page.js'

/** A comparison for a person at a terminal, the outcome as the last lines. */
export function comparisonText(comparison: Comparison, { width, colour }: TerminalOptions): string {
  const page = createPage(width, colour)
  const changes = (heading: string, list: readonly Change[], style: Style) =>
    page.part(
      `${list.length} ${heading}`,
      list.flatMap(({ id, title, before, after }) =>
        page.say(`${id}  ${before} -> ${after}  ${title}`, {
          first: `${outcomeSigns[after].sign} `,
          rest: '    ',
          styles: [style],
        }),
      ),
    )
  const singles = (heading: string, list: readonly Single[]) =>
    page.part(
      `${list.length} ${heading}`,
      list.flatMap(({ id, title, outcome }) =>
        page.say(`${id}  ${outcome}  ${title}`, {
          first: `${outcomeSigns[outcome].sign} `,
          rest: '    ',
          styles: [outcomeSigns[outcome].style],
        }),
      ),
    )
  const lines = [
    ...changes('better', comparison.improved, 'green'),
    ...changes('worse', comparison.worsened, 'red'),
    ...changes('changed, neither better nor worse', comparison.otherwise, 'yellow'),
    ...singles('new', comparison.added),
    ...singles('gone', comparison.gone),
    '',
    ...differing('target', comparison.target).flatMap(line => page.say(line)),
    ...differing('kit', comparison.kit).flatMap(line => page.say(line)),
    ...page.say(sumsOf(comparison)),
    ...page.say(verdictLine(comparison), { styles: ['bold', comparison.worse ? 'red' : 'green'] }),
  ]
  const start = lines.findIndex(line => line !== '')
  return `${lines.slice(start).join('\n')}\n`
}

function differing(name: string, { before, after }: { before: string; after: string }): string[] {
  return before === after ? [] : [`Not the same ${name}: ${before}, then ${after}.`]
}

function sumsOf({ improved, worsened, otherwise, added, gone, unchanged }: Comparison): string {
  return [
    `${improved.length} better`,
    `${worsened.length} worse`,
    `${otherwise.length} otherwise changed`,
    `${added.length} new`,
    `${gone.length} gone`,
    `${count(unchanged, 'check')} unchanged`,
  ].join(', ')
}

function verdictLine({ verdict: { before, after }, worse }: Comparison): string {
  const change = before === after ? `still ${after}` : `${before} -> ${after}`
  return `${worse ? 'WORSE' : 'NOT WORSE'}: ${change}`
}
