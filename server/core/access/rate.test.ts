import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { basic, type Caller, createScene, people, type Scene, sceneSeed } from '../../testing/scene.js'
import { createRateWindow } from './rate.js'

const limited = { ...people.editor, email: 'limited@example.test', request_rate_limit: 3 }
const other = { ...limited, email: 'other@example.test' }

let scene: Scene
let caller: Caller
test.before(async () => {
  scene = await createScene({ seed: { ...sceneSeed, users: [...(sceneSeed.users ?? []), limited, other] } })
  caller = scene.caller(basic(limited.email, limited.password))
})
test.before.each(async () => {
  await scene.server.reset()
  scene.server.clock.freeze()
})
test.after(() => scene.end())

const ME = '/users/me'
const seconds = (count: number) => scene.server.clock.advance(count * 1000)
const statuses = async (times: number) => {
  const found: number[] = []
  for (let time = 0; time < times; time++) found.push((await caller.get(ME)).status)
  return found
}

test('given the limit of an account, then that many requests are served, and the next one gets Retry-After', async () => {
  assert.equal(await statuses(3), [200, 200, 200])
  seconds(40)

  const answer = await caller.get(ME)

  assert.is(answer.status, 429)
  assert.is(answer.headers['retry-after'], '260')
  assert.equal(answer.body, {
    success: false,
    error: {
      code: 'rate_limited',
      message: 'More than 3 requests within 5 minutes; try again in 260 s',
    },
  })
})

test('given an account created through the control interface, then its limit applies and is shown', async () => {
  const account = { email: 'two@example.test', password: 'secret-password', request_rate_limit: 2 }
  const { body } = await scene.control('POST', '/users', account)
  const two = scene.caller(basic(account.email, account.password))

  assert.is(body.data.request_rate_limit, 2)
  assert.is((await two.get(ME)).body.data.request_rate_limit, 2)
  assert.is((await two.get(ME)).status, 200)
  assert.is((await two.get(ME)).status, 429)
})

test('given 5 minutes after the first requests, then that many are served again', async () => {
  await statuses(2)
  seconds(100)
  await statuses(1)
  seconds(199)
  assert.equal(await statuses(1), [429])

  seconds(1)

  assert.equal(await statuses(3), [200, 200, 429])
  seconds(100)
  assert.equal(await statuses(2), [200, 429])
})

test('given Retry-After, then a request after that many seconds is served', async () => {
  scene.server.clock.advance(123_456)
  await statuses(3)
  scene.server.clock.advance(7_890)
  const { headers } = await caller.get(ME)

  seconds(Number(headers['retry-after']))

  assert.equal(await statuses(1), [200])
})

test('given a frozen clock, then the window never ends', async () => {
  assert.equal(await statuses(5), [200, 200, 200, 429, 429])
})

test('given refusals, then they do not delay the next admitted request', async () => {
  await statuses(3)
  seconds(299)
  await statuses(10)

  seconds(1)

  assert.equal(await statuses(1), [200])
})

test('given a request beyond the limit, then nothing is changed', async () => {
  await statuses(3)

  const answers = [
    await caller.put(ME, { firstname: 'New' }),
    await caller.put(ME, { email: 'new@example.test' }),
    await caller.put(ME, { new_password: 'another-one' }),
    await caller.delete(`${ME}?me=1`),
  ]

  assert.ok(answers.every(answer => answer.status === 429))
  assert.equal(await scene.server.outbox(), [])
  seconds(300)
  const { body } = await caller.get(ME)
  assert.equal([body.data.firstname, body.data.email], ['Editor', limited.email])
  assert.is((await caller.put(ME, { firstname: 'New' })).status, 200)
  assert.is((await caller.get(ME)).body.data.firstname, 'New')
})

test('every authenticated request counts, even if it is refused or its path is unknown', async () => {
  await caller.put(ME, { firstname: 5 })
  await caller.get('/nothing')
  await caller.send('PATCH', ME)

  assert.equal(await statuses(1), [429])
})

test('given wrong credentials, then they count against nobody', async () => {
  for (let time = 0; time < 5; time++) await scene.caller(basic(limited.email, 'wrong')).get(ME)

  assert.equal(await statuses(4), [200, 200, 200, 429])
})

test('given one user at the limit, then others are served', async () => {
  await statuses(4)

  assert.is((await scene.caller(basic(other.email, other.password)).get(ME)).status, 200)
  assert.is((await scene.owner.get(ME)).status, 200)
})

