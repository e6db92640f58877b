import stringWidth from 'string-width'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { formats } from './index.js'
import { terminalReport } from './terminal.js'
import { hostileReport } from './testing/hostile-report.js'
import { sampleCurl } from './testing/sample-evidence.js'
import { greenReport, sampleCheck, sampleReport } from './testing/sample-report.js'

const plain = (width = 80) => terminalReport(sampleReport(), { width, colour: false })
const scripts = /^# --- reproduce .*?^# --- end ---$/gms
/** Text that may be copied: requests, bodies and values are never wrapped. */
const isVerbatim = (line: string) => /^ {4}[><] |^ {6}/.test(line)
const colours = /\x1b\[\d+m/g
/** The styles that an escape code resets. */
const endedBy: Readonly<Record<string, RegExp>> = { 22: /^[12]$/, 39: /^3\d$/ }

for (const width of [60, 80, 120]) {
  test(`given a terminal of ${width} columns, when a report is written, then only what may be copied is wider`, () => {
    for (const report of [sampleReport(), hostileReport(), greenReport()]) {
      const lines = terminalReport(report, { width, colour: false }).replace(scripts, '').split('\n')

      assert.equal(
        lines.filter(line => stringWidth(line) > width && !isVerbatim(line)),
        [],
      )
    }
  })
}

test('given a very narrow terminal, when a report is written, its text is still readable and not wider', () => {
  const lines = plain(34).replace(scripts, '').split('\n')

  assert.equal(
    lines.filter(line => stringWidth(line) > 34 && !isVerbatim(line)),
    [],
  )
})

test('given no colours, when a report is written, it has no control characters, whatever the target sent', () => {
  const text = terminalReport(hostileReport(), { width: 80, colour: false })

  assert.not.match(text, /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/)
})

test('given colours, when a report is written, then it has the same words, and every colour is reset', () => {
  const painted = terminalReport(sampleReport(), { width: 80, colour: true })

  assert.is(painted.replace(colours, ''), plain())
  for (const line of painted.split('\n')) {
    const open = new Set<string>()
    for (const [, code = ''] of line.matchAll(/\x1b\[(\d+)m/g)) {
      const ends = endedBy[code]
      if (ends === undefined) open.add(code)
      else for (const each of open) if (ends.test(each)) open.delete(each)
    }
    assert.is(open.size, 0)
  }
})

test('given findings of all kinds, when a report is written, then its parts are in the order of their importance', () => {
  const text = plain()
  const parts = [
    'Conformance of https://api.example.test/v1',
    '1 failure\n',
    '1 known failure\n',
    '1 warning\n',
    '1 blocked\n',
    '1 error in the kit',
    'Not exercised, and what',
    'Observed (the',
    'Left behind',
    'Baseline',
    'Summary',
    'NOT CONFORMANT',
  ]
  const places = parts.map(part => text.indexOf(part))

  assert.ok(places.every(place => place >= 0))
  assert.equal(
    places,
    [...places].sort((a, b) => a - b),
  )
})

test('given areas, when a report is written, each has one line with its counts', () => {
  const lines = plain(120).split('\n')
  const resources = lines.filter(line => /^RES +Resources/.test(line))

  assert.is(resources.length, 1)
  assert.match(resources[0] ?? '', /■■■■✗✗✗✗·· +2 +2 +0 +0 +1 +0 +0$/)
})

test('given a failure, when a report is written, then it says what was expected, what was received, and who sent the request', () => {
  const text = plain()

  assert.match(text, /✗ RES-05\.create a new object keeps what was sent/)
  assert.match(text, /must, section 2\.1; 3 requests, 120 ms/)
  assert.match(text, /expected {2}"Red"\n +actual {4}"Blue"/)
  assert.match(text, /> owner: POST https/)
  assert.match(text, /\(4,000 more characters\)/)
})

test('given a script, when a report is written, the script can be copied as it is', () => {
  assert.ok(plain(60).includes(`\n${sampleCurl}\n# --- end ---\n`))
})

test('given a script with escapes in its quotes, when a report is written, then none of its quotes is lost', () => {
  const curl = "curl --data '\x1b' 'https://example.test/\x1b]0;' # a\rb\x07"
  const evidence = { kind: 'failure', message: 'no', exchanges: [], curl } as const
  const report = sampleReport({ checks: [sampleCheck('RES-01.a', 'failed', { evidence: [evidence] })] })
  const shown = "curl --data '' 'https://example.test/]0;' # ab"

  assert.ok(terminalReport(report, { width: 80, colour: false }).includes(`\n${shown}\n`))
  assert.ok(formats.tap(report).includes(`curl: ${JSON.stringify(shown)}\n`))
  assert.ok(formats.junit(report).includes(shown.replaceAll("'", '&#39;')))
  assert.ok(formats.html(report).includes(shown.replaceAll("'", '&#39;')))
})

test('given many exchanges, when a failure is written, then the last ones are shown and the others are mentioned', () => {
  const exchange = sampleReport().checks[4]?.evidence[0]?.exchanges[0]
  const evidence = { kind: 'failure', message: 'no', exchanges: Array(20).fill(exchange) } as const
  const report = sampleReport({ checks: [sampleCheck('RES-01.a', 'failed', { evidence: [evidence] })] })

  assert.match(terminalReport(report, { width: 80, colour: false }), /\(16 earlier exchanges not shown\)/)
})

test('given counts, when a report is written, then they are written as sums', () => {
  const text = plain(100)

  assert.match(text, /^12 planned = 9 ran \+ 2 skipped \+ 1 blocked \(1 more not selected\)$/m)
  assert.match(text, /^9 ran = 4 passed \+ 2 failed \+ 1 warned \+ 1 observed \+ 1 error$/m)
})

test('given a run that was ended early, when a report is written, the sum says how many checks were not started', () => {
  const report = sampleReport()
  const counts = { ...report.counts, planned: 20, notStarted: 8 }

  assert.match(
    terminalReport({ ...report, counts }, { width: 100, colour: false }),
    /20 planned = 9 ran \+ 2 skipped \+ 1 blocked \+ 8 not started/,
  )
})

test('given checks with one cause, when they are blocked, then the cause is reported once', () => {
  const blocked = ['a', 'b', 'c'].map(name =>
    sampleCheck(`RES-02.${name}`, 'blocked', { blockedBy: 'RES-01', reason: 'no resource' }),
  )
  const text = terminalReport(sampleReport({ checks: blocked }), { width: 80, colour: false })

  assert.match(text, /⊘ by RES-01: no resource\n {4}RES-02\.a, RES-02\.b, RES-02\.c\n/)
})

test('given a verdict, when a report is written, it and its reasons are the last lines', () => {
  const lines = plain().trimEnd().split('\n').slice(-6)

  assert.is(lines[1], '  NOT CONFORMANT')
  assert.is(lines[2], '  3 of 8 MUST rules verified; exit code 1')
  assert.is(lines[3], '  - RES-05 fails: a new object has every member that was sent.')
  assert.is(lines[0], lines[5])
})

test('given a run without findings, when a report is written, then it has only the areas, the sums and the verdict', () => {
  const text = terminalReport(greenReport(), { width: 80, colour: false })

  assert.not.match(text, /failure|warning|^\d+ blocked$|Observed|Left behind|Baseline|Not exercised/m)
  assert.match(text, /CONFORMANT\n {2}2 of 2 MUST rules verified; exit code 0\n═+\n$/)
})

test('given a run in which nothing was planned, when a report is written, it says so', () => {
  const report = sampleReport({
    checks: [],
    verdict: 'incomplete',
    reasons: ['Nothing was selected.'],
    exitCode: 3,
  })
  const text = terminalReport(report, { width: 80, colour: false })

  assert.match(text, /No checks were planned\./)
  assert.match(text, /INCOMPLETE/)
})

test.run()
