import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type FakeOptions, passwordOf, startFake } from '../testing/fake.js'
import { openRuntime, openTestSession } from '../testing/session.js'
import { endAll, folder, thrownBy } from '../testing/stage.js'
import { type Answered, createClient } from './client.js'
import { createPacing } from './pacing.js'
import { networkTransport } from './transport.js'

test.after(endAll)

const busy = (times: number, headers: Record<string, string> = { 'retry-after': '0' }): FakeOptions => {
  let left = times
  return { odd: () => (left-- > 0 ? { status: 429, headers, body: { success: false } } : undefined) }
}

test('given a target that asks to wait, when a check sends a request, then it sees only the response after the wait', async () => {
  const fake = await startFake(busy(2))
  const { owner, trail, session } = openRuntime(fake.target)

  const reply = await owner.get('/v1/users/me')

  assert.is(reply.ok, true)
  assert.equal(
    trail.map(({ answer }) => answer.status),
    [200],
  )
  assert.equal([session.client.requests, session.client.waits], [3, 2])
  assert.ok(session.pacing.waited >= 80)
})

test('given a target that is busy, when a check posts, then the same request is sent again', async () => {
  const fake = await startFake(busy(1))
  const { owner, first } = openRuntime(fake.target)

  await owner.post(first.resources, { name: 'Red' })

  assert.equal(
    fake.calls.map(({ method, text }) => `${method} ${text}`),
    Array(2).fill('POST {"name":"Red"}'),
  )
  assert.is(fake.left().length, 1)
})

for (const headers of [{ age: '7' }, { 'cache-status': 'edge; hit; ttl=30' }, { 'x-cache': 'HIT' }]) {
  test(`given a response with ${JSON.stringify(headers)}, when it is received, then it counts as one from a cache`, async () => {
    let left = 1
    const fake = await startFake({
      odd: () => (left-- > 0 ? { headers, body: { success: true } } : undefined),
    })
    const { owner, session } = openRuntime(fake.target)

    for (const _ of [1, 2]) await owner.get('/v1/users/me')

    assert.equal([session.client.requests, session.client.cached], [2, 1])
  })
}

test('given a 503 with a time to wait, when it has passed, then the request is sent again', async () => {
  let left = 1
  const fake = await startFake({
    odd: () => (left-- > 0 ? { status: 503, headers: { 'retry-after': '0' }, body: {} } : undefined),
  })
  const { owner } = openRuntime(fake.target)

  assert.is((await owner.get('/v1/users/me')).status, 200)
})

test('given a sender that accepts rate-limited responses, when the target asks to wait, then the response is returned as it is', async () => {
  const fake = await startFake(busy(1, { 'retry-after': '99' }))
  const { actor, session } = openRuntime(fake.target)

  const reply = await actor(fake.target.owner, 'limited', { returnRateLimited: true }).get('/v1/users/me')

  assert.is(reply.status, 429)
  assert.is(reply.headers['retry-after'], '99')
  assert.is(session.client.waits, 0)
})

test('given a target that asks to wait longer than a window, when it is asked, then the run ends and sends it nothing more', async () => {
  const fake = await startFake(busy(9, { 'retry-after': '86400' }))
  const { owner, session } = openRuntime(fake.target)

  const error = await thrownBy(() => owner.get('/v1/users/me'))
  const later = await thrownBy(() => owner.get('/v1/users/me'))

  assert.equal([error?.name, later?.name, fake.calls.length], ['Interrupted', 'Interrupted', 1])
  assert.ok(session.ending.signal.aborted)
  assert.match(
    session.ending.reason ?? '',
    /^The target answered 429 to owner@example.test and asked to wait 86400 s, until \d{4}-\S+Z; the kit waits 330 s at most. Start the run again after that.$/,
  )
})

test('given a target that asks one account to wait, when another one sends a request, then it does not wait', async () => {
  const fake = await startFake({
    odd: ({ email }) =>
      email === 'owner@example.test'
        ? { status: 429, headers: { 'retry-after': '60' }, body: {} }
        : undefined,
  })
  const { owner, actor, session } = openRuntime(fake.target)
  const [editor] = session.target.members

  const waiting = owner.get('/v1/users/me').catch(error => error.name)
  const reply = await actor(editor ?? session.target.owner, 'editor').get('/v1/users/me')

  assert.is(reply.ok, true)
  const { until = 0, reason } = session.pacing.waiting ?? {}
  assert.match(reason ?? '', 'the target, which answered 429 to owner@example.test')
  assert.ok(Math.abs(until - Date.now() - 60_000) < 5000)
  session.ending.stop('the end of the test')
  assert.is(await waiting, 'Interrupted')
})

const breaking = (times: number): FakeOptions => {
  let left = times
  return { odd: () => (left-- > 0 ? 'hang up' : undefined) }
}

test('given a connection that breaks, when it was a GET, then it is retried transparently', async () => {
  const fake = await startFake(breaking(1))
  const { owner, trail } = openRuntime(fake.target)

  const reply = await owner.get('/v1/users/me')

  assert.is(reply.ok, true)
  assert.equal([fake.calls.length, trail.length], [2, 1])
})

for (const method of ['POST', 'PUT', 'DELETE']) {
  test(`given a connection that breaks, when it was a ${method}, then it is sent once and interrupted`, async () => {
    const fake = await startFake(breaking(1))
    const { owner, trail, first } = openRuntime(fake.target)

    const error = await thrownBy(() => owner.send(method, first.resources, { text: '{}' }))

    assert.is(error?.name, 'Interrupted')
    assert.equal([fake.calls.length, trail.length], [1, 0])
  })
}

