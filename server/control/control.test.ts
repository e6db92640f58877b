import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { rawRequest } from '../testing/raw-socket.js'
import { basic, controlToken, people, sceneFor } from '../testing/scene.js'
import { controlOperations } from './control.js'
import { createRecords } from './requests.js'

const scene = await sceneFor(test)

const token = `authorization: Bearer ${controlToken}\r\n`

async function callAs(head: string): Promise<{ status: number | undefined; text: string }> {
  const [answer] = await rawRequest(scene.server.port, `${head}connection: close\r\n\r\n`)
  return { status: answer?.status, text: answer?.body ?? '' }
}

const intruders: [who: string, head: string, status: number][] = [
  ['nobody', 'GET /_control/users HTTP/1.1\r\nhost: localhost\r\n', 401],
  [
    'a wrong token',
    'GET /_control/users HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer wrong\r\n',
    401,
  ],
  [
    'Basic credentials',
    `GET /_control/users HTTP/1.1\r\nhost: localhost\r\nauthorization: ${basic('a', controlToken)}\r\n`,
    401,
  ],
  ['a name that leads here', `GET /_control/users HTTP/1.1\r\nhost: evil.test\r\n${token}`, 403],
  [
    'a web page',
    `GET /_control/users HTTP/1.1\r\nhost: localhost\r\n${token}origin: http://evil.test\r\n`,
    403,
  ],
  [
    'a page of no origin',
    `GET /_control/users HTTP/1.1\r\nhost: localhost\r\n${token}sec-fetch-site: cross-site\r\n`,
    403,
  ],
]
for (const [who, head, status] of intruders) {
  test(`given ${who}, then the control interface refuses the request`, async () => {
    const answer = await callAs(head)

    assert.is(answer.status, status)
    assert.not.match(answer.text, /owner@example/)
    assert.is((await scene.control('GET', '/users')).status, 200)
  })
}

test('given no token, or a page that has it, then each operation is refused and has no effect', async () => {
  await scene.control('POST', '/failures', { with: 500, operation: 'deleteMe', times: 'always' })
  await scene.control('POST', '/snapshots', { id: 'kept' })
  const state = async () =>
    Promise.all(
      ['/users', '/schedules', '/snapshots', '/failures', '/latency', '/clock'].map(async path => {
        const { body } = await scene.control('GET', path)
        return JSON.stringify({ ...body.data, now: undefined })
      }),
    )
  const before = await state()
  const page = { authorization: `Bearer ${controlToken}`, origin: 'http://evil.test' }

  for (const { method, path: template } of controlOperations) {
    const path = template.replace('{userId}', 'x').replace('{snapshotId}', 'kept').replace('{failureId}', '1')
    const url = scene.server.url + path
    const body = method === 'PUT' || method === 'POST' ? '{"ms":1,"requests":1,"with":500}' : null
    const [none, wrong, web] = await Promise.all(
      [{}, { authorization: 'Bearer wrong' }, page].map(headers => fetch(url, { method, headers, body })),
    )

    assert.equal([none?.status, wrong?.status, web?.status], [401, 401, 403], `${method} ${path}`)
  }

  assert.equal(await state(), before)
  await scene.control('DELETE', '/snapshots/kept')
})

test('given many wrong tokens at once, then a request with the right token is not delayed', async () => {
  const guess = (index: number) =>
    fetch(`${scene.server.url}/_control/users`, { headers: { authorization: `Bearer wrong ${index}` } })

  const guesses = await Promise.all(Array.from({ length: 200 }, (_, index) => guess(index)))

  assert.equal(new Set(guesses.map(({ status }) => status)), new Set([401]))
  assert.is((await scene.control('GET', '/users')).status, 200)
})

test('given an unknown path, then the error says where the operations are listed', async () => {
  const { status, body } = await scene.control('GET', '/nothing')

  assert.is(status, 404)
  assert.match(body.error.message, /GET \/_control lists the operations$/)
})

test('a token may contain spaces', async () => {
  const { startServer } = await import('../index.js')
  const server = await startServer({ controlToken: 'a token of your own' })

  const { status } = await fetch(`${server.url}/_control/health`, {
    headers: { authorization: 'Bearer a token of your own' },
  })

  await server.close()
  assert.is(status, 200)
})

test('given a caller on another machine, then the control interface refuses the request', async () => {
  const { checkCaller } = await import('./control.js')
  const call = {
    method: 'GET',
    target: '/_control',
    origin: '',
    body: new Uint8Array(),
    header: (name: string) =>
      name === 'host' ? 'localhost' : `Bearer ${name === 'authorization' ? 'x' : ''}`,
  }

  assert.throws(() => checkCaller({ ...call, peer: '192.0.2.7' }), /only from this machine/)
})

test('given no token at startup, then there is no control interface', async () => {
  const { startServer } = await import('../index.js')
  const server = await startServer()

  const answer = await fetch(`${server.url}/_control/health`)

  await server.close()
  assert.is(answer.status, 404)
})

