import { junitParts } from '../../conformance/report/index.js'
import type { ClientReport, WorldReport } from './report.js'

const { parentElement, seconds, testSuites, textElement } = junitParts

const testcase = (name: string, group: string, took: number, inner: readonly string[]) =>
  parentElement('testcase', { name, classname: `schedkit.client.${group}`, time: seconds(took) }, inner)

/** Returns the failures in a world; those that do not count are reported as skipped. */
function resultsIn(
  { passed, counts, title, because, reason = '', tests = [], findings }: WorldReport,
  strict: boolean,
): string[] {
  const message = `a service that ${title}: ${because}`
  const text = [...(tests.length > 0 ? tests : [reason])].join('\n')
  const failed = passed ? [] : counts ? failure(message, text) : skipped(`fails with ${message}`)
  return [
    ...failed,
    ...findings.flatMap(each => (each.isLikely && !strict ? skipped(each.text) : failureOf(each))),
  ]
}

const failure = (message: string, text: string) => textElement('failure', text, { message })

/** A likely finding counts only with --strict. */
const skipped = (message: string) => textElement('skipped', '', { message })

const failureOf = ({ text, timeline }: ClientReport['findings'][number]) => failure(text, timeline.join('\n'))

/** Renders the report as JUnit XML: a test case for each world, and one for the run without a world. */
export function junitOf({ worlds, findings, strict }: ClientReport): string {
  const cases = [
    testcase('what the client sends', 'reference', 0, findings.flatMap(failureOf)),
    ...worlds.map(world => testcase(world.name, world.kind, world.seconds * 1000, resultsIn(world, strict))),
  ]
  const hasFailed = (lines: string[]) => lines.some(line => line.includes('<failure '))
  const wasSkipped = (lines: string[]) => !hasFailed(lines) && lines.some(line => line.includes('<skipped '))
  const attributes = {
    name: 'schedkit client',
    tests: cases.length,
    failures: cases.filter(hasFailed).length,
    skipped: cases.filter(wasSkipped).length,
  }
  return testSuites({}, parentElement('testsuite', attributes, cases.flat()))
}
