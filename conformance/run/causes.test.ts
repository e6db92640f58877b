import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ruleOf } from '../catalogue/index.js'
import { checkReport } from '../testing/check-report.js'
import { causeLine, causesOf } from './causes.js'
import type { Cause, CheckReport, Evidence, Outcome, RuleReport } from './report.js'

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
const rules = ['RES-38', 'UNIQ-02', 'LIST-16', 'ENV-07'].map(
  (id): RuleReport => ({ ...ruleOf(id), area: 'RES', outcome: 'failed', checks: [] }),
)
const causes = (...checks: CheckReport[]) => causesOf(checks, rules, { strict: false })
const titles = (...checks: CheckReport[]) => causes(...checks).map(({ title }) => title)
const operation = 'PUT /v1/schedules/{scheduleId}/bookings/{bookingId}'
const waits = (id: string) => check(id, 'not implemented', [], { operation })
const fine = '{"success":true}'

test('given a check whose requests got no complete response, then no rule is named, and failures come first', () => {
  const reason = 'no complete response in attempt 5: other side closed (UND_ERR_SOCKET)'
  const broken = check('RES-38', 'blocked', [], { reason })
  const failed = [check('UNIQ-02', 'failed', [failing]), check('UNIQ-02.bulk', 'failed', [failing])]

  assert.is(titles(broken, ...failed).at(-1), 'requests that checks need got no complete response')
})

const failing = evidence('it was accepted', 'POST /resources', 200, fine)

test('given checks that wait for a failed one, then they share its cause, whatever their message says', () => {
  const found = evidence('booking 1: title is not as it must be', 'PUT /bookings?ids=1', 200, fine)
  const title = 'a bulk update with ids changes only the listed ones'
  const failed = check('BULK-01.bookings', 'failed', [found], { title })
  const waiting = check('BULK-02.bookings', 'blocked', [found], { blockedBy: 'BULK-01' })

  const [first, ...others] = causes(failed, waiting)

  assert.equal([first?.title, first?.failed, first?.waiting], ['the parameter ids of PUT on lists', 1, 1])
  assert.equal(others, [])
})

test('given a counterpart that was refused, when others followed, then the cause is its refusal, not the rule', () => {
  const refused = evidence('the same booking with start must be accepted, but was not', 'POST /bookings', 422)
  const { exchanges } = evidence('', 'GET /bookings?limit=0', 200, fine)
  const found = { ...refused, exchanges: [...refused.exchanges, ...exchanges] }

  const named = titles(check('BKG-05', 'failed', [found]))

  assert.equal(named, ['POST /v1/schedules/{scheduleId}/bookings returns 422 but must succeed'])
})

test('given lists without an array, then they have one cause with all checks that wait for them', () => {
  const list = (what: string) =>
    evidence(`${what} has no array of objects under data`, 'GET /bookings', 200, fine)
  const failed = check('ENV-07.empty', 'failed', [list('an empty list')])
  const blockedBy = 'ENV-07'
  const blocked = check('BKG-30', 'blocked', [list('the list of a resource')], { blockedBy })
  const reason = 'BULK-15 has to pass first, and was blocked itself: more is not risked after that'
  const waiting = check('BULK-05', 'blocked', [], { blockedBy, reason })

  const [first, ...others] = causes(failed, blocked, waiting)

  assert.match(first?.title ?? '', /^ENV-07: Each of the four lists answers with data as an array/)
  assert.equal([first?.failed, first?.waiting, others], [1, 2, []])
})

test('given updates of two accounts that are refused, then they have one cause', () => {
  const refusedTo = (as: string) => {
    const { exchanges, ...found } = evidence(
      'the account as it was read must be accepted, but was not',
      'PUT ',
      422,
    )
    const url = 'https://api.example.test/v1/users/me'
    return { ...found, exchanges: exchanges.map(each => ({ ...each, as, url })) }
  }

  const named = titles(
    check('USER-29', 'failed', [refusedTo('stranger')]),
    check('USER-30', 'failed', [refusedTo('throwaway')]),
  )

  assert.equal(named, ['PUT /v1/users/me returns 422 but must succeed'])
})

test('given objects with the same id, then that comes first', () => {
  const same = check('BKG-02.answers', 'failed', [
    evidence('a new booking got the id 7', 'POST /bookings', 201, fine),
  ])
  const others = ['RES-38', 'UNIQ-02', 'UNIQ-02.b'].map(id => check(id, 'failed', [failing]))

  assert.match(titles(...others, same)[0] ?? '', /^BKG-02: /)
})

