import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { WorldExchange } from '../../mock/serve/index.js'
import { judge, partTakenForWhole } from './record.js'

const bookings = '/v1/schedules/studio/bookings'

const exchange = (at: number, line: string, more: Partial<WorldExchange> = {}): WorldExchange => {
  const [method = '', target = ''] = line.split(' ')
  return {
    at,
    answered: at,
    method,
    target,
    as: 'mira@example.test',
    body: '',
    status: 200,
    served: 200,
    ...more,
  }
}

const create = (at: number, more: Partial<WorldExchange> = {}) =>
  exchange(at, `POST ${bookings}`, { body: '{"title":"a"}', status: 201, served: 201, ...more })

const texts = (exchanges: readonly WorldExchange[]) =>
  judge(exchanges).map(({ kind, text }) => `${kind}: ${text}`)

test('given a create that is sent again after a lost response, then it is found, with both requests', () => {
  const [finding, ...others] = judge([create(0, { status: 0 }), create(11)])

  assert.equal(others, [])
  assert.is(
    finding?.text,
    `POST ${bookings} was sent again after a lost answer, without a look at what is there; it created 2 objects`,
  )
  assert.equal(finding?.timeline, [
    `     0 ms  POST ${bookings}: no answer, done with 201`,
    `    11 ms  POST ${bookings}: 201`,
  ])
})

test('given a read of the list in between, another body or a request without effect, then nothing is found', () => {
  assert.equal(texts([create(0, { status: 0 }), exchange(5, `GET ${bookings}?limit=0`), create(11)]), [])
  assert.equal(texts([create(0, { status: 0 }), create(11, { body: '{"title":"b"}' })]), [])
  assert.equal(texts([create(0, { status: 0 }), create(11, { as: 'grace@example.test' })]), [])
  assert.equal(texts([exchange(0, `POST ${bookings}`, { status: 0 }), create(11)]), [])
})

test('given a create whose answer the client did not wait for or could not read, then a repetition is found', () => {
  const again = create(11)

  assert.equal(texts([create(0, { aborted: true, answered: 10 }), again]), [
    `sent twice: POST ${bookings} was sent again without waiting for the answer, without a look at what is there; it created 2 objects`,
  ])
  assert.equal(texts([create(0, { damaged: true }), again]), [
    `sent twice: POST ${bookings} was sent again after a damaged answer, without a look at what is there; it created 2 objects`,
  ])
  assert.equal(texts([create(0), again]), [])
})

test('the timeline says of a damaged response that it is', () => {
  const [finding] = judge([create(0, { damaged: true }), create(11)])

  assert.is(finding?.timeline[0], `     0 ms  POST ${bookings}: 201, damaged`)
})

test('a look at the bookings of a resource is a look; one that failed is not', () => {
  const lost = create(0, { status: 0 })
  const look = exchange(5, 'GET /v1/schedules/studio/resources/7/bookings?limit=0')

  assert.equal(texts([lost, look, create(11)]), [])
  assert.is(texts([lost, { ...look, status: 503 }, create(11)]).length, 1)
})

test('given Retry-After, then the same request before that time is found, and no other', () => {
  const refused = exchange(0, `GET ${bookings}`, { status: 429, retryAfter: 1 })

  assert.equal(texts([refused, exchange(300, `GET ${bookings}`)]), [
    `sent too soon: GET ${bookings} was sent again 300 ms after 429, which asked to wait 1 s (Retry-After)`,
  ])
  assert.equal(texts([refused, exchange(950, `GET ${bookings}`)]), [])
  assert.equal(texts([refused, exchange(300, `GET ${bookings}?limit=1`)]), [])
  assert.equal(texts([{ ...refused, status: 422 }, exchange(300, `GET ${bookings}`)]), [])
  assert.equal(texts([{ ...refused, aborted: true }, exchange(300, `GET ${bookings}`)]), [])
})

test('given two identical concurrent requests, when the first one fails, then the other one is not a repetition', () => {
  const refused = exchange(0, `GET ${bookings}`, { status: 429, retryAfter: 1, answered: 50 })

  assert.equal(texts([refused, exchange(9, `GET ${bookings}`)]), [])
  assert.equal(texts([refused, exchange(51, `GET ${bookings}`)]), [
    `sent too soon: GET ${bookings} was sent again 1 ms after 429, which asked to wait 1 s (Retry-After)`,
  ])
  assert.equal(texts([create(0, { status: 0, answered: 50 }), create(9)]), [])
})

test('given a later page that was refused and never read, then the client may mistake a part for the whole list', () => {
  const page = (at: number, offset: number) => exchange(at, `GET ${bookings}?limit=2&offset=${offset}`)
  /** An exchange that the world refused without forwarding it to the service. */
  function refused(at: number, offset: number): WorldExchange {
    const { served: _, ...asked } = page(at, offset)
    return { ...asked, status: 429 }
  }
  const whole = [page(0, 0), page(5, 2), page(9, 4)]
  const found = (...exchanges: WorldExchange[]) => partTakenForWhole(exchanges, whole)

  const [finding, ...others] = found(page(0, 0), refused(5, 2))

  assert.equal(others, [])
  assert.match(finding?.text ?? '', 'a later page was refused with 429 and never asked for again')
  assert.is(finding?.isLikely, true)
  assert.is(finding?.timeline.length, 2)
  // The page was requested again, from the beginning or at its offset; or the list must be refused; or the reference never read it.
  assert.equal(found(page(0, 0), refused(5, 2), page(7, 2)), [])
  assert.equal(found(page(0, 0), refused(5, 2), page(7, 0), page(8, 2)), [])
  assert.equal(found(page(0, 0), { ...refused(5, 2), status: 401, served: 401 }), [])
  assert.equal(found(page(0, 0), refused(5, 8)), [])
  assert.equal(found(refused(0, 0)), [])
})

