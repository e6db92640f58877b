import { Agent, get as request } from 'node:http'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { z } from 'zod'
import { operationIds, reply } from '../core/index.js'
import { rawRequest } from '../testing/raw-socket.js'
import { basic, people, sceneFor } from '../testing/scene.js'
import { type FailureInput, failed, failure } from './failures.js'
import { createFaults } from './faults.js'

const scene = await sceneFor(test, { cors: ['http://page.test'] })

const resources = '/schedules/first/resources'
const fail = (body: object) => scene.control('POST', '/failures', body)
const names = async () => {
  const { body } = await scene.owner.get(resources)
  return body.data.map(({ name }: { name: string }) => name)
}
const statuses = async (count: number, path = '/users/me') => {
  const found: number[] = []
  for (let index = 0; index < count; index++) found.push((await scene.owner.get(path)).status)
  return found
}
const cut = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    error => error.code,
  )

test('given a failure, then only the next request fails, and has no effect', async () => {
  const planned = await fail({ with: 503 })

  const refused = await scene.owner.post(resources, { name: 'Room' })

  assert.is(planned.status, 201)
  assert.equal(planned.body.data, { id: 1, with: 503, times: 1, when: 'before', left: 1 })
  assert.is(refused.status, 503)
  assert.is(refused.headers['retry-after'], '30')
  assert.match(String(refused.headers['content-type']), /^application\/json/)
  assert.equal(refused.body, {
    success: false,
    error: { code: 'unavailable', message: 'This request was made to fail with 503' },
  })
  assert.equal(await names(), [])
})

test('given a failure after a list in parts, then the parts are closed', async () => {
  const faults = createFaults({ callAfter: () => () => {}, random: () => 0 })
  let open = 1
  const parts = { next: async () => undefined, close: () => void open-- }
  faults.failures.plan(failure.parse({ with: 503, when: 'after' }))

  const answer = await faults.around(() => ({ ...reply(200, ''), parts }))({
    ...{ method: 'GET', target: '/v1/users/me', origin: '' },
    ...{ header: () => undefined, body: new Uint8Array() },
  })

  assert.equal([answer.status, open], [503, 0])
})

test('given a failure "after", then the request takes effect and only its response is lost', async () => {
  await fail({ with: 500, when: 'after' })

  const refused = await scene.owner.post(resources, { name: 'Room' })

  assert.is(refused.status, 500)
  assert.is(refused.body.error.code, 'internal')
  assert.equal(await names(), ['Room'])
})

test('given a number of times, then that many requests fail, and the list shows how many are left', async () => {
  await fail({ with: 500, times: 3 })

  const first = await statuses(1)
  const left = (await scene.control('GET', '/failures')).body.data
  const rest = await statuses(3)

  assert.equal(first, [500])
  assert.equal(
    left.map((each: { left: number }) => each.left),
    [2],
  )
  assert.equal(rest, [500, 500, 200])
  assert.equal((await scene.control('GET', '/failures')).body.data, [])
})

test('given "always", then every request fails until this failure or all are cancelled', async () => {
  const { id } = (await fail({ with: 500, times: 'always', operation: 'readMe' })).body.data
  await fail({ with: 502, times: 'always', operation: 'listResources' })

  const both = [await statuses(5), await statuses(2, resources)]
  const ended = await scene.control('DELETE', `/failures/${id}`)
  const one = [await statuses(2), await statuses(2, resources)]
  await scene.control('DELETE', '/failures')
  const none = [await statuses(2), await statuses(2, resources)]

  assert.equal(both, [
    [500, 500, 500, 500, 500],
    [502, 502],
  ])
  assert.is(ended.body.data.length, 1)
  assert.equal(one, [
    [200, 200],
    [502, 502],
  ])
  assert.equal(none, [
    [200, 200],
    [200, 200],
  ])
})

test('given operations, then only requests for them fail', async () => {
  await fail({ with: 500, operation: ['createResource', 'readMe'], times: 2 })

  const list = await scene.owner.get(resources)
  const created = await scene.owner.post(resources, { name: 'Room' })
  const me = await scene.owner.send('HEAD', '/users/me')
  const again = await scene.owner.post(resources, { name: 'Room' })

  assert.equal(
    [list, created, me, again].map(({ status }) => status),
    [200, 500, 500, 201],
  )
})

test('each operation can be made to fail by name', async () => {
  for (const operation of operationIds) {
    const { status, body } = await fail({ operation, with: 500 })

    assert.is(status, 201, operation)
    assert.is(body.data.operation, operation)
  }
})

