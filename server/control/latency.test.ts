import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { startServer } from '../index.js'
import { createScene, type Scene } from '../testing/scene.js'
import { createDelay } from './latency.js'

let scene: Scene
test.before(async () => {
  scene = await createScene()
})
test.before.each(() => scene.server.reset())
test.after(() => scene.end())

const wait = (ms: unknown) => scene.control('PUT', '/latency', { ms })

async function timed<T>(work: () => Promise<T>): Promise<{ took: number; value: T }> {
  const begin = performance.now()
  const value = await work()
  return { took: performance.now() - begin, value }
}

test('given a latency, then answers wait so long, side by side, and those of the control interface do not', async () => {
  await wait(500)

  const control = await timed(() => scene.control('GET', '/users'))
  const calls = await timed(() => Promise.all([1, 2, 3].map(() => scene.owner.get('/users/me'))))
  const refused = await timed(() => scene.caller().get('/users/me'))

  assert.ok(control.took < 400, `${control.took}`)
  assert.ok(calls.took >= 498 && calls.took < 1_400, `${calls.took}`)
  assert.equal(
    calls.value.map(({ status }) => status),
    [200, 200, 200],
  )
  assert.ok(refused.took >= 498, `${refused.took}`)
})

test('given a request that its sender gives up, then its record says so', async () => {
  await wait(300)
  const signal = AbortSignal.timeout(50)
  await fetch(`${scene.server.url}/v1/users/me`, { signal }).catch(() => {})
  await scene.owner.get('/users/me')

  const recorded = async () => (await scene.control('GET', '/requests')).body.data
  while ((await recorded()).length < 2) await new Promise(resolve => setTimeout(resolve, 10))
  assert.equal(
    (await recorded()).map(({ aborted }: { aborted?: true }) => aborted),
    [true, undefined],
  )
})

test('given a latency, then asking whether a page may ask does not wait as well', async () => {
  await wait(5_000)

  const { took, value } = await timed(() => scene.owner.send('OPTIONS', '/users/me'))

  assert.ok(took < 1_000, `${took}`)
  assert.is(value.status, 200)
})

test('given two bounds, then waits lie between them, and differ', async () => {
  const waits: number[] = []
  let next = 0
  const delay = createDelay({
    callAfter(milliseconds, done) {
      waits.push(milliseconds)
      queueMicrotask(done)
      return () => {}
    },
    random: () => [0, 0.5, 0.999][next++] ?? 0,
  })
  delay.set([100, 300])

  const call = { method: 'GET', target: '/', origin: '', header: () => undefined, body: new Uint8Array() }
  for (let index = 0; index < 3; index++) await delay.pass(call)

  assert.equal(waits.map(Math.round), [100, 200, 300])
})

test('the latency can be read, and is nothing at first', async () => {
  const first = await scene.control('GET', '/latency')
  const set = await wait([1, 2.5])
  const then = await scene.control('GET', '/latency')

  assert.equal(first.body.data, { ms: 0 })
  assert.equal(set.body.data, { ms: [1, 2.5] })
  assert.equal(then.body.data, { ms: [1, 2.5] })
})

const wrong: unknown[] = [-1, '200', null, [200], [300, 100], [1, 2, 3], [1, '2'], 600_001, {}, undefined]
for (const ms of wrong) {
  test(`given the latency ${JSON.stringify(ms)}, then it is refused, and stays what it was`, async () => {
    await wait(1)

    const refused = await wait(ms)

    assert.is(refused.status, 422)
    assert.equal(refused.body.error.details.length, 1)
    assert.match(
      refused.body.error.message,
      /^ms (is required|must be) .*milliseconds from 0 to 600000, such as 200/,
    )
    assert.equal((await scene.control('GET', '/latency')).body.data, { ms: 1 })
  })
}

test('given another word than ms, then the nearest is named', async () => {
  const refused = await scene.control('PUT', '/latency', { m: 200 })

  assert.match(
    JSON.stringify(refused.body.error.details),
    /"path":"m","message":"is not a known field.*did you mean ms\?/,
  )
})

test('given a request that waits, when all is reset, then it is cut off, and does nothing to the data from then on', async () => {
  await wait(1_000)
  const slow = scene.owner.post('/schedules/first/resources', { name: 'Late' }).catch(error => error.code)
  await new Promise(resolve => setTimeout(resolve, 100))

  const reset = await timed(() => scene.control('POST', '/reset'))
  const outcome = await timed(() => slow)
  await new Promise(resolve => setTimeout(resolve, 1_000))

  assert.is(outcome.value, 'UND_ERR_SOCKET')
  assert.ok(reset.took + outcome.took < 700, `${reset.took} ${outcome.took}`)
  const list = await timed(() => scene.owner.get('/schedules/first/resources'))
  assert.is(list.value.body.pagination.total_count, 0)
  assert.ok(list.took < 700, `${list.took}`)
})

test('given requests that wait, when the server closes, then they are answered first', async () => {
  const own = await createScene()
  await own.control('PUT', '/latency', { ms: 200 })
  const slow = own.owner.get('/users/me')
  await new Promise(resolve => setTimeout(resolve, 50))

  const closed = own.server.close()
  const answer = await slow

  await closed
  await own.end()
  assert.is(answer.status, 200)
})

test('a latency of one server is none of another', async () => {
  const other = await startServer()
  await wait(2_000)

  const { took } = await timed(() => fetch(`${other.url}/v1/users/me`))

  await other.close()
  assert.ok(took < 1_000, `${took}`)
})

test.run()
