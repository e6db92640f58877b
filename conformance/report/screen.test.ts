import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { areas, rules } from '../catalogue/index.js'
import { checks as allChecks } from '../checks/index.js'
import { causesOf } from '../run/causes.js'
import type { CheckReport, OperationReport, Outcome, Report } from '../run/report.js'
import { operationNames } from '../session/operations.js'
import { checkReport } from '../testing/check-report.js'
import { screenReport, summaryReport } from './screen.js'
import { terminalReport } from './terminal.js'
import { hostileReport } from './testing/hostile-report.js'
import { greenReport, sampleReport } from './testing/sample-report.js'

/** A run of all checks against a target that has hardly any operations, and gets those wrong. */
function poorReport(outcomeOf: (index: number) => Outcome): Report {
  const checks = allChecks.map(({ id }, index) => {
    const outcome = outcomeOf(index)
    const operation = operationNames[index % operationNames.length] ?? ''
    return checkReport(id, outcome, {
      ...(outcome === 'not implemented' && { operation }),
      ...(outcome === 'skipped' && { reason: `needs ${index}` }),
      evidence: [
        { kind: 'failure', message: `wrong ${index}`.repeat(30), expected: 'x\n'.repeat(99), exchanges: [] },
      ],
    })
  })
  const operations = operationNames.map(
    (name): OperationReport => ({ name, state: 'missing', status: 404, waiting: 1 }),
  )
  return sampleReport({
    checks,
    operations,
    areas: areas.map(({ prefix, title }) => ({ prefix, title })),
    rules: rules.map(({ id, level, section, statement }) => ({
      id,
      level,
      section,
      statement,
      area: id.split('-')[0] ?? '',
      outcome: 'failed',
      checks: [],
    })),
    causes: causesOf(checks, [], { strict: false }),
    reasons: Array.from({ length: 12 }, (_, index) => `reason ${index} `.repeat(20)),
    remains: Array.from({ length: 500 }, (_, index) => `object ${index} could not be deleted`),
    gaps: Array.from({ length: 20 }, (_, index) => ({
      reason: `needs ${index}`,
      remedy: 'Give it.',
      checks: [],
    })),
  })
}

const kinds: readonly Outcome[] = ['failed', 'not implemented', 'blocked', 'skipped', 'error', 'warned']
for (const width of [40, 80, 100]) {
  test(`given a target that has hardly any operations, when it is shown ${width} columns wide, then it fits on one screen`, () => {
    for (const outcome of kinds) {
      const text = screenReport(
        poorReport(index => (index % 3 ? outcome : (kinds[index % 6] ?? 'failed'))),
        {
          width,
          colour: false,
        },
      )

      assert.ok(text.split('\n').length <= 60, `${outcome}: ${text.split('\n').length} lines`)
      assert.ok(text.startsWith('Fix this first: '), text.slice(0, 100))
      assert.match(text, 'NOT CONFORMANT')
    }
  })
}

test('given a rule that blocks checks, then its own failure is the example, and the rule is the one to look up', () => {
  const evidenceOf = (kind: 'preparation' | 'failure') => ({
    evidence: [{ kind, message: 'a create was answered without an id', exchanges: [] }],
  })
  const blocked = checkReport('ENV-05.values', 'blocked', {
    blockedBy: 'ENV-09',
    ...evidenceOf('preparation'),
  })
  const failed = checkReport('ENV-09.resource', 'failed', evidenceOf('failure'))
  const screen = (checks: readonly CheckReport[]) =>
    screenReport(sampleReport({ checks, causes: causesOf(checks, [], { strict: false }) }), {
      width: 100,
      colour: false,
    })

  assert.match(
    screen([blocked, failed, { ...blocked, id: 'ENV-05.b' }]),
    /^Fix this first: ENV-09.*\n─+\n✗ ENV-09\.resource/,
  )
  assert.match(screen([blocked]), 'npx schedkit conformance explain ENV-09 says')
})

/** The screen for a run in which a check failed after these exchanges. */
function screenAfter(
  ...exchanges: readonly (readonly [method: string, path: string, body?: string])[]
): string {
  const failed = checkReport('RES-40.name', 'failed', {
    evidence: [
      {
        ...{ kind: 'failure', message: 'resource 7: note is not as it must be' },
        exchanges: exchanges.map(([method, path, body]) => ({
          ...{ as: 'owner', method, url: `https://api.example.test/v1${path}`, status: 200, headers: {} },
          ...{ answer: '{"success":true}', sentAt: '', took: 1, ...(body && { body }) },
        })),
      },
    ],
  })
  return screenReport(sampleReport({ checks: [failed], causes: causesOf([failed], [], { strict: false }) }), {
    width: 100,
    colour: false,
  })
}

