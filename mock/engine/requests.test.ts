import { inspect } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createClock } from '../../server/core/index.js'
import { createMock } from '../index.js'
import {
  baseUrl,
  bookings,
  call,
  collaborators,
  credentials,
  failureOf,
  grace,
  heard,
  mira,
  now,
  pause,
  resources,
  seed,
  withMock,
} from '../testing/api.js'
import { createRequestRecords } from './requests.js'

test('given requests, then each is recorded: what was sent, by whom, and the response', async () => {
  await withMock({}, async mock => {
    await call(`POST ${resources}`, { body: { name: 'Cávado' } })
    await call(`DELETE ${bookings}?ids=1`, { as: grace })
    await call('GET /v1/users/me', { as: credentials('nobody@example.test') })

    const [created, deleted, refused] = mock.requests
    assert.equal(created, {
      ms: 0,
      at: new Date(now).toISOString(),
      method: 'POST',
      path: resources,
      query: {},
      operation: 'createResource',
      account: mira,
      body: { name: 'Cávado' },
      status: 201,
      reply: { success: true, data: [{ id: 10 }] },
    })
    assert.equal(
      [deleted?.account, deleted?.path, deleted?.query, deleted?.status],
      [grace, bookings, { ids: '1' }, 200],
    )
    assert.equal([refused?.account, refused?.status], ['nobody@example.test', 401])
  })
})

/** Measures the duration of work in milliseconds. */
async function timeOf(work: Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work
  return performance.now() - begin
}

test('given an aborted request, then it is marked, and answered ones are not', async () => {
  await withMock({}, async mock => {
    const [leaving, staying] = [new AbortController(), new AbortController()]
    const leave = () => {
      leaving.abort()
      return true
    }
    mock.latency(3_000, { operation: 'createResource', if: leave })
    const sent = failureOf(call(`POST ${resources}`, { body: { name: 'Cávado' }, signal: leaving.signal }))
    assert.is(await sent, 'AbortError')
    assert.ok((await timeOf(mock.idle())) < 2_000)
    await call('GET /v1/users/me', { signal: staying.signal })
    staying.abort()
    await mock.idle()

    assert.equal(
      mock.requests.map(({ operation, status, aborted }) => [operation, status, aborted]),
      [
        ['createResource', 201, true],
        ['readMe', 200, undefined],
      ],
    )
  })
})

test('given a delayed request that is aborted, then it stops waiting, and is carried out', async () => {
  await withMock({}, async mock => {
    const leaving = new AbortController()
    const arrival = new Promise<void>(resolve => {
      mock.latency(3_000, { if: () => resolve() === undefined })
    })
    const sent = failureOf(call(`POST ${resources}`, { body: { name: 'Cávado' }, signal: leaving.signal }))
    await arrival

    leaving.abort()

    assert.is(await sent, 'AbortError')
    assert.ok((await timeOf(mock.idle())) < 2_000)
    assert.equal(
      mock.requests.map(({ operation, status, aborted }) => [operation, status, aborted]),
      [['createResource', 201, true]],
    )
  })
})

test('given a frozen clock, then requests last as long as the clock was moved, in every run alike', async () => {
  await withMock({}, async mock => {
    mock.latency(20)
    await call('GET /v1/users/me')
    mock.latency(0)
    const held = mock.hold()
    const sent = call('GET /v1/users/me')
    while (held.waiting === 0) await pause(1)
    mock.clock.advance(4_000)
    held.stop()
    await sent

    assert.equal(
      mock.requests.map(({ ms }) => ms),
      [0, 4_000],
    )
    mock.clock.run()
    mock.latency(20)
    await call('GET /v1/users/me')
    assert.ok((mock.requests.at(-1)?.ms ?? 0) >= 19)
  })
})

