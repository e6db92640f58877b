import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { tapReport } from './tap.js'
import { hostileReport } from './testing/hostile-report.js'
import { greenReport, sampleReport } from './testing/sample-report.js'

const sample = sampleReport()
const lines = tapReport(sample).split('\n')
const lineOf = (id: string, all = lines) => all.find(line => line.includes(` - ${id}`)) ?? ''

test('given any report, when it is written, then its points are numbered and match the plan', () => {
  for (const report of [sample, greenReport(), hostileReport(), sampleReport({ checks: [] })]) {
    const all = tapReport(report).split('\n')
    const numbers = all.flatMap(line => /^(?:not )?ok (\d+) - /.exec(line)?.[1] ?? [])

    assert.is(all[0], 'TAP version 14')
    assert.is(all[1], `1..${report.checks.length + 1}`)
    assert.equal(
      numbers,
      numbers.map((_, index) => String(index + 1)),
    )
    assert.is(numbers.length, report.checks.length + 1)
  }
})

test('given anything a target sends, when it is written, then no line is mistaken for another kind of line', () => {
  const all = tapReport(hostileReport()).trimEnd().split('\n')

  for (const line of all.slice(2)) assert.match(line, /^(?:(?:not )?ok \d+ - | {2}|# )/)
  assert.is(all.filter(line => line === '  ---').length, all.filter(line => line === '  ...').length)
  assert.is(all.filter(line => /(?<!\\)# TODO/.test(line) && /^\S/.test(line)).length, 2)
  assert.not.match(all.join('\n'), /[\x00-\x09\x0b-\x1f\x7f-\x9f]/)
})

test('given operations that are missing, when TAP is written, it begins with them', () => {
  assert.is(lines[2], '# 1 of 3 operations of section 4 is implemented, 1 missing, 1 unclear')
  assert.ok(lines.slice(3, 5).includes('# missing: PUT /v1/users/me'))
})

test('given outcomes, when they are written, then TAP says what they mean', () => {
  assert.is(lineOf('ENV-01'), 'ok 1 - ENV-01.success a new object keeps what was sent')
  assert.match(lineOf('RES-05.create'), /^not ok 5 - [^#]+$/)
  assert.match(lineOf('RES-05.change'), /^ok 6 .* # SKIP blocked by RES-05: a resource could not be created$/)
  assert.match(lineOf('RES-09.order'), /^not ok 7 .* # TODO known: lists are sorted from release 9 on/)
  assert.match(lineOf('BOK-02.wipe'), /^ok 9 .* # SKIP needs --allow wipe$/)
  assert.match(lineOf('BOK-03.crash'), /^not ok 11 [^#]+$/)
  assert.match(lineOf('BOK-04'), /^ok 12 /)
})

test('given a warning, when it is written, then it is to be done, and a failure if the run was strict', () => {
  const strict = tapReport({ ...sample, options: { ...sample.options, strict: true } }).split('\n')

  assert.match(lineOf('ENV-02'), /^not ok 2 .* # TODO warning: The answer has the type/)
  assert.match(lineOf('ENV-02', strict), /^not ok 2 [^#]+$/)
})

test('given a failure, when it is written, its diagnostics have the message, both values and the script', () => {
  const start = lines.indexOf(lineOf('RES-05.create'))
  const block = lines.slice(start + 1, lines.indexOf('  ...', start) + 1)

  assert.is(block[0], '  ---')
  assert.ok(block.includes('  message: "The new resource has another name than the one that was sent."'))
  assert.ok(block.includes('      expected: "\\"Red\\""'))
  assert.ok(block.includes('      curl: |2-'))
  assert.ok(block.includes('          "name": "Blue & <Green>"'))
})

test('given a verdict, when it is written, it is the last point', () => {
  assert.match(lineOf('verdict'), /^not ok 13 - verdict not conformant$/)
  assert.match(lineOf('verdict', tapReport(greenReport()).split('\n')), /^ok 4 - verdict conformant$/)
})

test.run()
