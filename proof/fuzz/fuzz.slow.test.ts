import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { basicAuth } from '../requests/credentials.js'
import type { HttpClient } from '../requests/http.js'
import { createCases } from './cases.js'
import { checkData } from './data-checks.js'
import { escapeBytes, failureText } from './failure.js'
import { createLeakDetector } from './leaks.js'
import { checkResponse, parseResponse, type RawResponse } from './response.js'
import { fuzz } from './run.js'
import { createSetup } from './setup.js'

/*
 * A short attack on the server (`npm run fuzz` is the long one), and tests that an attack would find mistakes.
 */

for (const [log, seed] of [
  ['lines of JSON', 1],
  ['text', 2],
] as const) {
  test(`thousands of hostile requests to a server that logs ${log} are answered, leak nothing, keep the data consistent, and do not affect other clients`, async () => {
    const { sent, tally, canaryRequests, failures } = await fuzz({ seed, requests: 2_000, connections: 32 })

    assert.equal(failures.map(failureText), [])
    assert.is(sent, 2_000)
    assert.ok(canaryRequests > 20)
    for (const kind of [
      'ordinary: 200',
      'ordinary: 201',
      'mutated: 400',
      'framing: 400',
      'raw: 400',
      'pipelined: 200',
    ]) {
      assert.ok(tally.has(kind), kind)
    }
  })
}

test('given a seed, then the cases are the same each time, byte by byte, and another seed gives others', () => {
  const cases = (seed: number, round: number) => {
    const draw = createCases(seed, round, createSetup(seed))
    return Array.from({ length: 200 }, () => draw().pieces.map(escapeBytes).join())
  }

  assert.equal(cases(1, 0), cases(1, 0))
  assert.equal(cases(1, 9), cases(1, 9))
  assert.is.not(cases(1, 0)[0], cases(2, 0)[0])
  assert.is.not(cases(1, 0)[0], cases(1, 1)[0])
})

const head =
  'HTTP/1.1 200 OK\r\ncontent-type: application/json; charset=utf-8\r\ncache-control: no-store\r\nx-content-type-options: nosniff\r\n'
function answer(text: string): RawResponse {
  const read = parseResponse(Buffer.from(text), 'yes')
  if (!read) throw new Error(`It is not complete: ${text}`)
  return read.response
}

for (const [what, text] of [
  ['no HTTP', 'hello there'],
  ['another status line', 'HTTP/1.1 OK\r\n\r\n'],
  ['a header that is none', 'HTTP/1.1 200 OK\r\na b\r\n\r\n'],
  ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 1\r\n\r\nx'],
  ['no length', 'HTTP/1.1 200 OK\r\na: b\r\n\r\nx'],
] as const) {
  test(`given a response with ${what}, then it is found`, () => {
    assert.throws(() => parseResponse(Buffer.from(text), 'yes'), /^The response/)
  })
}

for (const [what, text] of [
  [
    'a status of the service itself',
    `${head.replace('200', '500')}content-length: 17\r\n\r\n{"success":false}`,
  ],
  ['a body that is no JSON', `${head}content-length: 2\r\n\r\n{]`],
  ['a body that is cut', `${head}content-length: 3\r\n\r\n{"success":true}`],
  ['no success', `${head}content-length: 2\r\n\r\n{}`],
  ['a success that is none', `${head}content-length: 17\r\n\r\n{"success":false}`],
  [
    'another code than its status has',
    `${head.replace('200', '404')}content-length: 62\r\n\r\n{"success":false,"error":{"code":"bad_request","message":"No."}}`,
  ],
  [
    'another type',
    `${head.replace('application/json', 'text/html')}content-length: 16\r\n\r\n{"success":true}`,
  ],
  ['no nosniff', `${head.replace('nosniff', 'x')}content-length: 16\r\n\r\n{"success":true}`],
] as const) {
  test(`given a response with ${what}, then it is found`, () => {
    assert.throws(() =>
      checkResponse(answer(text), { isBodiless: false, allowsPage: false, hasPlannedFailures: false }),
    )
  })
}

