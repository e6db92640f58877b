import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { OperationReport } from '../run/report.js'
import { markdownReport } from './markdown.js'
import { hostileReport } from './testing/hostile-report.js'
import { sampleReport } from './testing/sample-report.js'

const operations: OperationReport[] = [
  { name: 'GET /v1/users/me', state: 'implemented', status: 200, waiting: 0 },
  { name: 'PUT /v1/users/me', state: 'missing', status: 405, waiting: 51 },
]
const title = 'PUT /v1/users/me is missing'

test('given a report, when it is written as Markdown, then operations and causes come before the findings', () => {
  const text = markdownReport(
    sampleReport({
      operations,
      causes: [{ kind: 'operation', title, failed: 0, waiting: 51, checks: ['USER-07'] }],
    }),
  )

  assert.match(text, '| `/v1/users/me` | ✓ there |  | ✗ missing |  |')
  assert.match(text, `1. ${title}; 51 checks wait for it`)
  const places = ['## Operations', '## Fix this first', '## Counts', '## ✗ Failures'].map(part =>
    text.indexOf(part),
  )
  assert.equal(
    places,
    [...places].sort((a, b) => a - b),
  )
  assert.not.ok(places.includes(-1))
})

test('given texts from a hostile target, when they are written as Markdown, then they contain no markup', () => {
  const text = markdownReport(hostileReport())

  assert.not.match(text, /<script|<img|[^\\]\[x\]\(/)
  assert.not.match(text.replaceAll('\n', ''), /\p{Cc}/u)
})

test.run()
