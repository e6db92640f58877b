import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { reply } from '../core/index.js'
import { startServer } from '../index.js'
import { createScene, sceneFor } from '../testing/scene.js'
import { failure } from './failures.js'
import { createFaults } from './faults.js'
import { createDelay } from './latency.js'

const scene = await sceneFor(test)

const wait = (ms: unknown) => scene.control('PUT', '/latency', { ms })

/** Faults with a fake clock, around a service that counts its responses. */
function createTimed() {
  const waiting: { due: number; done(): void }[] = []
  let now = 0
  let answered = 0
  const faults = createFaults({
    callAfter(milliseconds, done) {
      const timer = { due: now + milliseconds, done }
      waiting.push(timer)
      return () => void waiting.splice(waiting.indexOf(timer), 1)
    },
    random: () => 0,
  })
  const answer = faults.around(() => {
    answered++
    return reply(200, '{}')
  })
  const call = (method = 'GET') =>
    Promise.resolve(
      answer({ method, target: '/v1/users/me', origin: '', header: () => undefined, body: new Uint8Array() }),
    )
  async function pass(milliseconds: number) {
    now += milliseconds
    for (const timer of waiting.filter(({ due }) => due <= now)) timer.done()
    await settled()
  }
  return { faults, call, pass, answered: () => answered }
}

/** Waits until pending promise callbacks have run. */
const settled = () => new Promise(resolve => setImmediate(resolve))

test('given a latency, then requests are delayed that long, in parallel', async () => {
  const { faults, call, pass, answered } = createTimed()
  faults.delay.set(500)

  const replies = [call(), call(), call()]
  await settled()
  await pass(499)
  const before = answered()
  await pass(1)

  assert.equal([before, answered()], [0, 3])
  assert.equal(
    (await Promise.all(replies)).map(({ status }) => status),
    [200, 200, 200],
  )
})

test('given a latency, then preflight requests are not delayed', async () => {
  const { faults, call } = createTimed()
  faults.delay.set(5_000)

  assert.is((await call('OPTIONS')).status, 200)
})

test('given a latency, then responses take at least that long, except those of the control interface', async () => {
  await wait(200)
  const begin = performance.now()

  await scene.control('GET', '/users')
  const calls = [scene.owner.get('/users/me'), scene.caller().get('/users/me')]
  const statuses = (await Promise.all(calls)).map(({ status }) => status)

  assert.ok(performance.now() - begin >= 198)
  assert.equal(statuses, [200, 401])
})

test('given a request whose client gives up, then its record says so', async () => {
  await wait(800)
  const signal = AbortSignal.timeout(250)
  await fetch(`${scene.server.url}/v1/users/me`, { signal }).catch(() => {})
  await scene.owner.get('/users/me')

  const recorded = async () => (await scene.control('GET', '/requests')).body.data
  while ((await recorded()).length < 2) await new Promise(resolve => setTimeout(resolve, 10))
  assert.equal(
    (await recorded()).map(({ aborted }: { aborted?: true }) => aborted),
    [true, undefined],
  )
})

test('given a failure and a delay, when the client gives up or the data are restored, then the failure is kept', async () => {
  for (const end of ['give up', 'restore'] as const) {
    const faults = createFaults({ callAfter: () => () => {}, random: () => 0 })
    faults.failures.plan(failure.parse({ with: 503 }))
    faults.delay.set(1_000)
    let giveUp = () => {}
    let isAborted = false
    const answered = faults.around(() => reply(200, ''))({
      ...{
        method: 'GET',
        target: '/v1/users/me',
        origin: '',
        header: () => undefined,
        body: new Uint8Array(),
      },
      isAborted: () => isAborted,
      onAborted(listener) {
        giveUp = listener
        return () => {}
      },
    })
    await new Promise(setImmediate)

    if (end === 'restore') faults.cutOff()
    else {
      isAborted = true
      giveUp()
    }
    await answered

    assert.equal(
      faults.failures.list().map(({ left }) => left),
      [1],
      end,
    )
  }
})

test('given a range, then delays are within it and vary', async () => {
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

test('the latency can be read, and is initially 0', async () => {
  const first = await scene.control('GET', '/latency')
  const set = await wait([1, 2.5])
  const then = await scene.control('GET', '/latency')

  assert.equal(first.body.data, { ms: 0 })
  assert.equal(set.body.data, { ms: [1, 2.5] })
  assert.equal(then.body.data, { ms: [1, 2.5] })
})

const wrong: unknown[] = [-1, '200', null, [200], [300, 100], [1, 2, 3], [1, '2'], 600_001, {}, undefined]
for (const ms of wrong) {
  test(`given the latency ${JSON.stringify(ms)}, then it is refused and does not change`, async () => {
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

test('given an unknown field instead of ms, then the nearest is suggested', async () => {
  const refused = await scene.control('PUT', '/latency', { m: 200 })

  assert.match(
    JSON.stringify(refused.body.error.details),
    /"path":"m","message":"is not a known field.*did you mean ms\?/,
  )
})

test('given a delayed request, when everything is reset, then it is aborted and has no effect', async () => {
  const { faults, call, pass, answered } = createTimed()
  faults.delay.set(1_000)
  const slow = call()
  await settled()

  faults.clear()
  const { status } = await slow
  await pass(1_000)

  assert.equal([status, answered()], [0, 0])
})

test('given a delayed request, when everything is reset, then its connection is dropped', async () => {
  await wait(60_000)
  const slow = scene.owner.get('/users/me').catch(error => error.code)
  await new Promise(resolve => setTimeout(resolve, 100))

  await scene.control('POST', '/reset')

  assert.is(await slow, 'UND_ERR_SOCKET')
})

test('given delayed requests, when the server closes, then they are answered first', async () => {
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

test('the latency of one server does not affect another', async () => {
  const other = await startServer()
  await wait(60_000)

  const { status } = await fetch(`${other.url}/v1/users/me`)

  await other.close()
  assert.is(status, 401)
})

test.run()
