import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createMock } from '../index.js'
import { baseUrl, call, now, resources, seed } from '../testing/api.js'

test('given a world, then a mock for pages plays it once it is loaded, and its clock runs from the time of the world', async () => {
  const targets: string[] = []
  const onExchange = ({ target }: { target: string }) => void targets.push(target)
  const through = createMock({ baseUrl, seed, now, world: 'newest-first', onExchange })
  const leap = createMock({ baseUrl, seed, world: 'leap-day' })
  await leap.ready

  const { body } = await call(`GET ${resources}`, { through })

  assert.ok(body.data[0].id > body.data[1].id)
  assert.equal(targets, [resources])
  assert.match(new Date(leap.clock.now()).toISOString(), /^2028-02-29T09:0/)
  assert.is(leap.clock.frozen, false)
})

test('given an unknown world, then the mock is never ready, and the nearest is suggested', async () => {
  const message = await createMock({ baseUrl, seed, world: 'newest-frist' }).ready.catch(
    error => error.message,
  )

  assert.match(message, 'did you mean "newest-first"?')
})

test.run()
