import FakeTimers from '@sinonjs/fake-timers'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { call, withMock } from './testing/api.js'

/** Fakes timers like Vitest. Node's own `fetch` never ends without the other two. */
const install = () => FakeTimers.install({ toNotFake: ['nextTick', 'queueMicrotask'] })

const { setTimeout: realTimeout } = globalThis

/** Returns the state of a promise after a moment of real time. */
const soFar = <T>(promise: Promise<T>): Promise<T | 'waiting'> =>
  Promise.race([promise, new Promise<'waiting'>(resolve => realTimeout(() => resolve('waiting'), 20))])

test('given fake timers, then a latency ends in fake time', async () => {
  await withMock({}, async mock => {
    mock.latency(3_000)
    const timers = install()
    try {
      const sent = call('GET /v1/users/me', { through: mock })
      assert.is(await soFar(sent), 'waiting')
      await timers.tickAsync(2_900)
      assert.is(await soFar(sent), 'waiting')
      await timers.tickAsync(200)

      assert.is((await sent).status, 200)
    } finally {
      timers.uninstall()
    }
  })
})

test('given fake timers that are removed while a response waits for them, when reset, then it arrives', async () => {
  await withMock({}, async mock => {
    mock.latency(3_000)
    const timers = install()
    const sent = call('GET /v1/users/me', { through: mock })
    await soFar(sent)
    timers.uninstall()

    mock.reset()

    assert.is((await sent).status, 200)
  })
})

test('given fake timers, then idle waits in real time', async () => {
  await withMock({}, async mock => {
    const timers = install()
    try {
      const sent = call('GET /v1/users/me')
      await mock.idle()

      assert.is(mock.requests.length, 1)
      assert.is((await sent).status, 200)
    } finally {
      timers.uninstall()
    }
  })
})

test.run()