test('given a read that shows the effect of a write, then the example has both requests, and the body', () => {
  const text = screenAfter(
    ['POST', '/resources/7', '{}'],
    ['PUT', '/resources/7', '{"name":"new"}'],
    ['GET', '/resources/7'],
  )

  assert.match(text, /> owner: PUT \S+\/7 {"name":"new"} => 200\n +> owner: GET \S+\/7 => 200\n/)
  assert.not.match(text, '> owner: POST')
  assert.match(text, '--only RES-40.name --full shows all evidence')
})

test('given reads that change an object, then the example has all of them', () => {
  const text = screenAfter(['GET', '/resources/7?fields=name'], ['GET', '/resources/7'])

  assert.match(text, /> owner: GET \S+\/7\?fields=name => 200\n +> owner: GET \S+\/7 => 200\n/)
})

test('given a booking that is read after a bulk request to those of its resource, then the example has both requests', () => {
  const text = screenAfter(
    ['DELETE', '/schedules/s/resources/5/bookings?ids=20'],
    ['GET', '/schedules/s/bookings/20'],
  )

  assert.match(text, /> owner: DELETE \S+\?ids=20 => 200\n +> owner: GET \S+\/20 => 200\n/)
})

test('given an invariant that was broken, then the options that show it select the check in which it was seen', () => {
  const failed = checkReport('FILT-12.answers', 'failed', {
    evidence: [{ kind: 'failure', message: 'it is wrong (seen in BKG-06.same)', exchanges: [] }],
  })
  const text = screenReport(
    sampleReport({ checks: [failed], causes: causesOf([failed], [], { strict: false }) }),
    { width: 200, colour: false },
  )

  assert.match(text, '--only FILT-12.answers BKG-06.same --full shows all evidence')
})

test('given failures that are not shown, then they are named with the option that shows them', () => {
  const screen = (maxFailures?: number) =>
    screenReport(
      poorReport(index => (index < 2 ? 'failed' : 'not implemented')),
      {
        width: 100,
        colour: false,
        ...(maxFailures && { maxFailures }),
      },
    )

  assert.match(
    screen(),
    `- 2 failures, whose evidence --full shows: ${allChecks[0]?.id}, ${allChecks[1]?.id}`,
  )
  assert.not.match(screen(2), 'evidence --full')
})

test('given failures, when some are requested with their evidence, then that many are shown', () => {
  const report = poorReport(() => 'failed')
  const shown = (maxFailures: number | undefined) =>
    screenReport(report, { width: 100, colour: false, maxFailures }).match(/must, section|should, section/g)
      ?.length ?? 0

  assert.equal([shown(undefined), shown(2)], [0, 2])
  const full = terminalReport(report, { width: 100, colour: false, maxFailures: 3 })
  assert.match(full, /\d+ more, by --max-failures/)
})

test('given long values and titles, then the difference and the counts are not cut off', () => {
  const ids = Array.from({ length: 60 }, (_, index) => 1000 + index)
  const failed = checkReport('RES-01.list', 'failed', {
    evidence: [
      {
        kind: 'failure',
        message: 'the ids are wrong',
        expected: JSON.stringify(ids),
        actual: JSON.stringify(ids.map(id => (id === 1050 ? 7777 : id))),
        exchanges: [],
      },
    ],
  })
  const long = {
    kind: 'rule',
    title: `LIST-11: ${'long '.repeat(40)}`,
    failed: 3,
    waiting: 1,
    checks: [],
  } as const
  const first = { kind: 'rule', title: 'RES-01', failed: 9, waiting: 0, checks: ['RES-01.list'] } as const

  const lines = screenReport(sampleReport({ checks: [failed], causes: [first, long] }), {
    width: 80,
    colour: false,
  }).split('\n')

  assert.ok(lines.some(line => line.startsWith('      expected') && line.includes('1050')))
  assert.ok(lines.some(line => line.startsWith('      actual') && line.includes('7777')))
  assert.ok(lines.some(line => line.endsWith('…; 3 checks fail, 1 check waits for it')))
  assert.ok(lines.every(line => line.length <= 80))
})

test('given checks that wait for an operation, then the screen names their areas', () => {
  const operation = 'POST /v1/schedules/{scheduleId}/bookings'
  const checks = ['BULK-01.bookings', 'BULK-04.bookings', 'BKG-05'].map(id =>
    checkReport(id, 'not implemented', { operation }),
  )

  const causes = causesOf(checks, [], { strict: false })
  const answered = (status: number) =>
    screenReport(
      sampleReport({
        checks,
        causes,
        operations: [{ name: operation, state: 'missing', status, waiting: 3 }],
      }),
      { width: 100, colour: false },
    )

  assert.match(answered(404), `Fix this first: ${operation} is missing; 3 checks wait for it`)
  assert.match(answered(404), /it answers 404\n/)
  assert.match(answered(404), 'waiting: BULK 2, BKG 1')
  assert.match(answered(200), 'it answers 200, but not with the JSON of this API')
})