test('given a long response whose beginning is not shown, then it is not said to lack success', () => {
  const list = evidence(
    'the list with limit=0 returns 25 of 26 bookings',
    'GET /bookings?limit=0',
    200,
    '"id":9',
  )
  const exchanges = list.exchanges.map(each => ({ ...each, cutBefore: 900 }))

  const [title] = titles(
    check('LIST-04.bookings', 'blocked', [{ ...list, exchanges }], { blockedBy: 'LIST-04' }),
  )

  assert.not.match(title ?? '', 'success')
})

test('given a wrong link or another page, then the sent parameter is not the cause', () => {
  for (const message of [
    'the list of 25 resources with offset=5 has a link "next", and yet no further page exists',
    'booking 1 is shown at offset 3, and was shown at 0 by another page of the same list',
  ])
    assert.equal(
      titles(check('LIST-13', 'failed', [evidence(message, 'GET /resources?offset=5', 200, fine)])),
      ['the links of lists to their other pages'],
    )
})

test('given a password chosen by a check, when it is refused, then the credentials of the target are not called wrong', () => {
  const login = evidence('a login with a colon must be accepted, but was not', '', 401)
  const exchanges = login.exchanges.map(each => ({ ...each, as: 'throwaway', method: 'GET' }))

  assert.not.match(titles(check('USER-37', 'failed', [{ ...login, exchanges }]))[0] ?? '', 'credentials')
})

test('given checks that wait and others that fail, then mistakes come before missing operations, the cause of most first', () => {
  const some = [
    waits('BKG-26.a'),
    waits('BKG-26.b'),
    check('RES-38', 'failed', [failing]),
    check('UNIQ-02', 'failed', [failing]),
    check('UNIQ-02.b', 'failed', [failing]),
    check('RES-05', 'passed'),
  ]
  const rule = (id: string) => `${id}: ${ruleOf(id).statement.replace(/\.$/, '')}`

  assert.equal(causes(...some).map(causeLine), [
    `${rule('UNIQ-02')}; 2 checks fail`,
    `${rule('RES-38')}; 1 check fails`,
    `${operation} is missing; 2 checks wait for it`,
  ])
  assert.equal(causes(...some)[2]?.checks, ['BKG-26.a', 'BKG-26.b'])
})

test('given objects that remain after bulk deletions, seen alone or in a list, then those deletions are the cause', () => {
  const read = evidence(
    'reading booking 57 after it was deleted in bulk must be refused, but was accepted',
    'GET /b/57',
    200,
  )
  const list = evidence('DELETE /v1/b?ids=1,2 as owner left 1 of 2 objects in /v1/b', 'GET /b', 200)

  const all = causes(
    check('BULK-15.delete', 'failed', [read]),
    check('CROSS-03', 'failed', [list]),
    check('BULK-16', 'blocked', [{ ...read, kind: 'preparation' }], { blockedBy: 'BULK-15' }),
  )

  assert.equal(all.map(causeLine), [
    'bulk deletes leave objects that they must delete; 2 checks fail, 1 check waits for it',
  ])
})

test('given a check whose failure shows in a read that is refused, when others wait for it, then its rule is the cause', () => {
  const failure = evidence('DELETE … affected booking 7: it can no longer be read', 'GET /bookings/7', 404)
  const [title = ''] = titles(
    check('UNIQ-02', 'failed', [failure]),
    check('RES-05', 'blocked', [{ ...failure, kind: 'preparation' }], { blockedBy: 'UNIQ-02' }),
    check('RES-06', 'blocked', [{ ...failure, kind: 'preparation' }], { blockedBy: 'UNIQ-02' }),
  )

  assert.match(title, /^UNIQ-02: /)
})

test('given creates that return nothing, when the preparation of a check fails because of that, then the response is the cause', () => {
  const prepared = evidence('a create that prepares the check was refused', 'POST /resources', 201, '')
  const [title = ''] = titles(
    check('COL-21', 'failed', [prepared]),
    check('RES-39', 'blocked', [{ ...prepared, kind: 'preparation' }], { blockedBy: 'RES-38' }),
    check('RES-40', 'blocked', [{ ...prepared, kind: 'preparation' }], { blockedBy: 'RES-38' }),
  )

  assert.is(title, 'POST /v1/schedules/{scheduleId}/resources returns 201 but the body is empty')
})

