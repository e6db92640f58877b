import { parse } from 'parse5'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { htmlOf } from './html.js'
import { junitOf } from './junit.js'
import { markdownOf } from './markdown.js'
import { type ClientReport, failedTests, type WorldReport } from './report.js'

const world = (name: string, more: Partial<WorldReport> = {}): WorldReport => ({
  ...{
    name,
    kind: 'right',
    title: 'lists <b>',
    because: 'section 2.5',
    passed: true,
    accepted: false,
    counts: more.passed === false,
  },
  ...{ seconds: 1.5, findings: [], ...more },
})

const report: ClientReport = {
  command: ['npm', 'test'],
  findings: [],
  requests: 3,
  worlds: [
    world('right-one'),
    world('wrong-one', { passed: false, tests: ['shows "a" & <b>'] }),
    world('hard-one', { kind: 'hard', passed: false, counts: false, reason: 'exit code 1' }),
    world('lost', { findings: [{ kind: 'sent twice', text: 'sent\ntwice', timeline: ['0 ms  POST'] }] }),
  ],
  neverMet: { operations: ['deleteMe'], situations: ['a second page'] },
  strict: false,
  passed: false,
}

test('failed tests are found in the output of their runners, and totals are ignored', () => {
  for (const [line, name] of [
    ['not ok 3 - adds up', 'adds up'],
    ['  ✖ adds up (2.1ms)', 'adds up'],
    [' FAIL  a.test.ts > adds up', 'a.test.ts > adds up'],
    ['FAILED tests/a.py::test_adds - Refused', 'tests/a.py::test_adds - Refused'],
    ['ERROR: test_adds (__main__.Client.test_adds)', 'test_adds (__main__.Client.test_adds)'],
    ['FAIL: test_adds (__main__.Client.test_adds)', 'test_adds (__main__.Client.test_adds)'],
    ['--- FAIL: TestAdds (0.00s)', 'TestAdds'],
  ] as const)
    assert.equal(failedTests(`ok\n${line}\nFAILED (errors=1)\n`), [name])
})

test('a failed test that Vitest names twice is listed once', () => {
  const output =
    '   × adds up 12ms\n   × takes away 1735ms\n FAIL  a.test.ts > sums > adds up\n FAIL  a.test.ts > takes away\n'

  assert.equal(failedTests(output), ['a.test.ts > sums > adds up', 'a.test.ts > takes away'])
})

test('each world is a test case: failures that count fail, others are skipped, and markup is escaped', () => {
  const xml = junitOf(report)

  assert.match(xml, '<testsuite name="schedkit client" tests="5" failures="2" skipped="1">')
  assert.match(xml, '<testcase name="right-one" classname="schedkit.client.right" time="1.500"/>')
  assert.match(
    xml,
    'message="a service that lists &lt;b&gt;: section 2.5">shows &quot;a&quot; &amp; &lt;b&gt;</failure>',
  )
  assert.match(xml, '<skipped message="fails with a service that lists &lt;b&gt;: section 2.5"/>')
  assert.match(xml, '<failure message="sent&#10;twice">0 ms  POST</failure>')
})

/** The contents of each report, in this order. */
const said = [
  'Your tests pass against the reference, and with 2 of 3 right services, 0 of 1 hard situations.',
  'They fail with services that obey the interface',
  'wrong-one',
  'They fail in situations that anybody may meet',
  'exit code 1',
  'What the requests show',
  'sent twice',
  '0 ms',
  'npx schedkit client --world wrong-one -- npm test',
  'Never met by your tests',
  'a second page',
  'deleteMe',
]

for (const [format, write] of Object.entries({ HTML: htmlOf, Markdown: markdownOf })) {
  test(`the report as ${format} says what the one on the screen says, and markup is escaped`, () => {
    const text = write(report)

    const places = said.map(each => text.indexOf(each))
    assert.equal(
      said.filter((_, index) => places[index] === -1),
      [],
    )
    assert.equal(
      places,
      [...places].sort((one, other) => one - other),
    )
    assert.match(text, /shows (?:&quot;|")a(?:&quot;|") &(?:amp;|#38;)? &(?:lt|#60);b&(?:gt|#62);/)
    assert.not.match(text, '<b>')
  })
}

test('likely findings are skipped unless they count, whatever the other worlds show', () => {
  const findings = [
    { kind: 'part taken for the whole', isLikely: true, text: 'a part', timeline: [] },
  ] as const
  const likely = { ...report, worlds: [world('likely', { findings: [...findings] as never })] }

  assert.match(junitOf({ ...likely, passed: false }), /failures="0" skipped="1"/)
  assert.match(junitOf({ ...likely, strict: true }), /failures="1" skipped="0"/)
})

test('the page is valid HTML, and loads and runs nothing', () => {
  const mistakes: string[] = []
  parse(htmlOf(report), { onParseError: ({ code }) => mistakes.push(code) })

  assert.equal(mistakes, [])
  assert.not.match(htmlOf(report), /<script|src=|https?:/)
})

test.run()