test('given a secret, then it is found in any encoding', () => {
  const world = createSetup(1)
  const leaks = createLeakDetector(world)
  leaks.addSecret('the-secret-of-a-link')
  const { email, password, password_hash } = world.seed.users[0] as (typeof world.seed.users)[0]

  for (const text of [
    password,
    JSON.stringify({ text: [...password].join('\0') }),
    basicAuth(email, password),
    String(password_hash),
    'x the-secret-of-a-link x',
  ]) {
    assert.throws(() => leaks.check(`... ${text} ...`, 'The log'), /^The log contains/)
  }
  leaks.check(`${email} ${basicAuth(email.toUpperCase(), password)} {"success":true}`, 'The log')
})

const room = {
  id: 1,
  schedule_id: 'one',
  name: 'Room',
  description: '',
  color_fg: '#000000',
  color_bk: '#FFFFFF',
  color_schedule: '#FFFFFF',
  text_bold: false,
  link: '',
  link_title: '',
  note: '',
  custom_1: '',
  custom_2: '',
  updated_at: '2026-11-21T14:30:00Z',
  created_at: '2026-11-21T14:30:00Z',
}
const { description: _, color_schedule: __, name: ___, ...shared } = room
const booking = {
  ...shared,
  resource_id: 1,
  title: '',
  start: '2026-11-21 14:30',
  end: '2026-11-21 15:30',
  all_day_display: false,
  start_utc: '2026-11-21T14:30:00Z',
  end_utc: '2026-11-21T15:30:00Z',
}
const guest = {
  id: 1,
  schedule_id: 'one',
  email: 'a@example.test',
  user_role: 'viewer',
  updated_at: room.updated_at,
  created_at: room.created_at,
}

/** A service that holds this data. */
function holding(lists: Record<string, readonly object[]>, total?: number): HttpClient {
  return {
    control: async () => [{ id: 'one', owner: 'mira@ribeira.example' }],
    async send({ target }) {
      const data = lists[target.replace('/v1/schedules/one/', '').replace('?limit=0', '')] ?? []
      const pagination = { page_count: data.length, total_count: total ?? data.length }
      return {
        status: 200,
        headers: {},
        body: Buffer.from(JSON.stringify({ success: true, data, pagination })),
      }
    },
    async close() {},
  }
}

const right = {
  resources: [room],
  bookings: [booking],
  'resources/1/bookings': [booking],
  collaborators: [guest],
}
const found = (wire: HttpClient) =>
  checkData(wire, createSetup(1).seed).then(
    () => '',
    error => error.message,
  )

test('given a service with consistent data, then nothing is found', async () => {
  assert.is(await found(holding(right)), '')
})

for (const [what, wire, message] of [
  ['another total than what it lists', holding(right, 7), /lists 1 and counts 1 of 7/],
  [
    'an object that breaks the contract',
    holding({ ...right, resources: [{ ...room, color_bk: 'red' }] }),
    /breaks the contract/,
  ],
  [
    'an object of another schedule',
    holding({ ...right, resources: [{ ...room, schedule_id: 'x' }] }),
    /an object of schedule x/,
  ],
  ['a list out of its order', holding({ ...right, resources: [room, room] }), /out of order/],
  ['a name twice', holding({ ...right, resources: [room, { ...room, id: 2 }] }), /A name is not unique/],
  [
    'a booking of no resource',
    holding({ ...right, 'resources/1/bookings': [] }),
    /lists 1 bookings, and its resources 0/,
  ],
  [
    'a booking that a resource lists wrongly',
    holding({ ...right, 'resources/1/bookings': [{ ...booking, resource_id: 2 }] }),
    /bookings of other resources/,
  ],
  [
    'a booking that ends before it starts',
    holding({
      ...right,
      bookings: [{ ...booking, end_utc: '2026-11-21T14:00:00Z' }],
      'resources/1/bookings': [{ ...booking, end_utc: '2026-11-21T14:00:00Z' }],
    }),
    /ends before it starts/,
  ],
  [
    'a collaborator twice',
    holding({ ...right, collaborators: [guest, { ...guest, id: 2, email: 'A@example.test' }] }),
    /a collaborator twice/,
  ],
  [
    'its owner as a collaborator',
    holding({ ...right, collaborators: [{ ...guest, email: 'Mira@Ribeira.example' }] }),
    /its owner/,
  ],
] as const) {
  test(`given a service that holds ${what}, then it is found`, async () => {
    assert.match(await found(wire), message)
  })
}

test.run()
