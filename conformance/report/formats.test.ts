import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  compareReports,
  comparisonText,
  formats,
  screenReport,
  summaryReport,
  terminalReport,
} from './index.js'
import { hostileReport } from './testing/hostile-report.js'
import { greenReport, sampleReport } from './testing/sample-report.js'

test('given the names of the formats, when a report is written in each, then every one states the verdict', () => {
  assert.equal(Object.keys(formats).sort(), [
    ...['badge', 'github', 'har', 'html', 'json', 'junit', 'markdown', 'sarif', 'tap', 'text'],
  ])
  for (const write of Object.values(formats)) {
    assert.match(write(sampleReport()), /not conformant/i)
    assert.match(write(greenReport()), /conformant/i)
    assert.not.match(write(greenReport()), /not conformant/i)
  }
})

test('given a report, when it is written twice, it is the same', () => {
  for (const write of Object.values(formats)) assert.is(write(sampleReport()), write(sampleReport()))
})

test('given texts from a hostile target, when a report is written, then no line is a command of a CI runner', () => {
  const report = hostileReport()
  // Annotations are such commands; their own test ensures that there is one per line.
  const outputs = Object.entries(formats)
    .filter(([name]) => name !== 'github')
    .map(([name, write]) => [name, write(report)] as const)
  for (const width of [30, 60, 110]) {
    const options = { width, colour: false }
    const texts = { terminalReport, screenReport, summaryReport }
    for (const [name, write] of Object.entries(texts))
      outputs.push([`${name} ${width}`, write(report, options)])
    outputs.push([`comparison ${width}`, comparisonText(compareReports(sampleReport(), report), options)])
  }

  for (const [name, output] of outputs) {
    const line = output.split('\n').find(line => /^\s*::|##(?:vso)?\[/.test(line))
    assert.is(line, undefined, `${name} has the line ${line}`)
  }
})

test.run()
