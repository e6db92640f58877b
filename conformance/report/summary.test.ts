import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Report } from '../run/report.js'
import { markdownReport } from './markdown.js'
import { summaryReport } from './screen.js'
import { duration, trafficSum } from './summary.js'
import { greenReport, sampleReport } from './testing/sample-report.js'

test('given milliseconds, when they are formatted, then the unit fits and never overflows', () => {
  const told = [0, 840.4, 999.6, 12_340, 59_960, 125_400, 3_599_900, 3_780_000].map(duration)

  assert.equal(told, [
    '0 ms',
    '840 ms',
    '1.0 s',
    '12.3 s',
    '1 min 0 s',
    '2 min 5 s',
    '1 h 0 min',
    '1 h 3 min',
  ])
})

test('given responses that acknowledgements delayed, when the traffic is described, then the text says what to do', () => {
  const traffic = { requests: 1_200, restarts: 0, waits: 0, waited: 0, delayed: 900 }

  assert.is(
    trafficSum({ traffic, took: 12_340 } as Report),
    '1,200 requests in 12.3 s; 900 responses took some 40 ms: is TCP_NODELAY set?',
  )
})

test('given responses from a cache, when the traffic is described, then the text says so', () => {
  const traffic = { requests: 1_200, restarts: 0, waits: 0, waited: 0, cached: 1 }

  assert.is(
    trafficSum({ traffic, took: 12_340 } as Report),
    '1,200 requests in 12.3 s; 1 response came from a cache: certify without it',
  )
})

test('given a conformant run that fails only because of --strict, then the banner says so, and otherwise does not', () => {
  const warned = sampleReport().checks.filter(({ outcome }) => outcome !== 'failed')
  const strict = greenReport({
    checks: warned,
    exitCode: 1,
    options: { ...greenReport().options, strict: true },
  })
  const banner = (report: Report) => summaryReport(report, { width: 80, colour: false })

  assert.match(
    banner(strict),
    /CONFORMANT, with 1 warning\n {2}\d of \d MUST rules verified; exit code 1 because of --strict\n/,
  )
  assert.match(markdownReport(strict), 'exit code 1 because of --strict')
  for (const other of [{ verdict: 'not conformant' }, { exitCode: 0 }, { checks: [] }] as const) {
    assert.not.match(banner({ ...strict, ...other }), /with 1 warning|because/)
  }
})

test.run()