test('given console.log, then it shows request and response, not internals', async () => {
  await withMock({}, async mock => {
    mock.fail({
      operation: 'createResource',
      with: 503,
      if: received => !inspect(received).includes("'Cávado'"),
    })
    await call(`POST ${resources}`, { body: { name: 'Cávado' } })

    const shown = inspect(mock.requests)
    assert.match(shown, "body: { name: 'Cávado' }")
    assert.match(shown, 'reply: { success: true')
  })
})

test('given long bodies and replies, then they are complete', async () => {
  await withMock({}, async mock => {
    const note = 'x'.repeat(900)
    await call(`PUT ${resources}/1`, { body: { note: note.slice(0, 250) } })
    await call(`GET ${bookings}?limit=0`)
    await call(`POST ${resources}`, { body: { name: 'y'.repeat(20_000) } })

    const [, list, created] = mock.requests
    assert.ok(list?.operation === 'listBookings' && list.reply?.success)
    assert.is(list.reply.data.length, list.reply.pagination.total_count)
    assert.ok(JSON.stringify(list.reply).length > 16_384)
    assert.is(created?.operation === 'createResource' && created.body?.name?.length, 20_000)
  })
})

test('given a network error and a body that is not JSON, then the record says so', async () => {
  await withMock({}, async mock => {
    mock.fail({ with: 'network error' })
    await call('GET /v1/users/me').catch(() => {})
    const headers = { authorization: credentials(mira) }
    await fetch(baseUrl + resources, { method: 'POST', headers, body: 'Attic' })

    assert.equal(
      mock.requests.map(({ status, body, reply }) => [status, body, typeof reply]),
      [
        [0, undefined, 'undefined'],
        [400, 'Attic', 'object'],
      ],
    )
  })
})

test('given more bodies and replies than there is room for, then those of the oldest requests are dropped, and marked', () => {
  const records = createRequestRecords(
    createClock(() => now),
    300,
  )
  const reply = { status: 200, headers: {}, body: JSON.stringify('x'.repeat(98)) }
  for (const id of [1, 2, 3, 4]) {
    const target = `${resources}/${id}`
    const call = { method: 'GET', target, origin: baseUrl, header: () => undefined, body: new Uint8Array() }
    records.add({ call, reply, took: 1 })
  }

  assert.equal(
    records.list().map(({ truncated, reply }) => [truncated, typeof reply]),
    [
      [true, 'undefined'],
      [undefined, 'string'],
      [undefined, 'string'],
      [undefined, 'string'],
    ],
  )
})

test('given a very long body, then it is hidden, because it may hold a password, and marked', async () => {
  await withMock({}, async mock => {
    await call(`POST ${resources}`, { body: { name: 'y'.repeat(100_000) } })

    const [created] = mock.requests
    assert.is(created?.truncated, true)
    assert.is(String(created?.body), '[redacted]: 100011 characters that may hold a password')
  })
})

test('given credentials and passwords, then no request shows them', async () => {
  await withMock({}, async mock => {
    await call('PUT /v1/users/me', { body: { new_password: 'brand-new-one' } })
    await call('PUT /v1/users/me', {
      body: { email: 'mira@new.example' },
      as: credentials(mira, 'brand-new-one'),
    })
    const [link = ''] = /https:\S+/.exec(mock.outbox[0]?.text ?? '') ?? []
    await fetch(link)

    const text = JSON.stringify(mock.requests)
    for (const secret of [
      'brand-new-one',
      'mira-demo',
      credentials(mira).slice(6),
      link.split('/').at(-1) ?? '',
    ]) {
      assert.not.match(text, secret)
    }
    assert.is(mock.requests.length, 3)
  })
})

test('given the arrays of requests and outbox, then changing them has no effect', async () => {
  await withMock({}, async mock => {
    await call('GET /v1/users/me')

    ;(mock.requests as unknown[]).pop()
    ;(mock.outbox as unknown[]).push('x')

    assert.equal([mock.requests.length, mock.outbox.length], [1, 0])
  })
})

