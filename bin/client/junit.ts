import { escapeMarkup } from '../../conformance/http/clean.js'
import type { ClientReport, WorldReport } from './report.js'

const attribute = (text: string) => escapeMarkup(text).replaceAll('\n', '&#10;')

function testcase(name: string, group: string, seconds: number, inner: readonly string[]): string {
  const start = `    <testcase name="${attribute(name)}" classname="schedkit.client.${group}" time="${seconds.toFixed(3)}"`
  return inner.length === 0 ? `${start}/>` : `${start}>\n${inner.join('\n')}\n    </testcase>`
}

/** What fails in a world; what does not count is shown as skipped. */
function resultsIn(
  { passed, counts, title, because, reason = '', tests = [], findings }: WorldReport,
  hasPassed: boolean,
): string[] {
  const message = `a service that ${title}: ${because}`
  const text = escapeMarkup([...(tests.length > 0 ? tests : [reason])].join('\n'))
  const failed = passed
    ? []
    : [
        counts
          ? `      <failure message="${attribute(message)}">${text}</failure>`
          : `      <skipped message="${attribute(`fails with ${message}`)}"/>`,
      ]
  return [
    ...failed,
    ...findings.map(each => (each.isLikely && hasPassed ? skippedOf(each) : failureOf(each))),
  ]
}

/** A likely finding counts only with --strict. */
const skippedOf = ({ text }: ClientReport['findings'][number]) =>
  `      <skipped message="${attribute(text)}"/>`

const failureOf = ({ text, timeline }: ClientReport['findings'][number]) =>
  `      <failure message="${attribute(text)}">${escapeMarkup(timeline.join('\n'))}</failure>`

/** The report as JUnit XML: a test case for each world, and one for the requests without a world. */
export function junitOf({ worlds, findings, passed }: ClientReport): string {
  const cases = [
    testcase('what the client sends', 'reference', 0, findings.map(failureOf)),
    ...worlds.map(world => testcase(world.name, world.kind, world.seconds, resultsIn(world, passed))),
  ]
  const failures = cases.filter(each => each.includes('<failure ')).length
  const skipped = cases.filter(each => !each.includes('<failure ') && each.includes('<skipped ')).length
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite name="schedkit client" tests="${cases.length}" failures="${failures}" skipped="${skipped}">`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}
