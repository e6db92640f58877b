import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { demo } from '../../fixtures/index.js'
import { startMock } from '../../mock/node.js'
import { type RunningServer, startServer } from '../index.js'
import { type Answered, ApiError, type Client, type ClientOptions, createClient } from './index.js'

const account = { email: 'mira@ribeira.example', password: 'mira-demo' }
const scheduleId = 'lisbon-studio'
const seed = demo({ now: Date.UTC(2026, 10, 21) })
const attic = { title: 'Attic', start: '2026-11-21 09:00', end: '2026-11-21 10:00' }

let server: RunningServer
test.before(async () => {
  server = await startServer({ seed })
})
test.after(() => server.close())

/** Creates a client of the server, and records the requests that it sends. */
function clientOf(options: Partial<ClientOptions> = {}) {
  const sent: string[] = []
  const client = createClient({
    baseUrl: server.url,
    ...account,
    fetch(input, init) {
      sent.push(`${init?.method} ${String(input).replace(server.url, '')}`)
      return fetch(input, init)
    },
    ...options,
  })
  return { client, sent }
}

/** Returns the error with which a promise is rejected. */
const errorOf = (promise: PromiseLike<unknown>) =>
  promise.then(
    () => assert.unreachable('it was not rejected'),
    (error: unknown) => error,
  )