test('given a request that is refused everywhere, then checks that fail because of it and those that it blocks have one cause', () => {
  const refused = evidence('POST /v1/… as owner must be accepted, but was not', 'POST /resources', 500)

  const found = causes(
    check('RES-38', 'failed', [refused]),
    check('UNIQ-02', 'blocked', [{ ...refused, kind: 'preparation' }], { blockedBy: 'RES-38' }),
  )

  assert.equal(found.map(causeLine), [
    'POST /v1/schedules/{scheduleId}/resources returns 500 but must succeed; 1 check fails, 1 check waits for it',
  ])
})

test('given several operations that return 5xx, then they are one cause', () => {
  const error = (request: string) => evidence('it must be accepted, but was not', request, 500)

  const found = causes(
    check('RES-38', 'failed', [error('GET /resources')]),
    check('BKG-28', 'failed', [error('GET /bookings')]),
    check('BKG-29', 'blocked', [{ ...error('GET /bookings'), kind: 'preparation' }], { blockedBy: 'BKG-28' }),
    check('UNIQ-02', 'failed', [failing]),
    check('UNIQ-03', 'failed', [failing]),
  )

  assert.equal(
    causeLine(found[0] as Cause),
    [
      '2 operations return an error of the server (5xx), such as GET /v1/schedules/{scheduleId}/resources; ',
      '2 checks fail, 1 check waits for it',
    ].join(''),
  )
})

test('given reads that change objects, then they come before their consequences', () => {
  const found = titles(
    check('LIST-02', 'failed', [evidence('it is wrong', 'GET /resources?offset=2', 200, fine)]),
    check('LIST-16', 'failed', [evidence('it is wrong', 'GET /resources?offset=2', 200, fine)]),
    check('CROSS-40', 'failed', [
      evidence('resource 7 was changed by a read', 'GET /resources/7', 200, fine),
    ]),
  )

  assert.match(found[0] ?? '', /^CROSS-40: /)
})

test('given wrong credentials, then they are the cause, whatever was sent', () => {
  const found = titles(
    check('RES-38', 'failed', [evidence('must be accepted, but was not', 'POST /resources', 401)]),
    check('RES-05', 'blocked', [evidence('a list', 'GET /bookings', 401)], { blockedBy: 'BKG-28' }),
  )

  assert.equal(found, ['the credentials of the owner are refused (401)'])
})

test('given an empty body or one without success, then the cause says so', () => {
  const created = (answer: string) =>
    evidence('POST /v1/… as owner must be accepted, but was not', 'POST /resources', 201, answer)

  assert.equal(
    [created(''), created('{"data":[{"id":1}]}')].flatMap(each => titles(check('RES-38', 'failed', [each]))),
    [
      'POST /v1/schedules/{scheduleId}/resources returns 201 but the body is empty',
      'POST /v1/schedules/{scheduleId}/resources returns 201 but without "success": true',
    ],
  )
})

test('given an owner who is let in at times, then credentials alone are not the cause', () => {
  const refused = (id: string, status: number) =>
    check(id, 'failed', [evidence('must be accepted, but was not', 'POST /resources', status)])

  const found = titles(refused('RES-38', 401), refused('RES-39', 404), check('RES-05', 'passed'))

  assert.is(found.length, 1)
  assert.match(String(found[0]), /^the owner is let in at times and refused at others \(401\)/)
})

test('given a fault of all responses, then it is one cause for everything that fails because of it or waits for it', () => {
  const boolean = (expected: string, actual: string): Evidence => ({
    ...evidence('text_bold of a resource is wrong', 'GET /resources/7?fields=text_bold', 200, fine),
    expected,
    actual,
  })
  const error = evidence('it must be refused, but was accepted', 'DELETE /resources/7', 404, fine)

  assert.equal(
    titles(
      check('RES-01', 'failed', [boolean('boolean', '0')]),
      check('BULK-03', 'failed', [boolean('{\n  "text_bold": true\n}', '{\n  "text_bold": 1\n}')]),
    ),
    ['booleans are sent as 0 and 1, and have to be true and false'],
  )
  assert.equal(
    titles(
      check('RES-45', 'failed', [error]),
      check('BULK-01', 'blocked', [{ ...error, kind: 'preparation' }], { blockedBy: 'BULK-04' }),
    ),
    ['errors are answered with "success": true'],
  )
})

