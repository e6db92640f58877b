import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { compareReports } from './compare.js'
import { comparisonText } from './comparison-text.js'
import { displayWidth } from './layout.js'
import { hostileReport } from './testing/hostile-report.js'
import { greenReport, sampleReport } from './testing/sample-report.js'

test('given two reports, when their comparison is written, it names the checks and ends with the outcome', () => {
  const text = comparisonText(compareReports(greenReport(), sampleReport()), { width: 100, colour: false })

  assert.match(text, /^9 new\n/)
  assert.match(text, /✗ RES-05\.create failed a new object keeps what was sent/)
  assert.match(text, /0 better, 0 worse, 0 otherwise changed, 9 new, 0 gone, 3 checks unchanged\n/)
  assert.match(text, /WORSE: conformant -> not conformant\n$/)
})

test('given the same report twice, when the comparison is written, it is short', () => {
  const text = comparisonText(compareReports(greenReport(), greenReport()), { width: 100, colour: false })

  assert.is(
    text,
    '0 better, 0 worse, 0 otherwise changed, 0 new, 0 gone, 3 checks unchanged\nNOT WORSE: still conformant\n',
  )
})

test('given another target or kit, when the comparison is written, it says so', () => {
  const other = greenReport({ target: 'https://other.example.test/v1', kit: '0.3.0' })
  const text = comparisonText(compareReports(greenReport(), other), { width: 100, colour: false })

  assert.match(text, /Not the same target: https:\/\/api\.example\.test\/v1, then https:\/\/other/)
  assert.match(text, /Not the same kit: 0\.2\.0, then 0\.3\.0\./)
})

for (const width of [60, 80, 120]) {
  test(`given a terminal of ${width} columns, when a comparison is written, no line is wider`, () => {
    const text = comparisonText(compareReports(sampleReport(), hostileReport()), { width, colour: false })

    assert.equal(
      text.split('\n').filter(line => displayWidth(line) > width),
      [],
    )
    assert.not.match(text, /[\x00-\x09\x0b-\x1f\x7f-\x9f]/)
  })
}

test.run()
