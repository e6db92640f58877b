import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { annotations } from './annotations.js'
import { harReport } from './har.js'
import { sarifReport } from './sarif.js'
import { hostileReport } from './testing/hostile-report.js'
import { greenReport, sampleReport } from './testing/sample-report.js'

const sample = sampleReport()
const failed = sample.checks.filter(({ outcome, known }) => outcome === 'failed' && !known)

test('given failures, then annotations begin with the verdict, and name the checks; there are none if all is well', () => {
  const lines = annotations(sample).trimEnd().split('\n')

  assert.match(lines[0] ?? '', /^::error title=Conformance%3A not conformant::/)
  assert.ok(failed.length > 0)
  for (const { id } of failed)
    assert.ok(
      lines.some(line => line.startsWith(`::error title=${id}::`)),
      id,
    )
  const green = { ...greenReport(), exitCode: 0 as const }
  assert.match(annotations(green), /^::notice title=Conformance%3A conformant::.*\n$/)
})

test('given hostile texts, then each annotation is one line, and contains no other command', () => {
  for (const line of annotations(hostileReport()).trimEnd().split('\n'))
    assert.match(line, /^::(?:error|warning|notice) title=[^:,]+::(?:(?!(?<!\S)::|##\[|##vso\[).)*$/)
})

test('given many failures, then there are no more annotations than are shown', () => {
  const [one] = failed
  assert.ok(one)
  const many = Array.from({ length: 50 }, (_, index) => ({ ...one, id: `RES-05.${index}` }))

  assert.is(
    annotations({ ...sample, checks: many })
      .trimEnd()
      .split('\n').length,
    10,
  )
})

test('given failures, then SARIF has a result with a place for each, and the rules that they break', () => {
  for (const report of [sample, hostileReport()]) {
    const [run] = JSON.parse(sarifReport(report)).runs
    const ids = run.results.map(
      (result: { partialFingerprints: { check: string } }) => result.partialFingerprints.check,
    )

    const due = report.checks.filter(({ outcome }) => ['failed', 'warned', 'error'].includes(outcome))
    assert.equal(
      ids,
      due.map(({ id }) => id),
    )
    const known = new Set(run.tool.driver.rules.map(({ id }: { id: string }) => id))
    for (const { ruleId, level, locations } of run.results) {
      assert.ok(known.has(ruleId) || report !== sample, ruleId)
      assert.ok(['error', 'warning', 'note'].includes(level))
      assert.match(locations[0].physicalLocation.artifactLocation.uri, /^[^/\s:][^\s]*$/)
    }
    assert.is(run.properties.verdict, report.verdict)
  }
  assert.equal(JSON.parse(sarifReport(greenReport())).runs[0].results, [])
})

test('given braces in a title, then SARIF doubles them, because a single one begins a placeholder', () => {
  const [one] = failed
  assert.ok(one)
  const checks = [{ ...one, title: 'GET /v1/schedules/{scheduleId}' }]

  const [result] = JSON.parse(sarifReport({ ...sample, checks })).runs[0].results

  assert.match(result.message.text, /^GET \/v1\/schedules\/\{\{scheduleId\}\}: /)
})

test('given failures, then the archive has their requests, each on the page of its check', () => {
  const { log } = JSON.parse(harReport(sample))

  const pages = log.pages.map(({ id }: { id: string }) => id)
  assert.ok(failed.every(({ id }) => pages.includes(id)))
  assert.ok(log.entries.length > 0)
  for (const { pageref, request, response, startedDateTime } of log.entries) {
    assert.ok(pages.includes(pageref))
    assert.ok(request.method && URL.canParse(request.url) && !Number.isNaN(Date.parse(startedDateTime)))
    assert.type(response.status, 'number')
    assert.type(response.content.text, 'string')
  }
  assert.equal(JSON.parse(harReport(greenReport())).log.entries, [])
})

test.run()
