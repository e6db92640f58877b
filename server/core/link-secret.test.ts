import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createScene, type Scene } from '../testing/scene.js'
import { withoutSecret } from './call.js'

let scene: Scene
test.before(async () => {
  scene = await createScene()
})
test.after(() => scene.end())

for (const [target, shown] of [
  ['/v1/activations/abc?x=1', '/v1/activations/[redacted]?x=1'],
  ['/v1/activations/abc/', '/v1/activations/[redacted]'],
  ['/v1/activations/abc/activations/x', '/v1/activations/[redacted]'],
  ['//V1//Activations//abc', '//V1//Activations//[redacted]'],
  ['/v1/%61ctivations/abc?x=1', '/v1/activations/[redacted]?x=1'],
  ['/v1%2Factivations%2fabc', '/v1/activations/[redacted]'],
  ['/v1/%61ctivations/a%3Fbc?x=1', '/v1/activations/[redacted]?x=1'],
  ['/v1/%61ctivation/abc', '/v1/%61ctivation/abc'],
  ['/v1/activations/', '/v1/activations/'],
  ['/v1/users/me?x=/activations/abc', '/v1/users/me?x=/activations/abc'],
] as const) {
  test(`given the target ${target}, then it is shown as ${shown}`, () => {
    assert.is(withoutSecret(target), shown)
  })
}

for (const path of ['/activations/a-secret/', '/activations/a-secret/x', '/Activations/a-secret']) {
  test(`given a link that leads to nothing, ${path}, then neither the refusal nor the record repeats its secret`, async () => {
    for (const method of ['GET', 'OPTIONS', 'POST']) {
      const answer = await scene.owner.send(method, path)
      const { body } = await scene.control('GET', '/requests')

      assert.is(answer.status, 404)
      assert.match(answer.text, /There is nothing at .*\[redacted\]/)
      assert.not.match(JSON.stringify(body), /a-secret/)
    }
  })
}

test.run()
