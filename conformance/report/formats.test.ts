import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { formats } from './index.js'
import { greenReport, sampleReport } from './testing/sample-report.js'

test('given the names of the formats, when a report is written in each, every one tells the verdict', () => {
  assert.equal(Object.keys(formats).sort(), ['badge', 'html', 'json', 'junit', 'markdown', 'tap', 'text'])
  for (const write of Object.values(formats)) {
    assert.match(write(sampleReport()), /not conformant/i)
    assert.match(write(greenReport()), /conformant/i)
    assert.not.match(write(greenReport()), /not conformant/i)
  }
})

test('given a report, when it is written twice, it is the same', () => {
  for (const write of Object.values(formats)) assert.is(write(sampleReport()), write(sampleReport()))
})

test.run()