/** A failure about a member in a read of the booking. */
const wrongMember = (id: string, message: string) =>
  checkReport(id, 'failed', {
    evidence: [
      {
        ...{ kind: 'failure', message },
        exchanges: [
          {
            ...{ as: 'owner', method: 'GET', url: 'https://api.example.test/v1/bookings/27', status: 200 },
            ...{ headers: {}, answer: '{"success":true}', sentAt: '', took: 1 },
          },
        ],
      },
    ],
  })

test('given failures and missing operations, then each failure has a sentence, and missing operations come after them', () => {
  const name = 'POST /v1/schedules/{scheduleId}/collaborators'
  const operations: OperationReport[] = [
    { name, state: 'missing', status: 404, waiting: 900 },
    { name: 'PUT /v1/schedules/{scheduleId}/collaborators', state: 'unclear', waiting: 0 },
  ]
  const checks = [
    ...allChecks.map(({ id }) => checkReport(id, 'not implemented', { operation: name })),
    wrongMember('TIME-12.start', 'start of booking 27 is 8, not a time'),
    wrongMember('TIME-12.end', 'end of booking 27 is 9, not a time'),
  ]
  const report = sampleReport({
    checks,
    operations,
    areas: areas.map(({ prefix, title }) => ({ prefix, title })),
    causes: causesOf(checks, [], { strict: false }),
  })

  const screen = screenReport(report, { width: 80, colour: false })

  assert.match(
    screen,
    /^Fix this first: the member start of a booking; 1 check fails\n─+\n✗ TIME-12\.start .*\n +start of booking 27 is 8, not a time\n +> owner: GET \/v1\/bookings\/27 => 200\n/,
  )
  assert.match(
    screen,
    /\nThen:\n- the member end of a booking; 1 check fails\n +end of booking 27 is 9, not a time\nNext: POST \S+ is missing, which \d,\d{3}\s+checks\s+wait\s+for\n\n/,
  )
  assert.match(screen, '? unclear: nothing was sent to it that it must accept')
})

test('given failures that need the room, then areas without failures and paths with all operations are omitted', () => {
  const text = (failures: number) => {
    const checks = allChecks.map(({ id, rule }, index) =>
      index < failures ? checkReport(id, 'failed', { rule }) : checkReport(id, 'passed'),
    )
    const report = sampleReport({
      checks,
      operations: operationNames.map(
        (name): OperationReport => ({
          name,
          state: name.endsWith('/users/me') ? 'missing' : 'implemented',
          waiting: 0,
        }),
      ),
      areas: areas.map(({ prefix, title }) => ({ prefix, title })),
      causes: causesOf(checks, [], { strict: false }),
    })
    return screenReport(report, { width: 100, colour: false })
  }

  assert.not.match(text(1), 'without failures')
  assert.match(text(1), /^\S+\/collaborators .*✓ there/m)
  assert.match(text(100), / more areas without failures; see --full\n/)
  assert.not.match(text(100), '✓ there')
  assert.match(text(100), /^\/v1\/users\/me .*✗ missing/m)
})

test('given observations, then the screen says how many of the checks are counted as observed', () => {
  const told = (id: string, outcome: 'observed' | 'passed', count: number) =>
    checkReport(id, outcome, {
      evidence: Array(count).fill({ kind: 'observation', message: 'seen', exchanges: [] }),
    })

  const screen = screenReport(
    sampleReport({ checks: [told('RES-01', 'observed', 2), told('RES-02', 'passed', 3)] }),
    { width: 100, colour: false },
  )

  assert.match(
    screen,
    '5 observations where the document is silent, by 1 check that only observes and 1 other',
  )
})

test('given a green run, when it is shown, then the counts and the verdict are present', () => {
  const text = screenReport(greenReport(), { width: 100, colour: false })

  assert.match(text, /3 planned = 3 ran/)
  assert.match(text, 'CONFORMANT')
  assert.not.match(text, 'Fix this first')
})

test('given a summary, when it is shown, then it contains only the counts and the verdict', () => {
  const text = summaryReport(sampleReport(), { width: 100, colour: false })

  assert.ok(text.split('\n').length < 16, text)
  assert.match(text, 'planned = ')
  assert.match(text, 'NOT CONFORMANT')
})

test('given texts from a hostile target, when they are shown, then there are no control characters', () => {
  for (const render of [screenReport, summaryReport]) {
    const text = render(hostileReport(), { width: 80, colour: false })

    assert.not.match(text.replaceAll('\n', ''), /\p{Cc}/u)
  }
})

test.run()