test('given several failures, then the oldest that matches comes first', async () => {
  await fail({ with: 501, operation: 'createResource' })
  await fail({ with: 502 })
  await fail({ with: 503 })

  assert.equal(await statuses(3), [502, 503, 200])
  assert.is((await scene.owner.post(resources, { name: 'Room' })).status, 501)
})

test('given concurrent requests, then no more fail than planned', async () => {
  await fail({ with: 500, times: 7 })

  const answers = await Promise.all(Array.from({ length: 40 }, () => scene.owner.get('/users/me')))

  assert.is(answers.filter(({ status }) => status === 500).length, 7)
})

test('given a code, a message and headers, then the response has them instead of the usual ones', async () => {
  const headers = { 'Retry-After': '7', 'X-Trace': 'abc', 'content-type': 'text/html' }
  await fail({ with: 429, code: 'slow_down', message: 'Später', headers })

  const refused = await scene.owner.get('/users/me')

  assert.is(refused.status, 429)
  assert.is(refused.headers['retry-after'], '7')
  assert.is(refused.headers['x-trace'], 'abc')
  assert.is(refused.headers['content-type'], 'text/html')
  assert.equal(JSON.parse(refused.text).error, { code: 'slow_down', message: 'Später' })
})

test('given details, then the response lists them', async () => {
  const details = [{ path: 'title', message: 'is too long' }]
  await fail({ with: 422, details })

  const refused = await scene.owner.post(resources, { name: 'Room' })

  assert.equal(refused.body.error, {
    code: 'invalid',
    message: 'This request was made to fail with 422',
    details,
  })
})

test('each status from 400 to 599 is returned as planned, in JSON with a code', async () => {
  for (let status = 400; status <= 599; status++) {
    const reply = failed(failure.parse({ with: status }))

    assert.is(reply.status, status)
    assert.match(JSON.parse(reply.body).error.code, /^[a-z]+(_[a-z0-9]+)*$/)
  }
  for (const status of [400, 418, 451, 511, 599]) {
    await fail({ with: status })

    assert.is((await scene.owner.get('/users/me')).status, status)
  }
})

test('given a planned 401, then it has the same challenge as a real one', async () => {
  await fail({ with: 401 })

  const failed = await scene.owner.get('/users/me')
  const real = await scene.caller().get('/users/me')

  assert.is(failed.headers['www-authenticate'], real.headers['www-authenticate'])
  assert.is(failed.body.error.code, real.body.error.code)
})

test('given a page of another origin, then it can read the failure, and its preflight does not use one up', async () => {
  await fail({ with: 503 })
  const page = { origin: 'http://page.test' }

  const asked = await scene.owner.send('OPTIONS', resources, undefined, {
    ...page,
    'access-control-request-method': 'POST',
  })
  const refused = await scene.owner.send('POST', resources, { name: 'Room' }, page)

  assert.is(asked.status, 200)
  assert.is(refused.status, 503)
  assert.is(refused.headers['access-control-allow-origin'], 'http://page.test')
  assert.match(String(refused.headers['access-control-expose-headers']), /Retry-After/)
})

test('given a network error, then the connection closes without a response, and the server continues', async () => {
  await fail({ with: 'network error' })
  const head = `GET /v1/users/me HTTP/1.1\r\nhost: localhost\r\n\r\n`

  const answers = await rawRequest(scene.server.port, head)

  assert.equal(answers, [])
  assert.equal(await statuses(1), [200])
})

test('given a keep-alive connection, then a network error drops it after the earlier responses', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { authorization: basic(people.owner.email, people.owner.password) }
  const call = () =>
    new Promise((resolve, reject) => {
      request(`${scene.server.url}/v1/users/me`, { agent, headers }, answer => {
        answer.resume().on('end', () => resolve(answer.statusCode))
      }).on('error', reject)
    })

  const before = await call()
  await fail({ with: 'network error' })
  const failed = await cut(call())
  const after = await call()

  agent.destroy()
  assert.equal([before, failed, after], [200, 'ECONNRESET', 200])
})

for (const method of ['GET', 'HEAD', 'PUT']) {
  test(`given a network error, then a ${method} gets no response, and is recorded with status 0`, async () => {
    await fail({ with: 'network error', when: 'after' })

    const outcome = await cut(
      scene.owner.send(method, '/users/me', method === 'PUT' ? { firstname: 'New' } : undefined),
    )

    assert.is(outcome, 'UND_ERR_SOCKET')
    const [record] = (await scene.control('GET', '/requests')).body.data
    assert.equal([record.method, record.status, record.reply], [method, 0, ''])
    assert.is(record.operation, method === 'PUT' ? 'changeMe' : 'readMe')
    const { firstname } = (await scene.owner.get('/users/me')).body.data
    assert.is(firstname, method === 'PUT' ? 'New' : 'Owner')
  })
}