test('given another letter case of the address, then it counts as the same user', async () => {
  await statuses(3)

  const answer = await scene.caller(basic(limited.email.toUpperCase(), limited.password)).get(ME)

  assert.is(answer.status, 429)
})

test('given ten concurrent requests, then as many as the limit are served', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => caller.get(ME)))

  assert.is(answers.filter(answer => answer.status === 200).length, 3)
  assert.is(answers.filter(answer => answer.status === 429).length, 7)
})

test('given a reset, then the count starts anew', async () => {
  await statuses(4)

  await scene.server.reset()

  assert.equal(await statuses(1), [200])
})

const minute = 60_000

/** The state of a user after this many requests, all in the current second. */
const after = (requests: number, limit: number) => ({
  admitted: requests <= limit,
  remaining: Math.max(0, limit - requests),
  resetAfter: 300,
})

test('given a clock that is set back, then nobody has to wait for the later time', () => {
  const window = createRateWindow()
  window.admit('a', 1, 60 * minute)

  assert.equal(window.admit('a', 1, 10 * minute), after(1, 1))
  assert.equal(window.admit('a', 1, 10 * minute), after(2, 1))

  window.admit('b', 1, 11 * minute)
  window.admit('c', 1, 12 * minute)

  assert.equal(window.admit('c', 1, 11 * minute), after(1, 1))
})

test('given a limit of 0, then nothing is admitted', () => {
  assert.equal(createRateWindow().admit('a', 0, 0), after(1, 0))
})

test('given one request per second with a limit of 300, then all are admitted forever', () => {
  const window = createRateWindow()

  for (let second = 0; second < 1000; second++) {
    assert.is(window.admit('a', 300, second * 1000 + 999 * (second % 2)).admitted, true)
  }
})

test('given random requests, then the window admits the same ones as a list of all their times', () => {
  const random = createRandom(7)
  for (let round = 0; round < 40; round++) {
    const window = createRateWindow()
    const limit = 1 + Math.floor(random() * 20)
    const times = new Map<string, number[]>()
    let now = 0
    for (let step = 0; step < 400; step++) {
      now += Math.floor(random() ** 4 * 120_000)
      const user = `user-${Math.floor(random() * 3)}`
      const second = Math.floor(now / 1000)
      const recent = (times.get(user) ?? []).filter(time => time > second - 300)
      const admitted = recent.length < limit
      if (admitted) recent.push(second)
      times.set(user, recent)

      const admission = window.admit(user, limit, now)

      assert.equal(admission, {
        admitted,
        remaining: limit - recent.length,
        resetAfter: (recent[0] ?? second) + 300 - second,
      })
    }
  }
})

test('given users without requests for 5 minutes, then they take no memory', () => {
  const window = createRateWindow()
  for (let user = 0; user < 1000; user++) window.admit(`early-${user}`, 5, user)
  window.admit('early-0', 5, minute)
  window.admit('late', 5, 4 * minute)
  assert.is(window.size, 1001)

  window.admit('late', 5, 5.5 * minute)

  assert.is(window.size, 2)
})

test('given a clock that is set back, then earlier users take no memory either', () => {
  const window = createRateWindow()
  for (let user = 0; user < 1000; user++) window.admit(`early-${user}`, 5, 60 * minute)

  window.admit('late', 5, 10 * minute)

  assert.is(window.size, 1)
})

test('given a window that is cleared, then all counts are forgotten', () => {
  const window = createRateWindow()
  window.admit('a', 1, 0)

  window.clear()

  assert.equal(window.admit('a', 1, 0), after(1, 1))
})

test('every response to a user shows how many requests remain, and when the oldest no longer counts', async () => {
  await caller.get(ME)
  seconds(30)

  const [found, refused] = [await caller.get(ME), await caller.get('/nothing-here')]
  const over = await caller.get(ME)
  const stranger = await scene.caller().get(ME)

  assert.is(found.headers['ratelimit-policy'], '"user";q=3;w=300')
  assert.is(found.headers.ratelimit, '"user";r=1;t=270')
  assert.is(refused.status, 404)
  assert.is(refused.headers.ratelimit, '"user";r=0;t=270')
  assert.is(over.status, 429)
  assert.is(over.headers.ratelimit, '"user";r=0;t=270')
  assert.is(stranger.headers.ratelimit, undefined)
})

/** Returns numbers from 0 to 1, the same each time. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test.run()
