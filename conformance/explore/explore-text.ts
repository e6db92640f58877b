import { cleanScript, oneLine } from '../report/clean.js'
import { createPaint } from '../report/page.js'
import { count, duration } from '../report/summary.js'
import type { DifferenceReport, ExploreReport } from './explore-report.js'

/** The report of an exploration as text for people. */
export function exploreText(report: ExploreReport, { colour = false }: { colour?: boolean } = {}): string {
  const { steps, walks, took, seed, traffic, difference, warnings, gaps, remains, verdict, reasons } = report
  const paint = createPaint(colour)
  const head = `${count(steps, 'step')} in ${count(walks, 'walk')}, ${count(traffic.requests, 'request')}, ${duration(took)}, --seed ${seed}`
  const lines = [
    `${oneLine(report.target)}  ${head}`,
    ...(difference ? ['', ...differenceText(difference)] : []),
    ...(warnings.length > 0 ? ['', 'Broken SHOULD rules:'] : []),
    ...warnings.map(({ rule, message, times }) => `  ${rule}  ${oneLine(message)} (${count(times, 'time')})`),
    ...(gaps.length > 0 ? ['', 'Not explored:'] : []),
    ...gaps.map(({ reason, remedy }) => `  ${reason}. ${remedy}`),
    ...(remains.length > 0 ? ['', 'Left behind:', ...remains.map(text => `  ${oneLine(text)}`)] : []),
    '',
    verdict === 'no difference'
      ? paint('NO DIFFERENCE', 'green', 'bold')
      : verdict === 'difference'
        ? paint('DIFFERENCE', 'red', 'bold')
        : paint('INCOMPLETE', 'yellow', 'bold'),
    ...(difference ? [] : reasons.map(reason => `  ${oneLine(reason)}`)),
  ]
  return lines.join('\n')
}

function differenceText(difference: DifferenceReport): string[] {
  const { rule, level, section, statement, steps, evidence, foundAfter, walkSteps, tries } = difference
  const shrunk = difference.isLasting
    ? 'The target does not return to its earlier state, so no step could be left out.'
    : `Shrunk from ${count(walkSteps, 'step')} to ${steps.length} in ${tries} ${tries === 1 ? 'try' : 'tries'}${difference.isCut ? ', not fully' : ''}.`
  return [
    `${rule}  ${level}, section ${section}: ${oneLine(statement)}`,
    '',
    oneLine(evidence.message),
    ...(evidence.expected === undefined ? [] : [`  expected: ${oneLine(evidence.expected)}`]),
    ...(evidence.actual === undefined ? [] : [`  actual:   ${oneLine(evidence.actual)}`]),
    '',
    `Found after ${count(foundAfter, 'step')}. ${shrunk}`,
    ...steps.flatMap(({ step, requests }, index) => [
      `  ${String(index + 1).padStart(2)}  ${step}`,
      ...requests.map(request => `      ${oneLine(request)}`),
    ]),
    ...(evidence.curl === undefined
      ? []
      : ['', 'Reproduce it with all accounts in the time zone UTC:', cleanScript(evidence.curl)]),
  ]
}
