import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { basic, people, sceneFor } from '../../testing/scene.js'
import { readBasic } from './credentials.js'
import type { LoginAttempt } from './login-throttle.js'
import { createLoginThrottle } from './login-throttle.js'

const attempt = (more: Partial<LoginAttempt> = {}): LoginAttempt => ({
  email: 'ada@example.test',
  peer: '192.0.2.1',
  password: 'wrong',
  now: 0,
  ...more,
})

/** Makes this many different guesses; returns the wait for the next one. */
function guess(
  throttle: ReturnType<typeof createLoginThrottle>,
  times: number,
  more: (index: number) => Partial<LoginAttempt> = () => ({}),
): number {
  for (let index = 0; index < times; index++) {
    throttle.wrong(attempt({ password: `guess-${index}`, ...more(index) }))
  }
  return throttle.wait(attempt(more(times)))
}

test('given 9 wrong passwords, nobody waits; the tenth costs a second, and each further one doubles it, up to a minute', () => {
  const waits = [9, 10, 11, 12, 16, 30].map(times => guess(createLoginThrottle(), times))

  assert.equal(waits, [0, 1, 2, 4, 60, 60])
})

test('given a wait that is over, then the next attempt is verified', () => {
  const throttle = createLoginThrottle()
  guess(throttle, 12)

  assert.is(throttle.wait(attempt({ now: 3_100 })), 1)
  assert.is(throttle.wait(attempt({ now: 4_000 })), 0)
})

test('given the right password, then the wrong ones before it no longer count', () => {
  const throttle = createLoginThrottle()
  guess(throttle, 9)

  throttle.right(attempt())

  assert.is(guess(throttle, 9), 0)
})

test('given the same wrong password again and again, then it counts as one', () => {
  const throttle = createLoginThrottle()

  const wait = guess(throttle, 500, () => ({ password: 'the old one' }))

  assert.is(wait, 0)
})

test('given guesses at one account, then nobody waits for another one', () => {
  const throttle = createLoginThrottle()
  guess(throttle, 50)

  assert.is(throttle.wait(attempt({ email: 'grace@example.test' })), 0)
})

test('given guesses at an account from many addresses, then unknown addresses wait, and one that knew the password does not', () => {
  const throttle = createLoginThrottle()
  const home = { peer: '198.51.100.7' }
  throttle.right(attempt(home))

  const stranger = guess(throttle, 110, index => ({ peer: `192.0.2.${index}` }))

  assert.is(stranger, 60)
  assert.is(throttle.wait(attempt(home)), 0)
})

test('given guesses at many accounts from one address, then it waits for all accounts, and other addresses do not', () => {
  const throttle = createLoginThrottle()
  const spray = (index: number) => ({ email: `user-${index}@example.test` })

  assert.is(guess(throttle, 120, spray), 300)
  assert.is(throttle.wait(attempt({ peer: '192.0.2.2' })), 0)
})

test('given an IPv6 address, then its whole network counts as one', () => {
  const throttle = createLoginThrottle()
  const spray = (index: number) => ({
    email: `user-${index}@example.test`,
    peer: `2001:db8:0:7::${index.toString(16)}`,
  })

  assert.is(guess(throttle, 120, spray), 300)
  assert.is(throttle.wait(attempt({ peer: '2001:db8:0:7:1:2:3:4' })), 300)
  assert.is(throttle.wait(attempt({ peer: '2001:db8:0:8::1' })), 0)
})

for (const peer of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
  test(`given guesses at many accounts from ${peer}, a loopback address, then they are counted per account only`, () => {
    const wait = guess(createLoginThrottle(), 500, index => ({ email: `user-${index}@example.test`, peer }))

    assert.is(wait, 0)
  })
}

test('given 15 minutes without a guess, then the counts are reset', () => {
  const throttle = createLoginThrottle()
  guess(throttle, 30)

  const wait = guess(throttle, 1, () => ({ now: 15 * 60_000 }))

  assert.is(wait, 0)
})

test('given a clock that is set back, then nobody waits', () => {
  const throttle = createLoginThrottle()
  guess(throttle, 30, () => ({ now: 60_000 }))

  assert.is(throttle.wait(attempt({ now: 0 })), 0)
})

test('given more accounts than are remembered, then the oldest are evicted', () => {
  const throttle = createLoginThrottle(2)
  guess(throttle, 30)
  for (const name of ['b', 'c']) guess(throttle, 1, () => ({ email: `${name}@example.test` }))

  assert.is(throttle.wait(attempt({ peer: '203.0.113.9' })), 0)
})