test('the index lists every operation', async () => {
  const answer = await scene.control('GET', '')

  assert.is(answer.body.data.length, controlOperations.length)
})

test('an unknown path suggests the nearest one, an unknown query or method is refused', async () => {
  const path = await scene.control('GET', '/helth')
  const query = await scene.control('GET', '/health?deep=1')
  const method = await scene.control('PATCH', '/clock')
  const body = await scene.control('POST', '/reset', { hard: true })

  assert.match(path.body.error.message, /Did you mean \/_control\/health\?/)
  assert.is(query.status, 400)
  assert.is(method.headers.allow, 'GET, HEAD, PUT, DELETE, OPTIONS')
  assert.is(body.status, 400)
})

test('health returns the time of the service', async () => {
  scene.server.clock.freeze()
  scene.server.clock.set(Date.UTC(2030, 0, 1))

  const { data } = (await scene.control('GET', '/health')).body

  assert.is(data.status, 'ok')
  assert.is(data.now, '2030-01-01T00:00:00.000Z')
  assert.is(data.schedules, 3)
})

test('a new account can log in, and is listed with the requested values', async () => {
  const wanted = {
    email: 'new@example.test',
    password: 'new-password',
    timezone: 'Asia/Tokyo',
    request_rate_limit: 7,
  }

  const created = await scene.control('POST', '/users', { ...wanted, id: 'the-id' })
  const me = await scene.caller(basic(wanted.email, wanted.password)).get('/users/me')

  assert.is(created.status, 201)
  assert.equal(created.body.data, me.body.data)
  assert.is(me.body.data.id, 'the-id')
  assert.is(me.body.data.timezone, 'Asia/Tokyo')
  assert.is(me.body.data.request_rate_limit, 7)
  const { data } = (await scene.control('GET', '/users')).body
  assert.is(data.at(-1).email, wanted.email)
  assert.not.match(JSON.stringify(data), /scrypt|new-password/)
})

test('given a new rate limit for one account, then the requests of others stay counted', async () => {
  const remaining = async (caller: Pick<typeof scene.owner, 'get'>) =>
    Number(/r=(\d+)/.exec(String((await caller.get('/users/me')).headers.ratelimit))?.[1])
  const before = await remaining(scene.editor)
  await remaining(scene.owner)

  await scene.control('PUT', '/rate-limit', { requests: 50, email: people.owner.email })

  assert.is(await remaining(scene.owner), 49)
  assert.is(await remaining(scene.editor), before - 1)
})

test('deleting an account by its id also deletes its schedules, and an unknown id deletes nobody', async () => {
  await scene.control('POST', '/users', {
    id: 'brief',
    email: 'brief@example.test',
    password: 'brief-password',
  })
  await scene.control('POST', '/schedules', { id: 'brief-schedule', owner: 'brief@example.test' })

  const ended = await scene.control('DELETE', '/users/brief')
  const again = await scene.control('DELETE', '/users/brief')

  assert.equal([ended.status, ended.body], [200, { success: true }])
  assert.is(again.status, 404)
  assert.is((await scene.caller(basic('brief@example.test', 'brief-password')).get('/users/me')).status, 401)
  const { data } = (await scene.control('GET', '/schedules')).body
  assert.not.ok(data.some(({ id }: { id: string }) => id === 'brief-schedule'))
})

test('a failed creation of an account changes nothing', async () => {
  const taken = await scene.control('POST', '/users', { email: 'OWNER@example.test', password: 'secret-1' })
  const wrong = await scene.control('POST', '/users', { email: 'x@example.test', password: 'short', zone: 1 })

  assert.is(taken.status, 409)
  assert.is(wrong.status, 422)
  assert.equal(wrong.body.error.details.map((detail: { path: string }) => detail.path).sort(), [
    'password',
    'zone',
  ])
  assert.is((await scene.control('GET', '/users')).body.data.length, 4)
})

test('a new schedule belongs to its owner, and a failed creation changes nothing', async () => {
  const created = await scene.control('POST', '/schedules', { owner: 'stranger@example.test', id: 'third' })
  const named = await scene.control('POST', '/schedules', { owner: 'stranger@example.test' })
  const taken = await scene.control('POST', '/schedules', { owner: 'owner@example.test', id: 'third' })
  const nobody = await scene.control('POST', '/schedules', { owner: 'strangr@example.test' })

  assert.is(created.status, 201)
  assert.is((await scene.stranger.get('/schedules/third/resources')).status, 200)
  assert.is((await scene.stranger.get(`/schedules/${named.body.data.id}/resources`)).status, 200)
  assert.is((await scene.owner.get('/schedules/third/resources')).status, 404)
  assert.is(taken.status, 409)
  assert.match(nobody.body.error.message, /did you mean stranger@example\.test\?/)
  assert.is((await scene.control('GET', '/schedules')).body.data.length, 5)
})

