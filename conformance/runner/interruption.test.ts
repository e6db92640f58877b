import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { certifyBy, checkOf } from '../testing/certifying.js'
import { startFake } from '../testing/fake.js'
import { endAll } from '../testing/stage.js'
import { check } from './check.js'

test.after(endAll)

const good = check('RES-05', 'a resource can be made', {}, async ({ given }) => {
  await given.resource()
})

test('given a connection that breaks once, when a check writes, then it starts anew with other names', async () => {
  let broken = 0
  const names: unknown[] = []
  const fake = await startFake({
    odd(call) {
      if (call.method !== 'POST' || !call.path.endsWith('/resources')) return undefined
      names.push(JSON.parse(call.text).name)
      return broken++ === 0 ? 'hang up' : undefined
    },
  })

  const report = await certifyBy(fake, [good])

  assert.equal([checkOf(report).outcome, checkOf(report).attempts], ['passed', 2])
  assert.is(report.traffic.restarts, 1)
  assert.is(new Set(names).size, 2)
  assert.equal(fake.left(), [])
})

test('given a create that is done and not answered, when the run ends, then the object is found and deleted', async () => {
  let broken = 0
  const fake = await startFake({
    odd(call, usual) {
      if (call.method !== 'POST' || !call.path.endsWith('/resources') || broken++ > 0) return undefined
      usual()
      return 'hang up'
    },
  })

  const report = await certifyBy(fake, [good])

  assert.is(checkOf(report).outcome, 'passed')
  assert.equal(fake.left(), [])
  assert.equal(report.remains, [])
})

test('given a connection that always breaks, when a check writes, then it is blocked after five attempts', async () => {
  const fake = await startFake({
    odd: call => (call.method === 'POST' && call.path.endsWith('/resources') ? 'hang up' : undefined),
  })

  const { outcome, attempts, reason = '' } = checkOf(await certifyBy(fake, [good]))

  assert.equal([outcome, attempts], ['blocked', 5])
  assert.match(reason, 'no whole answer in attempt 5')
})

test.run()
