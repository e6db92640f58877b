import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createScene, type Scene } from '../testing/scene.js'

let scene: Scene
test.before(async () => {
  scene = await createScene()
})
test.before.each(() => scene.server.reset())
test.after(() => scene.end())

test('a viewer reads resources, and is refused where it writes', async () => {
  const read = await scene.viewer.get('/schedules/first/resources')
  const write = await scene.viewer.post('/schedules/first/resources', { name: 'Room' })

  assert.is(read.status, 200)
  assert.is(write.status, 403)
  assert.is(write.body.success, false)
  assert.is((await scene.owner.get('/schedules/first/resources')).body.pagination.total_count, 0)
})

test.run()
