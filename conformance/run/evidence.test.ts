import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Finding } from '../session/outcomes.js'
import { passwordOf, startFake } from '../testing/fake.js'
import type { FakeCall } from '../testing/fake-service.js'
import { openRuntime } from '../testing/session.js'
import { endAll } from '../testing/stage.js'
import { evidenceOf, excerpt } from './evidence.js'

test.after(endAll)

const open = async (text: string | ((call: FakeCall) => string) = '{"success":true}') => {
  const fake = await startFake({
    odd: call => ({
      text: typeof text === 'string' ? text : text(call),
      headers: { date: 'now', 'x-odd': '1' },
    }),
  })
  const runtime = openRuntime(fake.target)
  const show = (
    finding: Omit<Finding, 'replies'> & Partial<Finding>,
    kind: 'failure' | 'observation' = 'failure',
  ) => evidenceOf(kind, { replies: [], ...finding }, runtime.trail, runtime.session)
  return { ...runtime, fake, show }
}

test('given a finding with its replies, when it is shown, then the script goes up to the decisive one', async () => {
  const { owner, show } = await open()
  await owner.get('/v1/one')
  const reply = await owner.get('/v1/two', { ids: [1] })
  await owner.get('/v1/three')

  const { exchanges, curl = '' } = show({ message: 'wrong', replies: [reply] })

  assert.equal(
    exchanges.map(({ url, as, status }) => [new URL(url).pathname, as, status]),
    [['/v1/two', 'owner', 200]],
  )
  assert.match(curl, '/v1/one')
  assert.match(curl, '/v1/two?ids=1')
  assert.not.match(curl, '/v1/three')
})

test('given values that differ only in their type, when they are shown, then they are in quotes', async () => {
  const { owner, show } = await open()
  await owner.get('/v1/one')

  const alike = show({ message: 'wrong', expected: '0', actual: 0 })
  const others = show({ message: 'wrong', expected: 'one', actual: 'two' })

  assert.equal([alike.expected, alike.actual], ['"0"', '0'])
  assert.equal([others.expected, others.actual], ['one', 'two'])
})

test('given a state that is wrong, when it is shown, then the write before it is shown too', async () => {
  const { owner, show } = await open()
  await owner.put('/v1/one', {})
  await owner.delete('/v1/two')
  await owner.get('/v1/three')
  const reply = await owner.get('/v1/four')
  await owner.put('/v1/five', {})

  const { exchanges } = show({ message: 'wrong', replies: [reply], showWrite: true })

  assert.equal(
    exchanges.map(({ url }) => new URL(url).pathname),
    ['/v1/two', '/v1/four'],
  )
})

test('given concurrent requests of a check, when one shows what is wrong, then that one and its write are shown', async () => {
  const { owner, show } = await open(({ method, path, query }) =>
    JSON.stringify({
      success: true,
      data: method === 'POST' ? [{ id: 70 + Number(query.get('n')) }] : { title: `of ${path}` },
    }),
  )
  for (const n of [1, 2, 3]) await owner.post('/v1/rooms', {}, { n })
  for (const n of [2, 1, 3]) await owner.get(`/v1/rooms/7${n}`)

  const { exchanges } = show({ message: 'wrong', actual: 'of /v1/rooms/71', replies: [], showWrite: true })

  assert.equal(
    exchanges.map(({ method, url }) => `${method} ${url.replace(/.*\/v1/, '')}`),
    ['POST /rooms?n=1', 'GET /rooms/71'],
  )
})

test('given a write whose effect is wrong, when it is shown, then the read that shows the effect follows it', async () => {
  const { owner, show } = await open('{"success":true,"data":{"title":"Left over"}}')
  const reply = await owner.put('/v1/one', {})
  await owner.get('/v1/one')
  await owner.get('/v1/two')

  const shown = (kind: 'failure' | 'observation', actual: unknown) =>
    show({ message: 'wrong', actual, replies: [reply] }, kind).exchanges.map(
      ({ method, url }) => `${method} ${new URL(url).pathname}`,
    )

  assert.equal(shown('failure', 'Left over'), ['PUT /v1/one', 'GET /v1/one'])
  assert.equal(shown('failure', 'Lost'), ['PUT /v1/one', 'GET /v1/two'])
  assert.equal(shown('observation', 'Left over'), ['PUT /v1/one'])
})

test('given a finding without replies, when it is shown, then the last exchange stands for it', async () => {
  const { owner, show } = await open()
  await owner.get('/v1/one')
  await owner.get('/v1/two')

  const { exchanges } = show({ message: 'wrong' })

  assert.equal(
    exchanges.map(({ url }) => new URL(url).pathname),
    ['/v1/two'],
  )
})

test('given a finding before any request, when it is shown, then there is only its message', async () => {
  const { show } = await open()

  assert.equal(show({ message: 'wrong' }), { kind: 'failure', message: 'wrong', exchanges: [] })
})

