import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Call } from '../core/index.js'
import { type HealthOptions, withHealth } from './health.js'

const nothing = () => Promise.reject(new Error('It is a health check'))

const callOf = (target: string, method = 'GET'): Call => ({
  method,
  target,
  origin: 'http://localhost',
  header: () => undefined,
  body: new Uint8Array(),
})

type Why = Awaited<ReturnType<Required<HealthOptions>['whyNotReady'] & object>>

async function ask(path: string, state: Awaited<ReturnType<HealthOptions['storage']>>, why?: Why) {
  const answer = withHealth(nothing, {
    storage: async () => state,
    whyNotReady: async () => why,
    hasFailed: () => state === 'failed',
    isStopping: () => false,
  })
  const { status, body } = await answer(callOf(path))
  return { status, ...JSON.parse(body) }
}

for (const [why, code] of [
  ['unreachable', 'unreachable'],
  ['recovery', 'recovery'],
  ['read-only', 'read_only'],
  ['pool exhausted', 'pool_exhausted'],
  ['newer schema', 'newer_schema'],
  [undefined, 'unreachable'],
] as const) {
  test(`given a database that cannot be used because of ${why}, ready says so by a code and in words`, async () => {
    const ready = await ask('/_health/ready', 'unreachable', why)
    const live = await ask('/_health/live', 'unreachable', why)
    const before = await ask('/_health', 'unreachable', why)

    assert.equal([ready.status, ready.ready, ready.code], [503, false, code])
    assert.match(ready.reason, /^The database .*\.$|^No connection .*\.$|^A newer version .*\.$/)
    assert.equal([live.status, live.live], [200, true])
    assert.equal(before, { status: 503, ready: false, storage: 'unreachable' })
  })
}

test('given a storage that has failed until a restart, it is not live, and says why', async () => {
  const live = await ask('/_health/live', 'failed')
  const ready = await ask('/_health/ready', 'failed')

  assert.equal([live.status, live.live, live.code], [503, false, 'failed'])
  assert.equal([ready.status, ready.ready, ready.code], [503, false, 'failed'])
})

test('given many who ask at once, the storage is asked once', async () => {
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