test('given texts that are sent as numbers, then that is the cause of everything that fails because of it', () => {
  const text = (message: string, expected: string, actual: string): Evidence => ({
    ...evidence(message, 'GET /resources/7', 200, fine),
    expected,
    actual,
  })

  assert.equal(
    titles(
      check('CROSS-16', 'failed', [
        text('it is not as it must be', '{\n  "note": "0"\n}', '{\n  "note": 0\n}'),
      ]),
      check('RES-01.answers', 'failed', [
        text('name of resource 7 must be of type string', 'string', '73056771647'),
      ]),
      check('RES-39.answers', 'failed', [text('name of resource 7 differs', '"73056771647"', '73056771647')]),
    ),
    ['texts of digits, such as "0", are sent as numbers, and have to be strings'],
  )
  const [ofId = ''] = titles(
    check('USER-01', 'failed', [text('id of the user object must be of type string', 'string', '7')]),
  )
  assert.match(ofId, /^(?!texts of digits)./)
})

test('given times that differ as zone offsets do, then that is the cause, but not if a value was left unchanged', () => {
  const time = (message: string, expected: string, actual: string): Evidence => ({
    ...evidence(message, 'GET /bookings/7', 200, fine),
    expected,
    actual,
  })
  const [cause, ...others] = titles(
    check('TIME-03', 'failed', [
      time(
        'start_utc of a booking at 12:00 by a user in Europe/Berlin',
        '2023-07-15T10:00:00Z',
        '2023-07-15T11:00:00Z',
      ),
    ]),
    check('CROSS-29', 'failed', [
      time(
        'start of a booking from midnight to midnight in Europe/Berlin',
        '2023-07-15 00:00',
        '2023-07-14 23:00',
      ),
    ]),
    check('BKG-26', 'failed', [
      time('start_utc of a booking after a PUT', '2023-07-15T10:00:00Z', '2023-07-15T08:00:00Z'),
    ]),
  )

  assert.match(cause ?? '', /^times of bookings are shifted/)
  assert.equal(others, ['the member start_utc of a booking'])
})

test('given a wrong total_count or link, then no parameter of the request is the cause', () => {
  const listed = (id: string, message: string) =>
    check(id, 'failed', [evidence(message, 'GET /bookings?time_min=2026-01-01&offset=20', 200, fine)])

  assert.equal(
    titles(
      listed('FILT-10', 'total_count of a filtered list must be 2, but is 1'),
      listed('LIST-11.bookings', 'pagination.total_count of the list must be 25, but is 20'),
      listed('LIST-17.bookings', 'the set of ids on the list and the pages that follow by its links differs'),
    ),
    ['total_count in the pagination of lists', 'the links of lists to their other pages'],
  )
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

test('given ids by which a check requests its own objects, then they are the cause only if the check is about them', () => {
  const listed = (message: string) => evidence(message, 'GET /resources?ids=1,2', 200, fine)

  assert.equal(titles(check('LIST-21', 'failed', [listed('ids=1,2 shows 3')])), [
    'the parameter ids of GET on lists',
  ])
  assert.not.match(titles(check('LIST-16', 'failed', [listed('the list shows 3')])).join(), /parameter ids/)
})

test('given a list with two filters, then the one that the check names is the cause, or else its rule', () => {
  const asked = 'GET /bookings?time_min=2026-01-01&time_max=2026-02-01'
  const listed = (id: string, message: string) => check(id, 'failed', [evidence(message, asked, 200, fine)])

  assert.equal(titles(listed('FILT-02', 'time_max kept booking 7, which ends later')), [
    'the parameter time_max of GET on lists',
  ])
  assert.match(titles(listed('FILT-03', 'booking 7 is missing')).join(), /^FILT-03: /)
})

test('given ids in quotes, then they are the cause of everything that fails because of them', () => {
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

test('given a warning, then it is a cause only with strict', () => {
  const warned = check('RES-13', 'warned', [evidence('odd', 'GET /resources', 200, fine)])

  assert.equal(causesOf([warned], rules, { strict: false }), [])
  assert.is(causesOf([warned], rules, { strict: true }).length, 1)
})

test.run()