test('given failing requests that are retried without a pause, then the loop is found once', () => {
  const failed = (at: number) => exchange(at, `GET ${bookings}`, { status: 500 })
  const times = Array.from({ length: 15 }, (_, index) => index * 20)

  assert.equal(texts(times.map(failed)), [
    `sent in a loop: GET ${bookings} was sent 10 times in 180 ms, and failed each time`,
  ])
  assert.equal(texts(times.map(at => failed(at * 20))), [])
  assert.equal(texts(times.map(at => ({ ...failed(at), status: at === 100 ? 200 : 500 }))), [])
})

test('given pauses that vary, then a loop is still found once; and requests with other passwords are others', () => {
  const failed = Array.from({ length: 60 }, (_, index) =>
    exchange(index * 20 + (index % 7), `GET ${bookings}`, { status: 401, checksum: 1 }),
  )

  assert.is(texts(failed).length, 1)
  assert.equal(texts(failed.map((each, index) => ({ ...each, checksum: index }))), [])
})

test('given tests that each begin with the same requests, then only those beyond the number without the world are repetitions', () => {
  const starts = Array.from({ length: 12 }, (_, index) => index * 100)
  const reads = starts.map(at => exchange(at, `GET ${bookings}`))
  const failed = reads.map(read => ({ ...read, status: 429, retryAfter: 300 }))
  const creates = starts.map(at => create(at, { status: at === 0 ? 0 : 201 }))
  const kinds = (exchanges: readonly WorldExchange[], reference: readonly WorldExchange[]) => [
    ...new Set(judge(exchanges, reference).map(({ kind }) => kind)),
  ]

  assert.equal(kinds(failed, reads), [])
  assert.equal(kinds(creates, creates), [])
  assert.equal(kinds([...failed, { ...failed[0], at: 1 } as WorldExchange], reads), ['sent too soon'])
  assert.equal(kinds([...creates, create(50)], creates), ['sent twice'])
  const loop = Array.from({ length: 40 }, (_, index) =>
    exchange(index * 50, `GET ${bookings}`, { status: 500 }),
  )
  assert.equal(kinds(loop, reads), ['sent in a loop'])
  assert.equal(kinds(loop.slice(0, 20), reads), [])
})

test('given parallel tests with a service each, then none repeats a request of another one', () => {
  const refused = exchange(0, `GET ${bookings}`, {
    status: 429,
    retryAfter: 1,
    server: 'a',
  })

  assert.equal(texts([refused, exchange(500, `GET ${bookings}`, { server: 'b' })]), [])
  assert.is(texts([refused, exchange(500, `GET ${bookings}`, { server: 'a' })]).length, 1)
})

test('given a refusal that the service itself gave, as a test had planned, then a repetition is not too soon', () => {
  const planned = exchange(0, `GET ${bookings}`, { status: 503, served: 503, retryAfter: 30 })

  assert.equal(texts([planned, exchange(5, `GET ${bookings}`)]), [])
  assert.equal(texts([{ ...planned, served: 200 }, exchange(5, `GET ${bookings}`)]), [
    `sent too soon: GET ${bookings} was sent again 5 ms after 503, which asked to wait 30 s (Retry-After)`,
  ])
})

test('given tests that each begin a new service with a request that fails, then that is not a loop', () => {
  const starts = (servers: number) =>
    Array.from({ length: 12 }, (_, index) =>
      exchange(index * 20, 'GET /v1/users/me', { status: 401, server: String(index % servers) }),
    )

  assert.equal(texts(starts(12)), [])
  assert.equal(texts(starts(1)), [
    'sent in a loop: GET /v1/users/me was sent 10 times in 180 ms, and failed each time',
  ])
})

test('given tests that each begin with a request and fail immediately, then that is not a loop', () => {
  const each = (pause: number, status: number) =>
    Array.from({ length: 40 }, (_, index) => exchange(index * pause, 'GET /v1/users/me', { status }))

  assert.equal(judge(each(10, 401), each(250, 200)), [])
})

test('given requests that do not exist in the interface, then each is found once; refused values are not', () => {
  const refusal = (code: string, message: string) => ({
    status: 404,
    served: 404,
    refusal: { code, message },
  })
  const typo = exchange(
    0,
    'GET /v1/schedules/studio/booking?limit=1',
    refusal('unknown_path', 'This path does not exist'),
  )

  assert.equal(
    texts([
      typo,
      { ...typo, target: '/v1/schedules/studio/booking?limit=2' },
      exchange(
        1,
        `GET ${bookings}?size=1`,
        refusal('bad_query', 'size is not a known query parameter; known: limit'),
      ),
      exchange(2, 'GET /favicon.ico', refusal('unknown_path', 'There is nothing at /favicon.ico')),
      exchange(2, `GET ${bookings}?limit=x`, refusal('bad_query', 'limit must be a whole number')),
      exchange(3, `POST ${bookings}`, refusal('invalid', 'title has 101 characters')),
    ]),
    [
      'not documented: GET /v1/schedules/studio/booking is not part of the API: This path does not exist',
      `not documented: GET ${bookings} is not part of the API: size is not a known query parameter; known: limit`,
    ],
  )
})

test.run()