test('given passwords being checked, then they count as wrong until the result is known, and equal ones count once', () => {
  const throttle = createLoginThrottle()
  const begin = (index: number) => throttle.begin(attempt({ password: `guess-${index}` }))
  guess(throttle, 7)

  const ends = [10, 11, 12, 12].map(begin)

  assert.not(ends.includes(undefined))
  assert.is(begin(13), undefined)
  assert.is(throttle.begin(attempt({ password: 'guess-13', peer: '192.0.2.2' })) === undefined, false)
  ends[0]?.()
  assert.type(begin(13), 'function')
  for (const end of ends.slice(1)) end?.()
})

test('given more wrong passwords than are free, then only one at a time is checked', () => {
  const throttle = createLoginThrottle()
  guess(throttle, 20)

  const end = throttle.begin(attempt({ password: 'one', now: 60_000 }))

  assert.is(throttle.begin(attempt({ password: 'other', now: 60_000 })), undefined)
  end?.()
  assert.type(throttle.begin(attempt({ password: 'other', now: 60_000 })), 'function')
})

test('given one password for many accounts from one address, then each counts as a guess', () => {
  const wait = guess(createLoginThrottle(), 120, index => ({
    email: `user-${index}@example.test`,
    password: '123456',
  }))

  assert.is(wait, 300)
})

test('given addresses as long as a header, then only a short key is remembered', () => {
  const throttle = createLoginThrottle()
  const long = 'a'.repeat(400)

  assert.is(
    guess(throttle, 10, index => ({ email: `${long}${index}` })),
    1,
  )
})

const scene = await sceneFor(test)
test.before.each(async () => {
  scene.server.clock.freeze()
})

const { email, password } = people.owner

for (const [who, address] of [
  ['an account', email],
  ['an address without an account', 'nobody@example.test'],
]) {
  test(`given guesses at ${who}, then the caller is told to wait, even with the right password`, async () => {
    const answers = []
    for (let index = 0; index < 11; index++) {
      answers.push(await scene.caller(basic(address as string, `guess-${index}`)).get('/users/me'))
    }

    const right = await scene.caller(basic(address as string, password)).get('/users/me')

    assert.equal(
      answers.map(answer => answer.status),
      [...Array(10).fill(401), 429],
    )
    assert.is(right.status, 429)
    assert.is(right.headers['retry-after'], '1')
    assert.equal(right.body.error, {
      code: 'too_many_guesses',
      message: 'Too many wrong passwords; try again in 1 s',
    })
  })
}

test('given 102 different wrong passwords at once, then only 10 are checked', async () => {
  const guesses = Array.from({ length: 102 }, (_, index) =>
    scene.caller(basic(email, `guess-${index}`)).get('/users/me'),
  )
  const statuses = (await Promise.all(guesses)).map(answer => answer.status)

  assert.equal(
    [401, 429].map(status => statuses.filter(each => each === status).length),
    [10, 92],
  )
})

test('given many concurrent requests with the right password, before it is known to be right, then all are accepted', async () => {
  const logins = Array.from({ length: 40 }, () => scene.owner.get('/users/me'))

  assert.equal(new Set((await Promise.all(logins)).map(answer => answer.status)), new Set([200]))
})

test('given a caller that has waited, then the right password is accepted', async () => {
  for (let index = 0; index < 12; index++) {
    await scene.caller(basic(email, `guess-${index}`)).get('/users/me')
    scene.server.clock.advance(index < 11 ? 2_000 : 0)
  }
  assert.is((await scene.owner.get('/users/me')).status, 429)

  scene.server.clock.advance(4_000)

  assert.is((await scene.owner.get('/users/me')).status, 200)
})

function heapInUse(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

test('given long addresses with passwords, then neither stays in memory as a whole', () => {
  const throttle = createLoginThrottle()
  const before = heapInUse()
  for (let index = 0; index < 2_000; index++) {
    const sent = readBasic(basic(`${index}-${'x'.repeat(10_000)}@example.test`, `guess-${index}`))
    throttle.wrong(attempt({ ...sent, peer: `192.0.2.${index}` }))
    throttle.right(attempt({ ...sent, peer: `192.0.2.${index}` }))
  }
  const grown = heapInUse() - before

  assert.ok(grown < 8_000_000, `${grown} bytes`)
  throttle.clear()
})

test.run()
