import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  bookings,
  call,
  collaborators,
  credentials,
  failureOf,
  grace,
  mira,
  pause,
  resources,
  withMock,
} from './testing/api.js'

test('given a latency, then each response takes at least as long, until it is removed', async () => {
  await withMock({}, async mock => {
    const times: number[] = []
    for (const latency of [30, [20, 40]] as const) {
      mock.latency(latency)
      const begin = performance.now()
      await call('GET /v1/users/me')
      times.push(performance.now() - begin)
    }

    const [fixed = 0, between = 0] = times
    assert.ok(fixed >= 29 && between >= 19, String(times))
    // The response to this one would take years.
    mock.latency(600_000)
    mock.latency(0)
    assert.is((await call('GET /v1/users/me')).status, 200)
  })
})

test('given a failure of an operation, then only that fails, as often as planned, and others are answered', async () => {
  await withMock({}, async mock => {
    const planned = mock.fail({ operation: 'createBooking', with: 503, times: 2 })
    const create = () =>
      call(`POST ${bookings}`, { body: { resource_id: 1, start: '2026-12-01', end: '2026-12-02' } })

    const statuses = [
      (await call(`GET ${bookings}`)).status,
      (await create()).status,
      (await create()).status,
      (await create()).status,
    ]

    assert.equal(statuses, [200, 503, 503, 201])
    assert.equal([planned.left, planned.when], [2, 'before'])
  })
})

test('given a condition, then only requests that meet it fail, are delayed or are held', async () => {
  await withMock({}, async mock => {
    const create = (name: string) => call(`POST ${resources}`, { body: { name }, planned: true })
    const failing = mock.fail({
      operation: 'createResource',
      if: ({ body, account }) => body?.name === 'Attic' && account === mira,
      with: 409,
    })
    mock.latency(600_000, { operation: 'listResources', if: ({ query }) => query.offset === '1' })
    const held = mock.hold({ if: ({ path, operation }) => operation === undefined && path === '/v1/unknown' })

    assert.equal([(await create('Cellar')).status, (await create('Attic')).status], [201, 409])
    assert.is((await create('Attic')).status, 201)
    assert.is(failing.left, 1)
    assert.is((await call(`GET ${resources}?offset=0`)).status, 200)
    const delayed = call(`GET ${resources}?offset=1`)
    const unknown = call('GET /v1/unknown', { planned: true })
    while (held.waiting === 0) await pause(1)
    assert.is(await Promise.race([delayed, 'waiting']), 'waiting')
    held.stop()
    assert.is((await unknown).status, 404)
    mock.latency(0)
    assert.is(await Promise.race([delayed, pause(20)]), undefined)
    mock.reset()
    assert.is((await delayed).status, 200)
    assert.is((await call(`GET ${resources}?offset=1`)).status, 200)
  })
})

test('given a condition that throws or returns no boolean, then it is not met, and a message is logged once', async () => {
  const told: string[] = []
  await withMock({ onMistake: message => told.push(message) }, async mock => {
    const read = async () => (await call('GET /v1/users/me')).status
    mock.fail({
      if: ({ body }) => (body as { name: string }).name === 'Attic',
      with: 500,
      times: 'always',
    })
    mock.fail({ if: (() => Promise.reject(new Error('late'))) as never, with: 500, times: 'always' })
    mock.latency(600_000, { if: (async () => true) as never })
    mock.hold({ operation: 'readMe', if: (() => 'yes') as never })

    assert.equal([await read(), await read()], [200, 200])
  })

  const refused = (name: string, why: string) =>
    `schedkit: the condition of mock.${name} counts as not met, because it ${why}.`
  const error = "TypeError: Cannot read properties of undefined (reading 'name')"
  assert.equal(told, [
    refused('fail', `failed for GET /v1/users/me: ${error}`),
    refused('fail', 'must return true or false, not a promise'),
    refused('hold', 'must return true or false, not "yes"'),
    refused('latency', 'must return true or false, not a promise'),
  ])
})