/** A server with fixed responses, and the requests that it received. */
async function withAnswers<T>(
  answers: readonly { status: number; headers?: Record<string, string>; body?: string }[],
  work: (url: string, targets: string[]) => Promise<T>,
): Promise<T> {
  const targets: string[] = []
  const fixed = createServer((request, response) => {
    const { status, headers = {}, body = '{"success":true}' } = answers[targets.length] ?? { status: 500 }
    targets.push(`${request.method} ${request.url}`)
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>(resolve => fixed.listen(0, '127.0.0.1', resolve))
  try {
    return await work(`http://127.0.0.1:${(fixed.address() as AddressInfo).port}`, targets)
  } finally {
    fixed.closeAllConnections()
    fixed.close()
  }
}

test('an error response is an ApiError with status, code, message and details', async () => {
  const { client } = clientOf()

  const error = await errorOf(client.createResource({ scheduleId, body: { name: '', color_bk: 'red' } }))

  assert.instance(error, ApiError)
  const { name, operation, status, code, message, details } = error as ApiError
  assert.equal([name, operation, status, code], ['ApiError', 'createResource', 422, 'invalid'])
  assert.match(inspect(error), /^ApiError: /)
  assert.is(message, '2 values are invalid: name, color_bk')
  assert.equal(
    details.map(({ path }) => path),
    ['name', 'color_bk'],
  )
})

test('given wrong or missing credentials, then the code is unauthorized', async () => {
  for (const options of [{ password: 'wrong' }, { email: undefined }]) {
    const { status, code, details } = (await errorOf(clientOf(options).client.readMe())) as ApiError

    assert.equal([status, code, details], [401, 'unauthorized', []])
  }
})

test('given a response that is not from this API, then the error says where it came from, what it was and what may have been done', async () => {
  const doubt = ' It may have been done: look before you send it again.'
  const long = 'No. '.repeat(100)
  const answers: [status: number, body: string, found: string, ofWrites?: string][] = [
    [200, '<html>', 'with "<html>". Check the baseUrl.', doubt],
    [200, 'null', 'with "null". Check the baseUrl.', doubt],
    [200, '{"succ', 'with "{\\"succ".', doubt],
    [502, '', 'without a body.', doubt],
    [204, '', 'without a body. Check the baseUrl.', doubt],
    [404, 'Not Found', 'with "Not Found". Check the baseUrl.'],
    [200, '{"success":false}', 'with "{\\"success\\":false}".'],
    [422, '{"title":"Taken"}', 'with "{\\"title\\":\\"Taken\\"}".'],
    [422, long, `with "${long.slice(0, 200)}".`],
  ]
  const twice = answers.flatMap(([status, body]) => [
    { status, body },
    { status, body },
  ])
  await withAnswers(twice, async baseUrl => {
    const client = createClient({ baseUrl })
    const start = (operation: string) => `Failed to ${operation}: ${baseUrl}/v1/users/me answered`
    for (const [status, , found, ofWrites = ''] of answers) {
      const read = (await errorOf(client.readMe())) as ApiError
      const change = (await errorOf(client.changeMe({ body: { firstname: 'Ada' } }))) as ApiError

      assert.equal([read.status, read.code], [status, undefined])
      assert.is(read.message, `${start('readMe')} ${status} ${found}`)
      assert.is(change.message, `${start('changeMe')} ${status} ${found}${ofWrites}`)
    }
  })
})

test('given an error in the form of another service, then only what has the types of an ApiError is in it', async () => {
  const detail = { path: '', message: 'is too long' }
  const answers: [error: object, seen: [code: unknown, details: unknown, message: RegExp]][] = [
    [{ message: 'No', details: null }, [undefined, [], /^No$/]],
    [{ code: 422, details: { title: ['is too long'] } }, [undefined, [], /answered 422 with "\{/]],
    [{ message: { en: 'No' }, code: 'taken' }, ['taken', [], /answered 422 with "\{/]],
    [{ message: 'No', details: [null, 'short', { path: 'name' }, detail] }, [undefined, [detail], /^No$/]],
  ]
  const bodies = answers.map(([error]) => ({ status: 422, body: JSON.stringify({ success: false, error }) }))
  await withAnswers(bodies, async baseUrl => {
    const client = createClient({ baseUrl, ...account })
    for (const [, [code, details, message]] of answers) {
      const error = (await errorOf(client.readMe())) as ApiError

      assert.equal([error.code, error.details], [code, details])
      assert.match(error.message, message)
    }
  })
})

test('given a page, then a missing base URL and a host without a scheme are refused, and a path is resolved against the page', async () => {
  Object.assign(globalThis, { location: { origin: server.url } })
  try {
    for (const baseUrl of [undefined as never, 'api.example.com'])
      assert.throws(() => createClient({ baseUrl }), /the baseUrl .* is not the URL of an API/)
    assert.instance(await errorOf(createClient({ baseUrl: '/' }).readMe()), ApiError)
  } finally {
    Object.assign(globalThis, { location: undefined })
  }
})

test('given a page without an origin, such as about:blank, then a whole URL works, and a path does not', () => {
  Object.assign(globalThis, { location: { origin: 'null' } })
  try {
    assert.type(createClient({ baseUrl: 'https://api.example.com' }).readMe, 'function')
    assert.throws(() => createClient({ baseUrl: '/api' }), /"\/api" is not the URL of an API/)
  } finally {
    Object.assign(globalThis, { location: undefined })
  }
})

test('given a successful response without the expected data, then the error says what it contained', async () => {
  const page = '{"success":true,"data":[{"id":1}],"pagination":{"limit":20}}'
  const incomplete: [body: string, call: (client: Client) => PromiseLike<unknown>][] = [
    ['{"success":true}', client => client.readMe()],
    ['{"success":true,"data":[]}', client => client.listResources({ scheduleId })],
    [page, client => client.listResources({ scheduleId })],
    ['{"success":true}', client => client.createResource({ scheduleId, body: { name: 'Attic' } })],
    [page, client => client.createResource({ scheduleId, body: { name: 'Attic' } })],
    [
      '{"success":true,"data":[{"id":"a"}]}',
      client => client.createBooking({ scheduleId, body: {} as never }),
    ],
  ]
  const answers = incomplete.map(([body]) => ({ status: 200, body }))
  await withAnswers(answers, async baseUrl => {
    for (const [body, call] of incomplete) {
      const error = (await errorOf(call(createClient({ baseUrl })))) as ApiError

      assert.is(error.status, 200)
      assert.match(error.message, `answered 200 with ${JSON.stringify(body)}.`)
    }
  })
})

test('given a service whose ids start at 0, then the first create has this id', async () => {
  await withAnswers([{ status: 201, body: '{"success":true,"data":[{"id":0}]}' }], async baseUrl => {
    assert.equal(await createClient({ baseUrl }).createResource({ scheduleId, body: { name: 'Attic' } }), {
      id: 0,
    })
  })
})

test('given a redirect that turns a create into a read, then it does not count as a success', async () => {
  const list = '{"success":true,"data":[{"id":7}],"pagination":{"links":{}}}'
  const answers = [
    { status: 301, headers: { location: '/new/resources' } },
    { status: 200, body: list },
  ]
  await withAnswers(answers, async (baseUrl, targets) => {
    const created = createClient({ baseUrl }).createResource({ scheduleId, body: { name: 'Attic' } })

    assert.match(((await errorOf(created)) as Error).message, `${baseUrl}/new/resources answered 200`)
    assert.equal(targets, [`POST /v1/schedules/${scheduleId}/resources`, 'GET /new/resources'])
  })
})

test('given no response, then the error names the request and says that a write may have been done', async () => {
  const silent = createServer(request => request.socket.destroy())
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const client = createClient({ baseUrl })

  const read = (await errorOf(client.listBookings({ scheduleId, limit: 5 }))) as Error
  const create = (await errorOf(client.createResource({ scheduleId, body: { name: 'Attic' } }))) as Error

  silent.close()
  assert.instance(read, TypeError)
  assert.is(
    read.message,
    `Failed to listBookings: ${baseUrl}/v1/schedules/${scheduleId}/bookings gave no answer: other side closed.`,
  )
  assert.match(create.message, 'gave no answer: other side closed. It may have been done: look before you')
  assert.is((create.cause as Error & { code?: string }).code, 'UND_ERR_SOCKET')
})

test('for await yields every object in a list, page by page', async () => {
  const { client, sent } = clientOf()
  const wanted = (await client.listBookings({ scheduleId, limit: 0, fields: ['id'] })).data
  sent.length = 0

  const found: { id: number }[] = []
  for await (const booking of client.listBookings({ scheduleId, limit: 10, fields: ['id'] }))
    found.push(booking)

  assert.ok(wanted.length > 30)
  assert.equal(found, wanted)
  assert.is(sent.length, Math.ceil(wanted.length / 10))
  assert.is(sent[1], `GET /v1/schedules/${scheduleId}/bookings?limit=10&fields=id&offset=10`)
})

for (const [what, change] of [
  ['deletes', (client: Client, [id]: number[]) => client.deleteBookings({ scheduleId, ids: [id as number] })],
  ['adds', (client: Client) => client.createBooking({ scheduleId, body: { ...attic, resource_id: 1 } })],
] as const) {
  test(`given another client that ${what} an object while pages are read, then for await yields every other object once`, async () => {
    const { client, sent } = clientOf()
    const before = (await client.listBookings({ scheduleId, limit: 0, fields: ['id'] })).data.map(
      ({ id }) => id,
    )
    sent.length = 0

    const found: number[] = []
    for await (const { id } of client.listBookings({ scheduleId, limit: 10, fields: ['id'] })) {
      found.push(id)
      if (found.length === 10) await change(client, before)
    }

    const after = (await client.listBookings({ scheduleId, limit: 0, fields: ['id'] })).data.map(
      ({ id }) => id,
    )
    await server.reset()
    assert.equal(found.filter(id => after.includes(id)).sort(), after.sort())
    assert.is(new Set(found).size, found.length)
    assert.ok(sent.length <= Math.ceil(before.length / 10) + 4)
  })
}

test('given a loop that deletes what it lists, then every object is deleted', async () => {
  const { client } = clientOf()

  for await (const { id } of client.listBookings({ scheduleId, limit: 10 }))
    await client.deleteBooking({ scheduleId, bookingId: id })

  const { pagination } = await client.listBookings({ scheduleId, limit: 0 })
  await server.reset()
  assert.is(pagination.total_count, 0)
})

test('given a list without ids that changes while its pages are read, then the loop ends with an error that says so', async () => {
  const { client } = clientOf()
  const list = async () => {
    let count = 0
    for await (const _ of client.listBookings({ scheduleId, limit: 10, fields: ['title'] }))
      if (++count === 10) await client.deleteBookings({ scheduleId, ids: [1] })
  }

  const { message } = (await errorOf(list())) as Error

  await server.reset()
  assert.match(message, 'Failed to listBookings: the list changed while its pages were read')
  assert.match(message, 'Add "id" to the fields')
})

test('given a service that refuses an offset past the end, when a list becomes that short, then the loop ends with its last object', async () => {
  const page = (ids: number[], total_count: number, next?: string) => ({
    status: 200,
    body: JSON.stringify({
      ...{ success: true, data: ids.map(id => ({ id })) },
      pagination: { total_count, links: { ...(next && { next }) } },
    }),
  })
  const refused = { status: 400, body: '{"success":false}' }
  const answers = [page([1, 2], 3, '?offset=2&limit=2'), refused, page([2], 1)]
  await withAnswers([...answers, page([1, 2], 3, '?offset=2&limit=2'), { status: 403 }], async baseUrl => {
    const client = createClient({ baseUrl })
    const read = async () => {
      const found: number[] = []
      for await (const { id } of client.listBookings({ scheduleId, limit: 2 })) found.push(id)
      return found
    }

    assert.equal(await read(), [1, 2])
    assert.is(((await errorOf(read())) as ApiError).status, 403)
  })
})

test('given a loop that ends early, then no further page is requested', async () => {
  const { client, sent } = clientOf()

  for await (const _ of client.listResources({ scheduleId, limit: 2 })) break

  assert.is(sent.length, 1)
})

test('given a next page that links to itself, or one without objects, then the loop ends', async () => {
  const page = (query: string, ids: readonly number[]) => ({
    status: 200,
    body: JSON.stringify({
      ...{ success: true, data: ids.map(id => ({ id })) },
      pagination: { total_count: 2, links: { next: `http://other/v1/schedules/x/resources?${query}` } },
    }),
  })
  const read = (...pages: ReturnType<typeof page>[]) =>
    withAnswers(pages, async (baseUrl, targets) => {
      const found: number[] = []
      const loop = async () => {
        for await (const { id } of createClient({ baseUrl }).listResources({ scheduleId })) found.push(id)
      }
      const error = (await loop().catch((error: unknown) => error)) as Error | undefined
      return { found, error: error?.message, requests: targets.length }
    })

  const same = Array.from({ length: 9 }, () => page('offset=1', [1]))
  assert.equal(await read(...same), {
    found: [1],
    error:
      'Failed to listResources: the next page leads back to http://other/v1/schedules/x/resources?offset=1',
    requests: 2,
  })
  assert.equal(await read(page('offset=2', [1, 2]), page('offset=4', []), page('offset=6', [])), {
    found: [1, 2],
    error: undefined,
    requests: 2,
  })
})

test('given links with another origin, as behind a proxy, then the pages still come from the base URL', async () => {
  const behind = await startServer({ seed, publicUrl: 'https://api.example.com/prefix' })
  const client = createClient({ baseUrl: behind.url, ...account })

  const names: string[] = []
  for await (const { name } of client.listResources({ scheduleId, limit: 2 })) names.push(name)

  await behind.close()
  assert.is(names.length, 5)
})

test('an error during iteration ends it', async () => {
  const { client, sent } = clientOf()
  const list = async () => {
    for await (const _ of client.listBookings({ scheduleId, limit: 10 })) {
      if (sent.length === 1) await client.deleteMe({ me: 1 })
    }
  }

  const error = (await errorOf(list())) as ApiError

  await server.reset()
  assert.equal([error.operation, error.status], ['listBookings', 401])
})

test('a signal aborts a request', async () => {
  const reason = new Error('no longer needed')
  const { client } = clientOf()
  const controller = new AbortController()

  const reading = client.readMe({ signal: controller.signal })
  controller.abort(reason)

  assert.is(await errorOf(reading), reason)
  assert.is(await errorOf(client.listBookings({ scheduleId, signal: controller.signal })), reason)
})

const tooMany = (seconds: string) => ({ status: 429, headers: { 'retry-after': seconds }, body: '{}' })

test('a 429 response is an error that says when to retry', async () => {
  const inTwoMinutes = new Date(Date.now() + 120_000).toUTCString()
  await withAnswers([tooMany('7'), tooMany(inTwoMinutes), tooMany('soon')], async baseUrl => {
    const client = createClient({ baseUrl })
    const after = async () => ((await errorOf(client.readMe())) as ApiError).retryAfter

    assert.is(await after(), 7)
    const seconds = (await after()) ?? 0
    assert.ok(seconds > 60 && seconds <= 121)
    assert.is(await after(), undefined)
  })
})

test('given maxWait, then a request is retried after the time in Retry-After of a 429', async () => {
  await withAnswers(
    [tooMany('0'), { status: 201, body: '{"success":true,"data":[{"id":"7"}]}' }],
    async (baseUrl, targets) => {
      const client = createClient({ baseUrl, maxWait: 5 })

      const { id } = await client.createCollaborator({ scheduleId, body: { email: 'ada@example.com' } })

      assert.is(id, 7)
      assert.is(targets.length, 2)
    },
  )
})

test('given a longer wait than maxWait, or no Retry-After, then the request fails immediately', async () => {
  await withAnswers([tooMany('6'), { status: 503 }, { status: 429 }], async (baseUrl, targets) => {
    const client = createClient({ baseUrl, maxWait: 5 })
    const statuses = []

    for (let count = 0; count < 3; count++)
      statuses.push(((await errorOf(client.readMe())) as ApiError).status)

    assert.equal(statuses, [429, 503, 429])
    assert.is(targets.length, 3)
  })
})

const gateway = { status: 502, body: '<h1>Bad Gateway</h1>' }
const portal = { status: 200, body: '<h1>Log in</h1>' }
const half = { status: 200, body: '{"success":true,"da' }
const me = { status: 200, body: '{"success":true,"data":{"firstname":"Mira"}}' }

test('given retries and a lost response, then requests that are safe to repeat are retried', async () => {
  const gone = { status: 404, body: '{"success":false,"error":{"code":"not_found"}}' }
  const reads = [gateway, portal, half, { status: 500 }, { status: 429 }].map(lost =>
    withAnswers([lost, me, lost, done], async (baseUrl, targets) => {
      const client = createClient({ baseUrl, retries: 1 })

      const { firstname } = await client.readMe()
      await client.changeBooking({ scheduleId, bookingId: 1, body: { title: '' } })

      assert.is(firstname, 'Mira')
      assert.is(targets.length, 4)
    }),
  )
  const deletions = withAnswers([gateway, gone, gone], async (baseUrl, targets) => {
    const client = createClient({ baseUrl, retries: 1 })

    await client.deleteBooking({ scheduleId, bookingId: 1 })
    const refused = (await errorOf(client.deleteBooking({ scheduleId, bookingId: 1 }))) as ApiError

    assert.is(refused.status, 404)
    assert.is(targets.length, 3)
  })
  await Promise.all([...reads, deletions])
})

test('given retries and a lost connection, then a read is retried', async () => {
  let sent = 0
  const client = clientOf({
    retries: 1,
    fetch: (...request) => (++sent === 1 ? Promise.reject(new TypeError('lost')) : fetch(...request)),
  }).client

  const { firstname } = await client.readMe()

  assert.is(firstname, 'Mira')
  assert.is(sent, 2)
})

test('given retries and a lost response, then a create, a bulk deletion and a change of the account are not retried', async () => {
  await withAnswers([gateway, portal, gateway, gateway, gateway], async (baseUrl, targets) => {
    const client = createClient({ baseUrl, retries: 5 })

    await errorOf(client.createResource({ scheduleId, body: { name: 'Attic' } }))
    await errorOf(client.createResource({ scheduleId, body: { name: 'Attic' } }))
    await errorOf(client.deleteBookings({ scheduleId, ids: [1] }))
    await errorOf(client.changeMe({ body: { new_password: 'analytical' } }))
    await errorOf(client.deleteMe({ me: 1 }))

    assert.is(targets.length, 5)
  })
})

test('given retries and a lost response, then a retry that is refused is not retried again', async () => {
  await withAnswers([gateway, { status: 401 }], async (baseUrl, targets) => {
    const client = createClient({ baseUrl, retries: 5 })

    assert.is(((await errorOf(client.readMe())) as ApiError).status, 401)
    assert.is(targets.length, 2)
  })
})

test('given retries and a lost response, then a move of bookings to another resource is not retried', async () => {
  await withAnswers([gateway, gateway, done], async (baseUrl, targets) => {
    const client = createClient({ baseUrl, retries: 5 })
    const given = { scheduleId, resourceId: 1, ids: [7] }

    await errorOf(client.changeResourceBookings({ ...given, body: { resource_id: 2 } }))
    await client.changeResourceBookings({ ...given, body: { title: 'Attic' } })

    assert.is(targets.length, 3)
  })
})

const busy = (code: string) => ({
  ...{ status: 503, headers: { 'retry-after': '0' } },
  body: JSON.stringify({ success: false, error: { code, message: 'Busy' } }),
})
const done = { status: 200, body: '{"success":true}' }

test('given 503 with Retry-After, then requests that are safe to repeat are retried, and a create only if it was not started', async () => {
  const body = { name: 'Attic' }
  const made = { status: 201, body: '{"success":true,"data":[{"id":7}]}' }
  await withAnswers(
    [busy('busy'), done, busy('busy'), busy('overloaded'), made],
    async (baseUrl, targets) => {
      const client = createClient({ baseUrl, maxWait: 5 })

      await client.deleteBooking({ scheduleId, bookingId: 1 })
      const refused = (await errorOf(client.createResource({ scheduleId, body }))) as ApiError
      const { id } = await client.createResource({ scheduleId, body })

      assert.is(refused.status, 503)
      assert.is(id, 7)
      assert.is(targets.length, 5)
    },
  )
})

test('given 503 with Retry-After, then a bulk deletion and a change of the account are retried only if they were not started', async () => {
  await withAnswers([busy('busy'), busy('busy'), busy('overloaded'), done], async (baseUrl, targets) => {
    const client = createClient({ baseUrl, maxWait: 5 })

    await errorOf(client.deleteBookings({ scheduleId, all: 1 }))
    await errorOf(client.changeMe({ body: { new_password: 'analytical' } }))
    await client.deleteBookings({ scheduleId, all: 1 })

    assert.is(targets.length, 4)
  })
})

test('given a bulk deletion that was not started, when its retry gets 404, then it fails', async () => {
  const nothing = {
    status: 404,
    body: '{"success":false,"error":{"code":"not_found","message":"There is no booking 99"}}',
  }
  await withAnswers([busy('overloaded'), nothing], async (baseUrl, targets) => {
    const client = createClient({ baseUrl, maxWait: 5 })

    const refused = (await errorOf(client.deleteBookings({ scheduleId, ids: [1, 99] }))) as ApiError

    assert.equal([refused.status, targets.length], [404, 2])
  })
})

test('given Retry-After with a status above 500, then the client waits that long', async () => {
  const down = { ...gateway, headers: { 'retry-after': '2' } }
  await withAnswers([down, me, down], async (baseUrl, targets) => {
    const [begin, client] = [performance.now(), createClient({ baseUrl, maxWait: 2, retries: 1 })]

    await client.readMe()
    const took = performance.now() - begin
    const { status } = (await errorOf(createClient({ baseUrl, maxWait: 1, retries: 1 }).readMe())) as ApiError

    assert.ok(took > 1_900, String(took))
    assert.is(status, 502)
    assert.is(targets.length, 3)
  })
})

test('given no maxWait, then 503 is not retried', async () => {
  await withAnswers([busy('overloaded'), done], async (baseUrl, targets) => {
    await errorOf(createClient({ baseUrl }).readMe())

    assert.is(targets.length, 1)
  })
})

test('given a timeout, then the client does not wait for a slower response', async () => {
  const silent = createServer(() => {})
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const client = createClient({ baseUrl, timeout: 0.2 })
  const { signal } = new AbortController()

  const errors = [client.readMe(), client.readMe({ signal })].map(async each => {
    const { name, message } = (await errorOf(each)) as Error
    return [name, message]
  })

  const found = await Promise.all(errors)

  silent.closeAllConnections()
  silent.close()
  const late = ['TimeoutError', `Failed to readMe: ${baseUrl}/v1/users/me gave no answer within 0.2 s.`]
  assert.equal(found, [late, late])
  // As in jsdom, whose errors have their own class.
  const ofPage = clientOf({
    timeout: 60,
    fetch: () => Promise.reject(Object.assign(new Error('timed out'), { name: 'TimeoutError' })),
  })
  assert.match(((await errorOf(ofPage.client.readMe())) as Error).message, 'gave no answer within 60 s.')
  const reason = new Error('no longer needed')
  assert.is(await errorOf(client.readMe({ signal: AbortSignal.abort(reason) })), reason)
  assert.is((await clientOf({ timeout: 60 }).client.readMe()).firstname, 'Mira')
})

test('given a timeout that is not a whole number of milliseconds, or 0 for none, then the response is read', async () => {
  for (const timeout of [100 / 3, 0]) {
    assert.is((await clientOf({ timeout }).client.readMe()).firstname, 'Mira')
  }
})

test('onResponse is called with each response as it arrived, and the rate limit', async () => {
  const answers: Answered[] = []
  const { client } = clientOf({ onResponse: answered => answers.push(answered) })

  await client.readMe()
  const error = (await errorOf(client.createResource({ scheduleId, body: { name: '' } }))) as ApiError

  const [read, refused] = answers
  assert.equal(
    answers.map(({ operation, response }) => [operation, response.status]),
    [
      ['readMe', 200],
      ['createResource', 422],
    ],
  )
  const { remaining = 0, reset, limit, window } = read?.rateLimit ?? {}
  assert.equal([limit, window], [100_000, 300])
  assert.is(refused?.rateLimit?.remaining, remaining - 1)
  assert.ok(reset !== undefined && reset > 0 && reset <= 300)
  assert.match((await refused?.response.text()) ?? '', error.message)
})

test('given an onResponse that reads each response, then the client can still read it', async () => {
  const texts: string[] = []
  const { client } = clientOf({ onResponse: async ({ response }) => void texts.push(await response.text()) })

  assert.is((await client.readMe()).firstname, 'Mira')
  assert.match(texts[0] ?? '', 'Mira')
})

test('given a response without rate limit headers, then the rate limit is undefined', async () => {
  await withAnswers([done], async baseUrl => {
    const answers: Answered[] = []
    await createClient({ baseUrl, onResponse: answered => answers.push(answered) }).deleteMe({ me: 1 })

    assert.equal(
      answers.map(({ rateLimit }) => rateLimit),
      [undefined],
    )
  })
})

test('given a rate limit of the service, then the client waits until it is over', async () => {
  const limited = await startServer({ seed, requestRateLimit: 1 })
  const client = createClient({ baseUrl: limited.url, ...account, maxWait: 400 })
  const signal = AbortSignal.timeout(1_000)
  await client.readMe()

  const error = (await errorOf(client.readMe({ signal }))) as Error

  await limited.close()
  assert.is(error.name, 'TimeoutError')
})

test('ids cannot change the structure of the path', async () => {
  const { client, sent } = clientOf()

  await errorOf(client.listResources({ scheduleId: 'a/b?c#d é' }))

  assert.equal(sent, ['GET /v1/schedules/a%2Fb%3Fc%23d%20%C3%A9/resources'])
  for (const scheduleId of ['', '.', '..', undefined as never]) {
    const error = (await errorOf(client.listResources({ scheduleId }))) as Error
    assert.is(error.message, `Failed to listResources: scheduleId is ${JSON.stringify(scheduleId)}`)
  }
  assert.is(sent.length, 1)
})

test('given ids that are empty or undefined, then a request for some objects never becomes one for all', async () => {
  const { client, sent } = clientOf()
  const body = { note: 'new' }

  await client.changeBookings({ scheduleId, ids: [], body })
  await client.deleteBookings({ scheduleId, ids: [] })
  const missing = (await errorOf(
    client.changeBookings({ scheduleId, ids: undefined as never, body }),
  )) as Error

  assert.match(missing.message, 'ids is undefined, which would change all objects')
  const none = await client.listBookings({ scheduleId, ids: [] })
  assert.equal([none.data, none.pagination.page_count, none.pagination.total_count], [[], 0, 0])
  for await (const booking of client.listBookings({ scheduleId, ids: [] }))
    assert.unreachable(`${booking.id} was listed`)
  assert.is(sent.length, 0)
})

test('undefined query parameters are omitted', async () => {
  const { client, sent } = clientOf()

  await client.listBookings({ scheduleId, limit: 1, offset: undefined, time_min: undefined })

  assert.equal(sent, [`GET /v1/schedules/${scheduleId}/bookings?limit=1`])
})

test('variants that the document permits are normalized: ids are numbers, and profile_completed is a boolean', async () => {
  const mock = startMock({ baseUrl: 'https://api.example.com', seed })
  mock.variety({ collaborator_id: 'string', profile_completed: 'integer' })
  const client = createClient({ baseUrl: mock.baseUrl, ...account })

  const { id } = await client.createCollaborator({ scheduleId, body: { email: 'ada@example.com' } })
  const me = await client.readMe()

  mock.close()
  assert.type(id, 'number')
  assert.type(me.profile_completed, 'boolean')
})

test('a mock that starts after the client was created handles its requests', async () => {
  const client = createClient({ baseUrl: 'https://api.example.com' })

  const mock = startMock({ baseUrl: 'https://api.example.com', seed, auth: 'as:mira@ribeira.example' })

  assert.is((await client.readMe()).firstname, 'Mira')
  mock.close()
})

for (const [baseUrl, expected] of [
  ['', 'is not the URL of an API'],
  ['/api', 'is not the URL of an API'],
  ['api.example.com', 'is not the URL of an API'],
  ['ftp://example.com', 'is not the URL of an API'],
  ['https://example.com/?a=1', 'is not the URL of an API'],
  ['https://example.com/v1', 'ends with /v1, which is part of every path'],
  ['https://example.com/api/v1/', 'ends with /v1, which is part of every path'],
  ['https://mira:secret@example.com', 'contains credentials'],
] as const) {
  test(`given the base URL "${baseUrl}", then no client is created, and the message says why`, () => {
    assert.throws(
      () => createClient({ baseUrl }),
      (error: Error) => error.message.includes(expected) && !error.message.includes('secret'),
    )
  })
}

test('given an unknown option, then no client is created, and the message lists the known options', () => {
  assert.throws(
    () => createClient({ baseURL: 'https://api.example.com' } as never),
    /"baseURL" is not an option; known: baseUrl, email, password, maxWait, retries, timeout, onResponse, fetch\./,
  )
})

test('given a numeric option that is not a number, then no client is created, and the message names the option', () => {
  for (const [name, value] of [
    ['maxWait', Number(undefined)],
    ['retries', 'twice'],
    ['timeout', -1],
  ] as const) {
    assert.throws(
      () => createClient({ baseUrl: 'https://api.example.com', [name]: value }),
      `Failed to create a client: ${name} must be a number from 0, not ${value}.`,
    )
  }
})

test('given no options, then no client is created, and the message shows some', () => {
  assert.throws(
    () => createClient(undefined as never),
    /Failed to create a client: pass an object of options\./,
  )
})

test('a method name from another API throws an error with the name used here', () => {
  const client = createClient({ baseUrl: 'https://api.example.com' }) as never as Record<string, () => void>

  for (const [name, meant] of [
    ['updateBooking', 'changeBooking'],
    ['addResource', 'createResource'],
    ['removeBookings', 'deleteBookings'],
    ['getMe', 'readMe'],
    ['getCollaborators', 'listCollaborators'],
    ['getUser', 'readMe'],
    ['readUser', 'readMe'],
    ['updateUser', 'changeMe'],
    ['updateProfile', 'changeMe'],
    ['changeAccount', 'changeMe'],
    ['deleteAccount', 'deleteMe'],
  ] as const) {
    assert.throws(
      () => client[name]?.(),
      new RegExp(`Failed to ${name}: the operation is called ${meant} here`),
    )
  }
})

test('a base URL can have a prefix and end with a slash', async () => {
  await withAnswers([{ status: 200, body: '{"success":true,"data":{}}' }], async (url, targets) => {
    await createClient({ baseUrl: `${url}/api/` }).readMe()

    assert.equal(targets, ['GET /api/v1/users/me'])
  })
})

test.run()
