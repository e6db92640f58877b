import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { junitOf } from './junit.js'
import type { WorldReport } from './report.js'

const world = (name: string, more: Partial<WorldReport> = {}): WorldReport => ({
  ...{
    name,
    kind: 'right',
    title: 'lists <b>',
    because: 'section 2.5',
    passed: true,
    accepted: false,
    counts: true,
  },
  ...{ seconds: 1.5, findings: [], ...more },
})

test('each world is a test case: what counts fails, what does not is skipped, and markup stays text', () => {
  const xml = junitOf({
    command: ['npm', 'test'],
    findings: [],
    requests: 3,
    worlds: [
      world('right-one'),
      world('wrong-one', { passed: false, tests: ['shows "a" & <b>'] }),
      world('hard-one', { kind: 'hard', passed: false, counts: false, reason: 'exit code 1' }),
      world('lost', { findings: [{ kind: 'sent twice', text: 'sent\ntwice', timeline: ['0 ms  POST'] }] }),
    ],
    neverMet: { operations: [], situations: [] },
    passed: false,
  })

  assert.match(xml, '<testsuite name="schedkit client" tests="5" failures="2" skipped="1">')
  assert.match(xml, '<testcase name="right-one" classname="schedkit.client.right" time="1.500"/>')
  assert.match(
    xml,
    'message="a service that lists &lt;b&gt;: section 2.5">shows &quot;a&quot; &amp; &lt;b&gt;</failure>',
  )
  assert.match(xml, '<skipped message="fails with a service that lists &lt;b&gt;: section 2.5"/>')
  assert.match(xml, '<failure message="sent&#10;twice">0 ms  POST</failure>')
})

test.run()