test('given a condition and a request with a password, then the password is hidden, as in the records', async () => {
  await withMock({}, async mock => {
    const seen: unknown[] = []
    mock.hold({ if: request => seen.push(request.body) === 0 })

    await call('PUT /v1/users/me', { body: { new_password: 'of-my-own' } })
    await call('GET /v1/users/me', { as: credentials(mira, 'of-my-own') })

    assert.equal(seen, [{ new_password: '[redacted]' }, undefined])
  })
})

test('given details of a failure, then the response lists them', async () => {
  await withMock({}, async mock => {
    const details = [{ path: 'name', message: 'is taken in another building' }]
    mock.fail({ with: 422, details })

    const { body } = await call(`POST ${resources}`, { body: { name: 'Attic' }, planned: true })

    assert.equal(body.error.details, details)
  })
})

test('given a failure with always, then it lasts until it is stopped, and others stay', async () => {
  await withMock({}, async mock => {
    const planned = mock.fail({ operation: ['readMe', 'listResources'], with: 500, times: 'always' })
    mock.fail({ operation: 'listResources', with: 502, times: 'always' })

    assert.equal(
      [(await call('GET /v1/users/me')).status, (await call(`GET ${resources}`)).status],
      [500, 500],
    )
    planned.stop()
    planned.stop()
    assert.equal(
      [(await call('GET /v1/users/me')).status, (await call(`GET ${resources}`, { planned: true })).status],
      [200, 502],
    )
    mock.succeed()
    assert.is((await call(`GET ${resources}`)).status, 200)
  })
})

test('given a failure that was cleared, when it is stopped later, then a newer one stays', async () => {
  await withMock({}, async mock => {
    const old = mock.fail({ with: 503, times: 'always' })
    mock.reset()
    mock.fail({ operation: 'readMe', with: 500, times: 'always' })

    old.stop()

    assert.is((await call('GET /v1/users/me')).status, 500)
  })
})

test('given a network error before, then the request has no effect; after, then it has, and the response is lost', async () => {
  await withMock({}, async mock => {
    const create = (name: string) => failureOf(call(`POST ${resources}`, { body: { name } }))

    mock.fail({ with: 'network error' })
    assert.is(await create('Before'), 'TypeError')
    mock.fail({ with: 'network error', when: 'after' })
    assert.is(await create('After'), 'TypeError')

    const names = mock.db.resource.getAll().map(({ name }) => name)
    assert.equal([names.includes('Before'), names.includes('After')], [false, true])
    assert.equal(
      mock.requests.map(({ status, operation }) => [status, operation]),
      [
        [0, 'createResource'],
        [0, 'createResource'],
      ],
    )
  })
})

test('given a failure with its own message, then the response has it', async () => {
  await withMock({}, async mock => {
    mock.fail({ with: 409, code: 'name_taken', message: 'Taken', headers: { 'x-why': 'test' } })

    const { status, headers, body } = await call(`POST ${resources}`, {
      body: { name: 'New' },
      planned: true,
    })

    assert.equal([status, headers.get('x-why')], [409, 'test'])
    assert.equal(body, { success: false, error: { code: 'name_taken', message: 'Taken' } })
  })
})