test('given replies of another check, when they are shown, then the script contains only these', async () => {
  const { show, owner } = await open()
  const { owner: other } = await open()
  await owner.get('/v1/own')

  const { curl = '' } = show({ message: 'wrong', replies: [await other.get('/v1/other')] })

  assert.match(curl, '/v1/other')
  assert.not.match(curl, '/v1/own')
})

test('given expected and actual values, when they are shown, then they are unchanged text and indented JSON', async () => {
  const { show } = await open()

  const { expected, actual } = show({ message: 'wrong', expected: 'a "text"', actual: { a: [1] } })

  assert.is(expected, 'a "text"')
  assert.is(actual, '{\n  "a": [\n    1\n  ]\n}')
  assert.is(show({ message: 'wrong', actual: null }).actual, 'null')
})

test('given an endless response, when it is shown, then it is cut between characters and says how much is missing', async () => {
  const { owner, show } = await open(`${'a'.repeat(3999)}🎉${'b'.repeat(100)}`)
  const reply = await owner.get('/v1/one')

  const [shown] = show({ message: 'wrong', replies: [reply], actual: 'c'.repeat(5000) }).exchanges

  assert.is(shown?.answer, `${'a'.repeat(3999)}…`)
  assert.is(shown?.cut, 102)
  assert.is(show({ message: 'wrong', actual: 'c'.repeat(5000) }).actual?.length, 2001)
})

test('given long responses, when parts of them are shown, then the whole texts are not kept in memory', () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const heap = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  const before = heap()

  const shown = Array.from({ length: 10 }, () => excerpt('a'.repeat(10_000_000), 4000))

  const more = heap() - before
  assert.is(shown.at(-1)?.text.length, 4001)
  assert.ok(more < 50_000_000, `${more} bytes more`)
})

test('given a long response, when its end is judged, then the part around it is shown, with its position', async () => {
  const data = Array.from({ length: 200 }, (_, index) => ({ id: index + 1, name: `Room ${index}` }))
  const { owner, show } = await open(JSON.stringify({ data, pagination: { page_count: 7 }, success: true }))
  const reply = await owner.get('/v1/one')

  const ofPage = show({ message: 'pagination.page_count must be 200', replies: [reply] }).exchanges[0]
  const ofObject = show({ message: 'resource 150: name is not as it must be', replies: [reply] }).exchanges[0]

  assert.match(ofPage?.answer ?? '', /^….*"page_count":7},"success":true}$/)
  assert.is(ofPage?.answer.slice(ofPage.focus, (ofPage.focus ?? 0) + 12), '"pagination"')
  assert.is((ofPage?.cutBefore ?? 0) + (ofPage?.answer.length ?? 0) - 1, reply.text.length)
  assert.is(ofObject?.answer.slice(ofObject.focus, (ofObject.focus ?? 0) + 17), '"name":"Room 149"')
})

test('given headers, when an exchange is shown, then the relevant ones are shown', async () => {
  const { owner, show } = await open()
  await owner.get('/v1/one')

  const { headers } = show({ message: 'wrong' }).exchanges[0] ?? {}

  assert.equal(headers, { 'content-type': 'application/json', date: 'now' })
})

test('given a password in every place, when a finding is shown, then it is in none', async () => {
  const secret = passwordOf('owner')
  const { owner, show } = await open(JSON.stringify({ a: secret, b: encodeURIComponent(secret) }))
  const reply = await owner.post('/v1/one', { name: secret }, { q: secret })

  const shown = show({ message: `it is ${secret}`, expected: secret, actual: { secret }, replies: [reply] })

  for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]) {
    assert.not(
      Object.values({ ...shown, ...shown.exchanges[0] }).some(value => String(value).includes(form)),
      form,
    )
  }
  assert.match(shown.message, 'it is [password of owner@example.test]')
})

test('given a password where a long value is cut, when the value is shown, then no part of the password is', async () => {
  const secret = passwordOf('owner')
  const { owner, show } = await open()
  const reply = await owner.get('/v1/one')

  const { actual = '' } = show({
    message: 'wrong',
    actual: `${'x'.repeat(2000 - secret.length / 2)}${secret}${'y'.repeat(100)}`,
    replies: [reply],
  })

  assert.not.ok(actual.includes(secret.slice(0, 3)))
})

test('given a request with a secret, then no exported test is offered, because it could not repeat the request', async () => {
  const { owner, show } = await open()
  const plain = await owner.put('/v1/one', { title: 'all' })
  const whole = show({ message: 'wrong', replies: [plain], shows: 'refused' })
  const reply = await owner.put('/v1/one', { new_password: 'short' })
  const hidden = show({ message: 'wrong', replies: [reply], shows: 'refused' })

  assert.equal(whole.expectation, { must: 'refused', followedBy: 0 })
  assert.is(hidden.expectation, undefined)
})

test('given an observation, when it is shown, then it has no script', async () => {
  const { owner, show } = await open()
  await owner.get('/v1/one')

  assert.is(show({ message: 'so' }, 'observation').curl, undefined)
})

test.run()
