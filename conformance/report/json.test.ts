import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { jsonReport, readReport, UnreadableReport } from './json.js'
import { hostileReport } from './testing/hostile-report.js'
import { greenReport, sampleReport } from './testing/sample-report.js'

function refusal(text: string): string {
  try {
    readReport(text)
  } catch (error) {
    assert.instance(error, UnreadableReport)
    return (error as Error).message
  }
  return assert.unreachable('the report was read') as never
}

const changed = (changes: object) => JSON.stringify({ ...sampleReport(), ...changes })

test('given a report, when it is written and read again, it is the same', () => {
  for (const report of [sampleReport(), greenReport(), hostileReport()]) {
    assert.equal(readReport(jsonReport(report)), report)
  }
})

test('given a report, when it is written, it is indented and ends with a line end', () => {
  assert.match(jsonReport(sampleReport()), /^\{\n {2}"schema": "schedkit-conformance\/1",\n.*\n\}\n$/s)
})

test('given unknown members, when a report is read, then they are dropped', () => {
  const report = sampleReport()
  const checks = report.checks.map(check => ({ ...check, colour: 'red' }))

  assert.equal(readReport(changed({ checks, later: 1 })), report)
})

test('given another version, when a report is read, the message names both versions', () => {
  assert.match(
    refusal(changed({ schema: 'schedkit-conformance/2' })),
    /"schedkit-conformance\/2".*"schedkit-conformance\/1"/,
  )
})

test('given something that is not a report, when it is read, then the message says what it is', () => {
  assert.match(refusal('{'), /^Failed to read the report: it is not JSON/)
  for (const text of ['[]', 'null', '{}', '{"schema":1}']) assert.match(refusal(text), /no "schema" field/)
})

test('given wrong members, when a report is read, then the message names them and their places', () => {
  const report = sampleReport()
  const [first, ...others] = report.checks
  const checks = [{ ...first, outcome: 'splendid' }, ...others]

  assert.match(refusal(changed({ checks })), /checks\.0\.outcome: /)
  assert.match(refusal(changed({ exitCode: 2 })), /exitCode: /)
  assert.match(refusal(changed({ counts: {} })), /counts\.planned: .*; and 6 more/)
})

test.run()
