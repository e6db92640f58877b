import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ruleOf } from '../areas/index.js'
import { checkReport } from '../testing/check-report.js'
import { causeLine, causesOf } from './causes.js'
import type { CheckReport, Evidence, Outcome, RuleReport } from './report.js'

const base = 'https://api.example.test/v1/schedules/lab'

function evidence(message: string, request: string, status: number, answer = '{"success":false}'): Evidence {
  const [method = '', path = ''] = request.split(' ')
  const exchange = {
    as: 'owner',
    method,
    url: `${base}${path}`,
    status,
    headers: {},
    answer,
    sentAt: '',
    took: 1,
  }
  return { kind: 'failure', message, exchanges: [exchange] }
}
const check = (id: string, outcome: Outcome, own: Evidence[] = [], more: Partial<CheckReport> = {}) =>
  checkReport(id, outcome, { evidence: own, ...more })
const rules = ['RES-38', 'UNIQ-02', 'LIST-16'].map(
  (id): RuleReport => ({ ...ruleOf(id), area: 'RES', outcome: 'failed', checks: [] }),
)
const causes = (...checks: CheckReport[]) => causesOf(checks, rules, { strict: false })
const titles = (...checks: CheckReport[]) => causes(...checks).map(({ title }) => title)
const operation = 'PUT /v1/schedules/{scheduleId}/bookings/{bookingId}'
const waits = (id: string) => check(id, 'not implemented', [], { operation })
const fine = '{"success":true}'

test('given checks that wait for an operation and others that fail, then the operation comes first', () => {
  const failing = evidence('it was accepted', 'POST /resources', 200, fine)

  const [first, second] = causes(
    check('UNIQ-02', 'failed', [failing]),
    check('UNIQ-02.b', 'failed', [failing]),
    check('UNIQ-02.c', 'failed', [failing]),
    waits('BKG-26.a'),
    waits('BKG-26.b'),
    check('RES-05', 'passed'),
  )

  assert.is(first && causeLine(first), `${operation} is missing; 2 checks wait for it`)
  assert.is(
    second && causeLine(second),
    `UNIQ-02: ${ruleOf('UNIQ-02').statement.replace(/\.$/, '')}; 3 checks fail`,
  )
  assert.equal(first?.checks, ['BKG-26.a', 'BKG-26.b'])
})

test('given a request that is refused everywhere, then checks that fail by it and those that it blocks have one cause', () => {
  const refused = evidence('POST /v1/… as owner must be accepted, but was not', 'POST /resources', 500)

  const found = causes(
    check('RES-38', 'failed', [refused]),
    check('UNIQ-02', 'blocked', [{ ...refused, kind: 'preparation' }], { blockedBy: 'RES-38' }),
  )

  assert.equal(found.map(causeLine), [
    'POST /v1/schedules/{scheduleId}/resources returns 500 but must succeed; 1 check fails, 1 check waits for it',
  ])
})

test('given wrong credentials, then they are the cause, whatever was sent', () => {
  const found = titles(
    check('RES-38', 'failed', [evidence('must be accepted, but was not', 'POST /resources', 401)]),
    check('RES-05', 'blocked', [evidence('a list', 'GET /bookings', 401)], { blockedBy: 'BKG-28' }),
  )

  assert.equal(found, ['the credentials of the owner are refused (401)'])
})

test('given failures about one parameter or one member, then each is one cause', () => {
  const wrongPage = evidence('the list is not as it must be', 'GET /resources?offset=2', 200, fine)
  const wrongNote = evidence('booking 7: note is not as it must be', 'GET /bookings/7', 200, fine)

  const found = titles(
    check('LIST-02.resources', 'failed', [wrongPage]),
    check('LIST-16.resources', 'failed', [wrongPage]),
    check('BKG-05', 'failed', [wrongNote]),
    check('BKG-26', 'failed', [wrongNote]),
    check('BKG-26.b', 'failed', [wrongNote]),
  )

  assert.equal(found, ['the member note of a booking', 'the parameter offset of GET on lists'])
})

test('given ids in quotes, then they are the cause of whatever fails by them', () => {
  const quoted = '{"success":true,"data":[{"id":"7"}]}'
  const failing = (id: string, request: string) =>
    check(id, 'failed', [evidence('the list holds objects that are not in it', request, 200, quoted)])

  const found = causes(
    failing('LIST-01.resources', 'GET /resources?ids=7'),
    failing('ENV-12.booking', 'GET /bookings/7'),
    failing('COL-03', 'POST /collaborators'),
  )

  assert.equal(
    found.map(({ checks }) => checks),
    [['LIST-01.resources', 'ENV-12.booking'], ['COL-03']],
  )
  assert.match(String(found[0]?.title), 'ids of objects of a schedule are sent in quotes')
})

test('given a warning, then it is a cause under strict only', () => {
  const warned = check('RES-13', 'warned', [evidence('odd', 'GET /resources', 200, fine)])

  assert.equal(causesOf([warned], rules, { strict: false }), [])
  assert.is(causesOf([warned], rules, { strict: true }).length, 1)
})

test.run()