test('given more than 1,000 requests, then the last 1,000 are kept', async () => {
  await withMock({}, async mock => {
    for (let turn = 0; turn < 1_010; turn++) await call(`GET ${resources}?limit=${turn}`)

    assert.is(mock.requests.length, 1_000)
    assert.equal([mock.requests[0]?.query, mock.requests.at(-1)?.query], [{ limit: '10' }, { limit: '1009' }])
  })
})

test('given an invitation and a new address, then both mails are in the outbox, and the link of the latter works', async () => {
  await withMock({}, async mock => {
    await call(`POST ${collaborators}`, { body: { email: 'new@example.test', invite: true } })
    await call('PUT /v1/users/me', { body: { email: 'mira@new.example' } })

    const [invitation, activation] = mock.outbox
    assert.equal([invitation?.to, activation?.to], ['new@example.test', 'mira@new.example'])
    assert.is(invitation?.at, new Date(now).toISOString())
    assert.match(invitation?.text ?? '', 'lisbon-studio')
    const [link = ''] = /https:\S+/.exec(activation?.text ?? '') ?? []
    assert.match(link, `${baseUrl}/v1/`)
    assert.is((await fetch(link)).status, 200)
    assert.is((await fetch(link)).status, 404)
    assert.is((await call('GET /v1/users/me')).status, 401)
    assert.is(
      (await call('GET /v1/users/me', { as: credentials('mira@new.example', 'mira-demo') })).status,
      200,
    )
  })
})

test('given an unknown path or method, then the console shows the nearest', async () => {
  await withMock({}, async () => {
    const said = await heard(async () => {
      await call('GET /v1/user/me')
      await call('PATCH /v1/users/me')
      await call(`GET ${resources}/999`)
      await call('GET /v1/schedules/nowhere/resources')
    })

    assert.equal(said.length, 2)
    assert.match(
      said[0] ?? '',
      `schedkit answered 404 to GET ${baseUrl}/v1/user/me: There is nothing at /v1/user/me.`,
    )
    assert.match(said[0] ?? '', 'Did you mean /v1/users/me?')
    assert.match(
      said[1] ?? '',
      `schedkit answered 405 to PATCH ${baseUrl}/v1/users/me: PATCH is not allowed on this path`,
    )
  })
})

test('given onMistake, then it is called instead of logging, once for each mistake', async () => {
  const mistakes: string[] = []
  await withMock({ onMistake: message => void mistakes.push(message) }, async () => {
    const said = await heard(() => call('GET /v1/schedule/lisbon-studio/bookings'))

    assert.equal(said, [])
    assert.is(mistakes.length, 1)
    assert.match(mistakes[0] ?? '', 'Did you mean /v1/schedules/lisbon-studio/bookings?')
  })
})

test('given a body that breaks the contract, then the response says where', async () => {
  await withMock({}, async () => {
    const { status, body } = await call(`POST ${bookings}`, {
      body: { resourceId: 1, start: '2026-12-01 9:00', end: 'soon', color_bk: 'red' },
    })

    assert.is(status, 422)
    assert.equal(body.error.details.map((detail: { path: string }) => detail.path).sort(), [
      'color_bk',
      'end',
      'resourceId',
      'resource_id',
      'start',
    ])
    assert.match(JSON.stringify(body.error.details), /did you mean resource_id\?/)
  })
})

test('given an invalid seed, then no mock is created, and every error is listed', () => {
  const wrong = { ...seed, users: [{ email: mira, password: 'short', timezone: 'Europe/Lisabon' }] }

  const thrown = (() => {
    try {
      createMock({ baseUrl, seed: wrong })
    } catch (error) {
      return error as Error & { details: { path: string }[] }
    }
    return assert.unreachable()
  })()

  assert.is(thrown?.name, 'SeedError')
  assert.match(thrown?.message ?? '', /users\.0\.password|users\[0\]\.password/)
  assert.match(thrown?.message ?? '', /did you mean "Europe\/Lisbon"\?/)
})

test.run()