test('given an invalid failure, latency or limit, then the message says what is valid', async () => {
  await withMock({}, async mock => {
    for (const [work, message] of [
      [
        () => mock.fail(undefined as never),
        /the value must be an object such as \{ with: 503 \}, not undefined\.$/,
      ],
      [() => mock.fail(503 as never), /such as \{ with: 503 \}, not 503\.$/],
      [
        () => mock.fail({ with: 200 as number }),
        /Failed to plan a failure: with must be a status from 400 to 599/,
      ],
      [
        () => mock.fail({ operation: 'createBoking' as 'createBooking', with: 500 }),
        /did you mean "createBooking"\?/,
      ],
      [() => mock.fail({ with: 500, times: 0 }), /times must be a whole number from 1/],
      [
        () => mock.fail({ with: 500, times: Number.POSITIVE_INFINITY }),
        /times must be a whole number from 1, or "always", not Infinity/,
      ],
      [
        () => mock.fail({ operation: 'updateBooking' as 'changeBooking', with: 500 }),
        /did you mean "changeBooking"\?/,
      ],
      [() => mock.hold('getResources' as 'listResources'), /did you mean "listResources"\?/],
      [() => mock.latency(9, 'removeMe' as 'deleteMe'), /did you mean "deleteMe"\?/],
      [
        () => mock.fail({ with: 422, if: 'createBooking' as never }),
        /if must be a function that says whether a request is meant, not "createBooking"/,
      ],
      [() => mock.hold({ operations: 'createBooking' } as never), /did you mean operation\?/],
      [
        () => mock.fail({ with: 422, details: { path: 'title' } as never }),
        /details must be an array such as \[\{"path": "title"/,
      ],
      [
        () => mock.fail({ with: 500, tmies: 1 } as never),
        /tmies is not a known field; did you mean times\?$/,
      ],
      [() => mock.latency(-1), /Failed to set the latency: the value must be milliseconds/],
      [() => mock.latency([20, 10]), /two bounds/],
      [
        () => mock.variety({ profile_completed: 'number' as 'integer' }),
        /Failed to set the variety: profile_completed/,
      ],
    ] as const) {
      assert.throws(work, message)
    }
    for (const [work, message] of [
      [mock.rateLimit(0), /Failed to limit the rate: requests must be a whole number from 1/],
      [
        mock.rateLimit(5, 'mira@ribera.example'),
        /no account mira@ribera\.example; did you mean mira@ribeira/,
      ],
      [
        mock.addUser({ email: 'x@example.test', password: 'short' }),
        /Failed to add a user: password has 5 characters/,
      ],
      [mock.addSchedule({ owner: 'nobody@example.test' }), /no account nobody@example\.test/],
    ] as const) {
      assert.match(((await work.catch((error: Error) => error)) as Error).message, message)
    }
    assert.is((await call('GET /v1/users/me')).status, 200)
  })
})

test('given a rate limit of 2, then two requests are answered and then 429, until the clock is advanced', async () => {
  await withMock({}, async mock => {
    await mock.rateLimit(2, mira)
    const statusOf = async (as = mira) => (await call('GET /v1/users/me', { as })).status

    assert.equal(
      [await statusOf(), await statusOf(), await statusOf(), await statusOf(grace)],
      [200, 200, 429, 200],
    )
    mock.clock.advance(100_000)
    const { status, headers, body } = await call('GET /v1/users/me')
    assert.equal([status, headers.get('retry-after'), body.error.code], [429, '200', 'rate_limited'])
    mock.clock.advance(199_000)
    assert.is(await statusOf(), 429)
    mock.clock.advance(1_000)
    assert.is(await statusOf(), 200)
    assert.is((await call('GET /v1/users/me')).body.data.request_rate_limit, 2)
  })
})

test('given the option for new accounts, then seed, addUser and db apply it, unless an account has its own limit', async () => {
  await withMock(
    { requestRateLimit: 3, seed: { users: [{ email: mira, password: 'mira-demo' }] } },
    async mock => {
      await mock.addUser({ email: 'a@example.test', password: 'secret', request_rate_limit: 9 })
      await mock.addUser({ email: 'b@example.test', password: 'secret' })
      mock.db.user.create({ email: 'c@example.test' })

      assert.equal(
        mock.db.user.getAll().map(user => user.request_rate_limit),
        [3, 9, 3, 3],
      )
    },
  )
})

test('given variety, then ids of collaborators are strings and profile_completed is 1 or 0, until it is reset', async () => {
  await withMock({ variety: { profile_completed: 'integer' } }, async mock => {
    const invite = async (email: string) =>
      (await call(`POST ${collaborators}`, { body: { email } })).body.data[0].id as unknown
    mock.variety({ collaborator_id: 'string' })

    assert.type(await invite('a@example.test'), 'string')
    assert.ok([0, 1].includes((await call('GET /v1/users/me')).body.data.profile_completed))
    mock.variety({ profile_completed: 'boolean' })
    assert.type((await call('GET /v1/users/me')).body.data.profile_completed, 'boolean')
    assert.type(await invite('b@example.test'), 'string')
    mock.reset()
    assert.type(await invite('a@example.test'), 'number')
    assert.type((await call('GET /v1/users/me')).body.data.profile_completed, 'number')
  })
})

test.run()
