import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { badge } from './badge.js'
import { hostileReport } from './testing/hostile-report.js'
import { checkMarkup } from './testing/markup-check.js'
import { greenReport, sampleReport } from './testing/sample-report.js'

const incomplete = greenReport({ verdict: 'incomplete', exitCode: 3 })

test('given any report, when its badge is drawn, the SVG is well-formed and loads nothing', () => {
  for (const report of [sampleReport(), greenReport(), hostileReport(), incomplete]) {
    const { elements, problems } = checkMarkup(badge(report), 'xml')

    assert.equal(problems, [])
    assert.not.ok(elements.some(({ attributes }) => 'href' in attributes || 'src' in attributes))
  }
})

test('given a verdict, when its badge is drawn, then it has the text and the colour of the verdict', () => {
  assert.match(badge(greenReport()), />conformant 2\/2 MUST rules</)
  assert.match(badge(greenReport()), /fill="#1a7f37"/)
  assert.match(badge(sampleReport()), />not conformant</)
  assert.match(badge(sampleReport()), /fill="#c62828"/)
  assert.match(badge(incomplete), />incomplete</)
  assert.match(badge(incomplete), /fill="#9a6700"/)
})

test('given a badge, when it cannot be seen, then its title says the same and more', () => {
  const svg = badge(sampleReport())

  assert.match(svg, /role="img" aria-labelledby="title"/)
  assert.match(
    svg,
    /<title id="title">conformance of https:\/\/api\.example\.test\/v1: not conformant, 3 of 8 MUST rules verified/,
  )
})

test.run()
