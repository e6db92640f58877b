import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { thrownBy } from '../testing/stage.js'
import { createPacing, waitAsked } from './pacing.js'

/** Whether something has ended by now. */
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
  [429, 'Wed, 21 Oct 2015 07:28:00 GMT', 0, 50],
  [429, undefined, 0, 500],
  [429, undefined, 2, 2000],
  [429, 'soon', 1, 1000],
  [429, 'Infinity', 20, 60_000],
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
  const pacing = createPacing({ signal: abort.signal })
  pacing.limit('a', 10)
  for (let count = 0; count < 9; count++) await pacing.turn('a')

  const tenth = pacing.turn('a')

  assert.is(await hasEnded(tenth), false)
  assert.ok(Math.abs((pacing.left ?? 0) - 300_000) < 5000)
  assert.is(await hasEnded(pacing.turn('b')), true)
  abort.abort()
  assert.is((await thrownBy(() => tenth))?.name, 'Interrupted')
  assert.is(pacing.left, undefined)
  assert.ok(pacing.waited >= 15)
})

test('given nine requests that want to leave at once, when eight of ten are gone, then one of them leaves', async () => {
  const abort = new AbortController()
  const pacing = createPacing({ signal: abort.signal })
  pacing.limit('a', 10)
  for (let count = 0; count < 8; count++) await pacing.turn('a')

  const turns = Array.from({ length: 9 }, () =>
    pacing.turn('a').then(
      () => 'left',
      () => 'stayed',
    ),
  )
  await hasEnded(Promise.all(turns))
  abort.abort()

  assert.equal((await Promise.all(turns)).filter(what => what === 'left').length, 1)
})

test('given a limit of one, when a request is sent, then it leaves: some are needed to find out', async () => {
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

test('given a rate, when requests of several accounts are sent, then they leave one after the other', async () => {
  const pacing = createPacing({ rate: 50 })
  const start = performance.now()

  await Promise.all(['a', 'b', 'a', 'b', 'c'].map(account => pacing.turn(account)))

  assert.ok(performance.now() - start >= 75)
})

test('given a run that was ended, when its clean-up has to wait, then it waits and goes on', async () => {
  const pacing = createPacing({ signal: AbortSignal.abort() })

  await pacing.wait(20)

  assert.ok(pacing.waited >= 15)
})

test('given a wait of no time, when it is waited for, then nothing is counted', async () => {
  const pacing = createPacing()

  await pacing.wait(0)

  assert.is(pacing.waited, 0)
})

test.run()
