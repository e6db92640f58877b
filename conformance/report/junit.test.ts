import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { junitReport } from './junit.js'
import { hostileReport } from './testing/hostile-report.js'
import { checkMarkup } from './testing/markup-check.js'
import { greenReport, sampleReport } from './testing/sample-report.js'

const sample = sampleReport()
const xml = junitReport(sample)
const caseOf = (text: string, id: string) =>
  new RegExp(`<testcase name="${id.replace('.', '\\.')} .*?(?:</testcase>|time="[^"]*"/>)`, 's').exec(
    text,
  )?.[0] ?? ''
const strict = (report = sample) => junitReport({ ...report, options: { ...report.options, strict: true } })

test('given any report, when it is written, the XML is well-formed, whatever the target sent', () => {
  for (const report of [sample, greenReport(), hostileReport(), sampleReport({ checks: [] })]) {
    assert.equal(checkMarkup(junitReport(report), 'xml').problems, [])
  }
})

test('given areas and checks, when they are written, each is a suite or a case, and a last suite is the verdict', () => {
  const { elements } = checkMarkup(xml, 'xml')
  const suites = elements.filter(({ name }) => name === 'testsuite')
  const cases = elements.filter(({ name }) => name === 'testcase')

  assert.equal(
    suites.map(({ attributes }) => attributes.name?.slice(0, 7)),
    ['ENV Env', 'RES Res', 'BOK Boo', 'verdict'],
  )
  assert.is(cases.length, sample.checks.length + 1)
  assert.match(
    xml,
    /<testcase name="RES-05\.create a new object keeps what was sent" classname="schedkit\.RES" time="0\.120">/,
  )
})

test('given counts in attributes, when they are added up, then they match the whole and the elements', () => {
  for (const text of [xml, strict(), junitReport(hostileReport()), junitReport(greenReport())]) {
    const { elements } = checkMarkup(text, 'xml')
    const [whole, ...rest] = elements
    const suites = rest.filter(({ name }) => name === 'testsuite')
    const names = { tests: 'testcase', failures: 'failure', errors: 'error', skipped: 'skipped' }
    for (const [attribute, name] of Object.entries(names)) {
      const sum = suites.reduce((total, suite) => total + Number(suite.attributes[attribute]), 0)

      assert.is(Number(whole?.attributes[attribute]), sum)
      assert.is(elements.filter(element => element.name === name).length, sum)
    }
  }
})

test('given a failure, when it is written, then it has its message and the evidence', () => {
  const text = caseOf(xml, 'RES-05.create')

  assert.match(
    text,
    /<failure message="The new resource has another name than the one that was sent\." type="must 2\.1">/,
  )
  assert.match(text, /expected: &quot;Red&quot;\nactual: {3}&quot;Blue&quot;/)
  assert.match(text, /curl -sS -X POST/)
})

test('given a check that was aborted, when it is written, then it is an error', () => {
  assert.match(caseOf(xml, 'BOK-03.crash'), /<error message="TypeError: can&#39;t read/)
})

test('given a check that was skipped or blocked, when it is written, it is skipped with its reason', () => {
  assert.match(caseOf(xml, 'BOK-02.wipe'), /<skipped message="needs --allow wipe"/)
  assert.match(
    caseOf(xml, 'RES-05.change'),
    /<skipped message="blocked by RES-05: a resource could not be created"/,
  )
})

test('given a known failure, when it is written, it is skipped with the reason of the baseline', () => {
  assert.match(
    caseOf(xml, 'RES-09.order'),
    /<skipped message="known: lists are sorted from release 9 on \(until 2026-06-01\)"\/>/,
  )
  assert.not.match(caseOf(strict(), 'RES-09.order'), /<failure/)
})

test('given a warning, when it is written, then it is output, and a failure if the run was strict', () => {
  assert.match(caseOf(xml, 'ENV-02.type'), /<system-out>warning: /)
  assert.not.match(caseOf(xml, 'ENV-02.type'), /<failure/)
  assert.match(caseOf(strict(), 'ENV-02.type'), /<failure/)
})

test('given a run without a failure that verifies too little, when it is written, then it is not green', () => {
  const text = junitReport(
    greenReport({ verdict: 'incomplete', reasons: ['RES-07 was not run.'], exitCode: 3 }),
  )

  assert.match(text, /<testsuites [^>]*failures="0" errors="1"/)
  assert.match(text, /<error message="incomplete" type="verdict">RES-07 was not run\./)
})

test('given a conformant run, when it is written, it is green', () => {
  assert.match(junitReport(greenReport()), /<testsuites [^>]*tests="4" failures="0" errors="0" skipped="0"/)
})

test.run()
