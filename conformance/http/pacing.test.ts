import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { thrownBy } from '../testing/stage.js'
import { createEnding } from './ending.js'
import { createPacing, waitAsked } from './pacing.js'

/** Whether a promise has settled by now. */
async function hasEnded(promise: Promise<unknown>): Promise<boolean> {
  const later = new Promise<'later'>(resolve => setTimeout(resolve, 20, 'later'))
  return (await Promise.race([promise, later])) !== 'later'
}

const asked: readonly (readonly [number, string | undefined, number, number | undefined])[] = [
  [200, '5', 0, undefined],
  [404, undefined, 0, undefined],
  [503, undefined, 0, undefined],
  [503, '2', 0, 2000],
  [429, '2', 0, 2000],
  [429, '0.5', 3, 500],
  [429, '0', 0, 50],
  [429, '-7', 0, 50],
  [429, '0', 5, 1600],
  [429, '0', 20, 60_000],
  [429, '5', 3, 5000],
  [429, 'Wed, 21 Oct 2015 07:28:00 GMT', 0, 50],
  [429, 'Wed, 21 Oct 2015 07:28:00 GMT', 5, 1600],
  [429, undefined, 0, 500],
  [429, undefined, 2, 2000],
  [429, 'soon', 1, 1000],
  [429, 'Infinity', 20, 60_000],
  // No timer waits longer.
  [429, '9223372036854775807', 0, 2 ** 31 - 1],
  [503, 'Fri, 31 Dec 9999 23:59:59 GMT', 0, 2 ** 31 - 1],
]
for (const [status, header, round, expected] of asked) {
  test(`given ${status} with ${header ?? 'nothing'} for the ${round + 1}. time, then the wait is ${expected}`, () => {
    assert.is(waitAsked(status, header, round), expected)
  })
}

test('given a date in ten seconds, when the target asks to wait until then, then the wait is as long', () => {
  const wait = waitAsked(429, new Date(Date.now() + 10_000).toUTCString(), 0) ?? 0

  assert.ok(wait > 8000 && wait <= 10_000, String(wait))
})

test('given a limit of ten requests, when an account has sent nine, then the tenth waits', async () => {
  const abort = new AbortController()
  const pacing = createPacing({ ending: createEnding(abort.signal, () => {}) })
  pacing.limit('a', 10)
  for (let count = 0; count < 9; count++) await pacing.turn('a')

  const tenth = pacing.turn('a')

  assert.is(await hasEnded(tenth), false)
  assert.ok(Math.abs((pacing.waiting?.until ?? 0) - Date.now() - 300_000) < 5000)
  assert.is(pacing.waiting?.reason, 'the rate limit of a')
  assert.is(await hasEnded(pacing.turn('b')), true)
  const eleventh = pacing.turn('a')
  abort.abort()
  // The clean-up may use the rest of the limit, but no more.
  await tenth
  assert.is((await thrownBy(() => eleventh))?.name, 'Interrupted')
  assert.is(pacing.waiting, undefined)
  assert.ok(pacing.waited >= 15)
})

test('given a target that ends the run, when requests wait, then they are interrupted', async () => {
  const ending = createEnding(undefined, () => {})
  const pacing = createPacing({ ending })
  pacing.limit('a', 10)
  for (let count = 0; count < 9; count++) await pacing.turn('a')
  const tenth = pacing.turn('a')

  ending.stop('the target is gone')

  assert.match((await thrownBy(() => tenth))?.message ?? '', 'waited for the rate limit of a')
})

test('given nine requests to send at once, when eight of ten have been sent, then one of them is sent, and one more to clean up', async () => {
  const abort = new AbortController()
  const pacing = createPacing({ ending: createEnding(abort.signal, () => {}) })
  pacing.limit('a', 10)
  for (let count = 0; count < 8; count++) await pacing.turn('a')

  const turns = Array.from({ length: 9 }, () =>
    pacing.turn('a').then(
      () => 'left',
      () => 'stayed',
    ),
  )
  const left = Promise.race(turns)
  assert.is(await hasEnded(left), true)
  assert.is(await hasEnded(Promise.all(turns)), false)
  abort.abort()

  assert.equal((await Promise.all(turns)).filter(what => what === 'left').length, 2)
})

test('given a limit of one, when a request is sent, then it is not delayed: some are needed to learn the limit', async () => {
  const pacing = createPacing()
  pacing.limit('a', 1)

  assert.is(await hasEnded(pacing.turn('a')), true)
})

test('given a limit beyond any run, when requests are sent, then none waits', async () => {
  const pacing = createPacing()
  pacing.limit('a', 10)
  pacing.limit('a', 50_000)

  for (let count = 0; count < 100; count++) await pacing.turn('a')

  assert.is(pacing.waited, 0)
})

test('given a rate, when requests of several accounts are sent, then they are sent one after the other', async () => {
  const pacing = createPacing({ rate: 50 })
  const start = performance.now()

  await Promise.all(['a', 'b', 'a', 'b', 'c'].map(account => pacing.turn(account)))

  assert.ok(performance.now() - start >= 75)
})

test('given a run that was ended, when its clean-up has to wait, then it waits only if there is time', async () => {
  const pacing = createPacing({ ending: createEnding(AbortSignal.abort(), () => {}) })

  await pacing.wait(20, 'a test')
  const error = await thrownBy(() => pacing.wait(60_000, 'a test'))

  assert.ok(pacing.waited >= 15 && pacing.waited < 5000)
  assert.match(error?.message ?? '', 'no time left to wait for a test')
})

test('given more requests than a window allows, when they are sent, then they are spread over the time from the start', async () => {
  const pacing = createPacing()
  // 9,000 requests in 5 minutes: one every 33 ms.
  pacing.limit('a', 10_000)
  pacing.expect('a', 9001)
  const start = performance.now()

  for (let count = 0; count < 20; count++) await pacing.turn('a')

  // Ten may be sent at once.
  assert.ok(performance.now() - start >= 250, String(performance.now() - start))
})

test('given as many requests as a window allows, when they are sent, then none waits', async () => {
  const pacing = createPacing()
  pacing.limit('a', 10_000)
  pacing.expect('a', 9000)

  for (let count = 0; count < 20; count++) await pacing.turn('a')

  assert.is(pacing.waited, 0)
})

test('given requests that wait at the same time, then that time counts once', async () => {
  const pacing = createPacing()
  const started = Date.now()

  await Promise.all([pacing.wait(60, 'one'), pacing.wait(60, 'another'), pacing.wait(30, 'a third')])

  assert.ok(pacing.waited >= 59 && pacing.waited <= Date.now() - started, String(pacing.waited))
})

test('given a wait of no time, when it is awaited, then nothing is counted', async () => {
  const pacing = createPacing()

  await pacing.wait(0, 'a test')

  assert.is(pacing.waited, 0)
})

test.run()