test('a reset restores the seed, its ids, an empty outbox, no records and the real time', async () => {
  await scene.owner.post('/schedules/first/resources', { name: 'Room' })
  await scene.owner.put('/users/me', { email: 'else@example.test', firstname: 'Changed' })
  await scene.control('PUT', '/clock', { now: '2001-01-01T00:00:00Z', frozen: true })

  const answer = await scene.control('POST', '/reset')

  assert.equal(answer.body, { success: true })
  assert.equal((await scene.control('GET', '/outbox')).body.data, [])
  assert.equal((await scene.control('GET', '/requests')).body.data, [])
  assert.is((await scene.control('GET', '/clock')).body.data.frozen, false)
  assert.is((await scene.owner.get('/users/me')).body.data.firstname, 'Owner')
  assert.is((await scene.owner.post('/schedules/first/resources', { name: 'Room' })).body.data[0].id, 1)
})

test('the clock can be set, frozen, advanced, resumed and reset', async () => {
  const set = await scene.control('PUT', '/clock', { now: '2030-06-01 12:00', frozen: true })
  const moved = await scene.control('POST', '/clock/advance', { seconds: 90 })
  await scene.owner.post('/schedules/first/resources', { name: 'Room' })
  const room = await scene.owner.get('/schedules/first/resources/1')
  const running = await scene.control('PUT', '/clock', { frozen: false })
  const back = await scene.control('DELETE', '/clock')

  assert.equal(set.body.data, { now: '2030-06-01T12:00:00.000Z', frozen: true })
  assert.equal(moved.body.data, { now: '2030-06-01T12:01:30.000Z', frozen: true })
  assert.is(room.body.data.created_at, '2030-06-01T12:01:30.000Z')
  assert.is(running.body.data.frozen, false)
  assert.match(running.body.data.now, /^2030-06-01T12:01:3/)
  assert.ok(Math.abs(Date.parse(back.body.data.now) - Date.now()) < 5_000)
})

test('an invalid time leaves the clock unchanged', async () => {
  await scene.control('PUT', '/clock', { now: '2030-06-01T12:00:00Z', frozen: true })

  const noTime = await scene.control('PUT', '/clock', { now: 'noon' })
  const tooFar = await scene.control('POST', '/clock/advance', { seconds: 1e12 })
  await scene.control('PUT', '/clock', { frozen: false })
  const tooLate = await scene.control('PUT', '/clock', { now: '10000-01-01 00:00', frozen: true })

  assert.is(noTime.status, 422)
  assert.is(tooFar.status, 422)
  assert.is(tooLate.status, 422)
  assert.match(tooLate.body.error.message, /now must be within the years 0001 to 9999/)
  const { now, frozen } = (await scene.control('GET', '/clock')).body.data
  assert.match(now, /^2030-06-01T12:00:0/)
  assert.is(frozen, false)
})

test('records contain requests and responses, without passwords, tokens or control requests', async () => {
  await scene.owner.put('/users/me', { new_password: 'short', firstname: 'Ada' })
  await scene.caller().get('/activations/a-secret')
  await scene.control('GET', '/users')

  const { data } = (await scene.control('GET', '/requests')).body

  assert.equal(
    data.map(({ method, target, as, status }: Record<string, unknown>) => [method, target, as, status]),
    [
      ['PUT', '/v1/users/me', 'owner@example.test', 422],
      ['GET', '/v1/activations/[redacted]', undefined, 404],
    ],
  )
  assert.equal(JSON.parse(data[0].request), { new_password: '[redacted]', firstname: 'Ada' })
  assert.is(JSON.parse(data[0].reply).success, false)
  assert.not.match(JSON.stringify(data), /secret-password|a-secret|"short"/)
  await scene.control('DELETE', '/requests')
  assert.equal((await scene.control('GET', '/requests')).body.data, [])
})

test('only the latest records are kept', () => {
  const records = createRecords(2)
  const record = { at: '', method: 'GET', status: 200, reply: '', took: 1 }

  for (const target of ['/1', '/2', '/3', '/4', '/5']) records.add({ ...record, target })

  assert.equal(
    records.list().map(({ target }) => target),
    ['/4', '/5'],
  )
})

test('the outbox can be read and emptied', async () => {
  await scene.owner.put('/users/me', { email: 'else@example.test' })

  const [mail] = (await scene.control('GET', '/outbox')).body.data

  assert.is(mail.to, 'else@example.test')
  assert.match(mail.message, /^Subject: Please confirm/m)
  assert.match(mail.link, /^http:\/\/127\.0\.0\.1:\d+\/v1\/activations\/[\w-]{32}$/)
  await scene.control('DELETE', '/outbox')
  assert.equal((await scene.control('GET', '/outbox')).body.data, [])
})

test.run()