test('given a connection that always breaks, when it was a GET, then it is given up after three attempts', async () => {
  const fake = await startFake(breaking(9))
  const { owner } = openRuntime(fake.target)

  const error = await thrownBy(() => owner.get('/v1/users/me'))

  assert.is(error?.name, 'Interrupted')
  assert.is(fake.calls.length, 3)
})

test('given an onExchange, when responses arrive, then it sees those that checks see, with the check that they are for', async () => {
  const fake = await startFake(busy(1))
  const seen: [string, number][] = []
  const transport = networkTransport({ timeout: 10_000, maxResponse: 16_000_000 })
  const onExchange = ({ exchange, check }: Answered) => void seen.push([check, exchange.answer.status])
  const client = createClient({ ...openTestSession(fake.target), baseUrl: fake.url, transport, onExchange })

  await client.send(
    { method: 'GET', path: '/v1/users/me', query: '', as: 'nobody' },
    { check: 'ENV-02', trail: [], account: '' },
  )

  await transport.close()
  assert.equal(seen, [['ENV-02', 401]])
})

test('given accounts with limits, when their requests are sent, then each waits for the turn of its account', async () => {
  const fake = await startFake()
  const turns: string[] = []
  const transport = networkTransport({ timeout: 10_000, maxResponse: 16_000_000 })
  const pacing = { ...createPacing(), turn: async (account: string) => void turns.push(account) }
  const session = openTestSession(fake.target)
  const client = createClient({ ...session, baseUrl: fake.url, transport, pacing, onExchange: () => {} })
  const request = { method: 'GET', path: '/v1/users/me', query: '', as: 'somebody' }

  for (const account of ['a', 'b', 'a']) await client.send(request, { check: 'ENV-02', trail: [], account })

  await transport.close()
  assert.equal(turns, ['a', 'b', 'a'])
})

test('given logins that take longer, when the response time is reported, then it is that of other requests', async () => {
  const fake = await startFake({ slow: ({ number }) => (number % 3 === 0 ? 0 : 200) })
  const { client } = openTestSession(fake.target)
  const request = { method: 'GET', path: '/v1/users/me', query: '', as: 'somebody' }

  const sent = Array.from({ length: 9 }, () =>
    client.send(request, { check: 'ENV-02', trail: [], account: '' }),
  )
  await Promise.all(sent)

  assert.ok(client.responseTime < 200, `${client.responseTime} ms`)
})

test('given a base address with a path, when a request is sent, then it goes below it with all its parts', async () => {
  const fake = await startFake()
  const { client } = openTestSession({ ...fake.target, baseUrl: `${fake.url}/api/` })

  await client.send(
    {
      method: 'PUT',
      path: '/v1/x',
      query: 'ids=1,2',
      body: '{"a":1}',
      authorization: 'Basic x',
      as: 'owner',
    },
    { check: 'BULK-01', trail: [], account: '' },
  )

  const [call] = fake.calls
  assert.equal(
    [call?.method, call?.path, call?.query.get('ids'), call?.text],
    ['PUT', '/api/v1/x', '1,2', '{"a":1}'],
  )
  const { accept, authorization, 'content-type': type, 'schedkit-check': id } = call?.headers ?? {}
  assert.equal(
    [accept, authorization, type, id],
    ['application/json', 'Basic x', 'application/json', 'BULK-01'],
  )
})

test('given a request without a body and without credentials, when it is sent, then there are no headers for them', async () => {
  const fake = await startFake()
  const { actor } = openRuntime(fake.target)
  const nobody = actor({ email: '', password: '' }, 'nobody', { authorization: null })

  await nobody.get('/v1/users/me')

  assert.not('authorization' in (fake.calls[0]?.headers ?? {}))
  assert.not('content-type' in (fake.calls[0]?.headers ?? {}))
})

test('given two people over one connection, when they take turns, then it remains one connection', async () => {
  const fake = await startFake()
  const { session, actor } = openRuntime(fake.target)
  const transport = session.client.single()
  const people = [fake.target.owner, fake.target.members?.[0] ?? fake.target.owner].map((who, index) =>
    actor(who, `person ${index}`, { transport }),
  )

  const emails: unknown[] = []
  for (const person of [...people, ...people]) emails.push((await person.read('/v1/users/me')).email)

  await transport.close()
  assert.equal(emails, Array(2).fill(['owner@example.test', 'editor@example.test']).flat())
  assert.is(fake.connections(), 1)
})

test('given NODE_DEBUG=schedkit, when a run sends requests, then each is printed without secrets', async () => {
  const fake = await startFake(busy(1))
  const certify = new URL('../certify.js', import.meta.url).href
  const options = { target: fake.target, only: ['AUTH-01'], ledgerFolder: folder() }
  const script = `const { certify } = await import('${certify}'); await certify(${JSON.stringify(options)})`

  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, NODE_DEBUG: 'schedkit', FORCE_COLOR: '0' },
  })

  assert.match(stderr, /SCHEDKIT \d+: preparation waits 50 ms, as the target asks to \(429\)/)
  assert.match(stderr, /SCHEDKIT \d+: preparation GET \/v1\/users\/me 200 in \d+ ms/)
  assert.match(stderr, /SCHEDKIT \d+: AUTH-01\S* GET \/v1/)
  assert.not.match(stderr, passwordOf('owner'))
})

test.run()