test('given a browser, which would resend a request whose connection closes without a response, then it gets an invalid one', async () => {
  const browser = { origin: 'http://page.test', 'sec-fetch-site': 'same-site' }
  await fail({ with: 'network error' })

  const outcome = await cut(scene.owner.send('POST', resources, { name: 'Room' }, browser))

  assert.match(outcome, 'CONTENT_LENGTH')
  assert.equal(await names(), [])
  assert.is((await scene.control('GET', '/requests')).body.data[0].status, 0)
})

test('failures do not affect the control interface', async () => {
  await fail({ with: 'network error', times: 'always' })

  assert.is((await scene.control('GET', '/health')).status, 200)
  assert.is((await scene.control('POST', '/reset')).status, 200)
  assert.equal(await statuses(1), [200])
})

const wrong: [body: object, path: string, message: RegExp][] = [
  [{}, 'with', /^is required: a status from 400 to 599, or "network error"$/],
  [{ with: 200 }, 'with', /from 400 to 599, or "network error", not 200$/],
  [{ with: 600 }, 'with', /not 600$/],
  [{ with: 404.5 }, 'with', /not 404\.5$/],
  [{ with: '503' }, 'with', /not "503"$/],
  [{ with: 'network eror' }, 'with', /or "network error", not "network eror"$/],
  [{ with: null }, 'with', /not null$/],
  [{ with: 500, times: 0 }, 'times', /from 1, or "always", not 0$/],
  [{ with: 500, times: 1.5 }, 'times', /not 1\.5$/],
  [{ with: 500, times: 'allways' }, 'times', /or "always", not "allways"$/],
  [{ with: 500, operation: 'listBooking' }, 'operation', /not "listBooking"; did you mean "listBookings"\?$/],
  [{ with: 500, operation: ['readMe', 'readme'] }, 'operation', /not "readme"; did you mean "readMe"\?$/],
  [{ with: 500, operation: [] }, 'operation', /not an empty array; such as "listBookings"/],
  [{ with: 500, operation: 7 }, 'operation', /not 7; such as "listBookings"/],
  [{ with: 500, when: 'befor' }, 'when', /did you mean "?before/],
  [{ with: 500, code: 5 }, 'code', /must be a string/],
  [{ with: 500, time: 2 }, 'time', /is not a known field; did you mean times\?/],
  [{ with: 500, headers: 'x: y' }, 'headers', /must be an object such as .*, not "x: y"$/],
  [{ with: 500, headers: { 'retry-after': 5 } }, 'headers.retry-after', /must be a string, not 5$/],
  [{ with: 500, headers: { 'a b': 'x' } }, 'headers.a b', /is not a header name/],
  [{ with: 500, headers: { '': 'x' } }, 'headers.', /is not a header name/],
  [{ with: 500, headers: { x: 'a\r\nset-cookie: b' } }, 'headers.x', /must be one line of ASCII or Latin-1/],
  [{ with: 500, headers: { x: '\u20AC' } }, 'headers.x', /must be one line of ASCII or Latin-1/],
  [{ with: 500, headers: { 'Content-Length': '0' } }, 'headers.Content-Length', /leave it out$/],
  [{ with: 500, headers: { 'transfer-encoding': 'chunked' } }, 'headers.transfer-encoding', /leave it out$/],
]
for (const [body, path, message] of wrong) {
  test(`given the failure ${JSON.stringify(body)}, then ${path} is refused, and no request fails`, async () => {
    const refused = await fail(body)

    assert.is(refused.status, 422)
    assert.is(refused.body.error.details[0].path, path)
    assert.match(refused.body.error.details[0].message, message)
    assert.is(refused.body.error.details.length, 1)
    assert.equal(await statuses(1), [200])
  })
}

test('given a failure that is used up or never existed, then cancelling it lists the remaining ones', async () => {
  const { id } = (await fail({ with: 500, times: 'always', operation: 'deleteMe' })).body.data

  const unknown = await scene.control('DELETE', `/failures/${id + 7}`)
  const noNumber = await scene.control('DELETE', '/failures/all')

  assert.is(unknown.status, 404)
  const expected = new RegExp(`There is no planned failure ${id + 7}; .*(did you mean|known:) ${id}`)
  assert.match(unknown.body.error.message, expected)
  assert.is(noNumber.status, 404)
  assert.is((await scene.control('GET', '/failures')).body.data.length, 1)
})

/** Whether two types are mutually assignable. */
type Same<One, Other> = [One, Other] extends [Other, One] ? true : false

test('the type of a failure matches its schema', () => {
  assert.is(true satisfies Same<FailureInput, z.input<typeof failure>>, true)
})

test.run()
