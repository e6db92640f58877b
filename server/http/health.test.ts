import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Call } from '../core/index.js'
import { type NotReady, withHealth } from './health.js'

const nothing = () => Promise.reject(new Error('It is a health check'))

const callOf = (target: string, method = 'GET'): Call => ({
  method,
  target,
  origin: 'http://localhost',
  header: () => undefined,
  body: new Uint8Array(),
})

async function ask(path: string, state: 'reachable' | NotReady, hasFailed = false) {
  const answer = withHealth(nothing, {
    storage: async () => state,
    hasFailed: () => hasFailed,
    isStopping: () => false,
  })
  const { status, body } = await answer(callOf(path))
  return { status, ...JSON.parse(body) }
}

for (const state of [
  'unreachable',
  'recovery',
  'read_only',
  'pool_exhausted',
  'newer_schema',
  'failed',
] as const) {
  test(`given a storage that is ${state}, then ready reports it with a code and a reason`, async () => {
    const { status, ready, code, reason } = await ask('/_health/ready', state)

    assert.equal([status, ready, code], [503, false, state])
    assert.match(reason, /^The (database|storage) .*\.$|^No connection .*\.$|^A newer version .*\.$/)
  })
}

test('given a storage that has failed until a restart, then the server is not live, with the reason', async () => {
  const { status, live, code } = await ask('/_health/live', 'failed', true)

  assert.equal([status, live, code], [503, false, 'failed'])
  assert.is((await ask('/_health/live', 'unreachable')).status, 200)
})

test('given many concurrent callers, then the storage is asked once', async () => {
  let asked = 0
  const answer = withHealth(nothing, {
    async storage() {
      asked++
      await new Promise(resolve => setTimeout(resolve, 10))
      return 'reachable'
    },
    hasFailed: () => false,
    isStopping: () => false,
  })

  await Promise.all([answer(callOf('/_health')), answer(callOf('/_health/ready'))])
  await answer(callOf('/_health/live'))

  assert.is(asked, 1)
})

test.run()
