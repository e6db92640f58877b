import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createScene } from '../testing/scene.js'
import { createTokenThrottle } from './token-throttle.js'

/** A throttle whose clock moves only as it waits. */
function createThrottle() {
  let time = 0
  const waits: number[] = []
  const check = createTokenThrottle({
    isToken: text => text === 'right',
    now: () => time,
    async sleep(milliseconds) {
      waits.push(milliseconds)
    },
  })
  return {
    check,
    waits,
    pass: (milliseconds: number) => {
      time += milliseconds
    },
    async guess(times: number, caller?: string) {
      for (let index = 0; index < times; index++) assert.is(await check(`wrong-${index}`, caller), false)
    },
  }
}

test('given ten wrong tokens, then the next ones are checked every 200 ms, right or wrong', async () => {
  const { check, waits, guess } = createThrottle()
  await guess(10)
  assert.equal(waits, [])

  await guess(2)
  assert.is(await check('right'), true)

  assert.equal(waits, [200, 400, 600])
})

test('given more callers than wait for five seconds, then the others are refused without a check', async () => {
  const { check, waits, guess } = createThrottle()
  await guess(10)
  await guess(25)

  const refusal = await check('right').catch((error: Error) => error)

  assert.is(waits.at(-1), 5_000)
  assert.match(String(refusal), 'Too many wrong control tokens; try again in 5 s')
})

test('given an address that had the right token, then guesses from other addresses do not slow it down', async () => {
  const { check, waits, guess } = createThrottle()
  await check('right', '127.0.0.1')
  await guess(30, '127.0.0.2').catch(() => {})
  waits.length = 0

  assert.is(await check('right', '127.0.0.1'), true)
  assert.equal(waits, [])
  await guess(10, '127.0.0.1')
  assert.is(await check('right', '127.0.0.1'), true)
  assert.equal(waits, [200])
})

test('given a minute without a wrong token, then nobody waits', async () => {
  const { waits, guess, pass } = createThrottle()
  await guess(10)

  pass(60_000)
  await guess(9)

  assert.equal(waits, [])
})

test('given many wrong tokens at once, then the server checks ten of them at once, and then answers the right one in its turn', async () => {
  const scene = await createScene()
  const { url } = scene.server
  const ask = async (token: string) => {
    const response = await fetch(`${url}/_control`, { headers: { authorization: `Bearer ${token}` } })
    return response.status
  }
  try {
    const began = performance.now()
    const statuses = await Promise.all(Array.from({ length: 12 }, (_, index) => ask(`wrong-${index}`)))

    assert.equal(new Set(statuses), new Set([401]))
    assert.ok(performance.now() - began >= 300)
    assert.is((await scene.control('GET', '')).status, 200)
  } finally {
    await scene.end()
  }
})

test.run()
