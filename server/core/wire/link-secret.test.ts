import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createScene } from '../../testing/scene.js'
import { unescaped, withoutSecret } from './call.js'

const scene = await createScene()
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
  ['/v1/%2561ctivations/abc', '/v1/activations/[redacted]'],
  ['/v1/activations/', '/v1/activations/'],
  ['/v1/users/me?x=/activations/abc', '/v1/users/me?x=/activations/abc'],
] as const) {
  test(`given the target ${target}, then it is shown as ${shown}`, () => {
    assert.is(withoutSecret(target), shown)
  })
}

for (const path of ['/activations/a-secret/', '/activations/a-secret/x', '/Activations/a-secret']) {
  test(`given an invalid link, ${path}, then neither the refusal nor the record repeats its secret`, async () => {
    for (const method of ['GET', 'OPTIONS', 'POST']) {
      const answer = await scene.owner.send(method, path)
      const { body } = await scene.control('GET', '/requests')

      assert.is(answer.status, 404)
      assert.match(answer.text, /There is nothing at .*\[redacted\]/)
      assert.not.match(JSON.stringify(body), /a-secret/)
    }
  })
}

const secret = 'dGhlLXNlY3JldC1vZi1hLWxpbmsteHh4'
for (const path of [
  `/activation/${secret}`,
  `/${secret}`,
  `/activations;${secret}`,
  `/schedules/${secret}/x`,
  `/users/me/${secret}`,
  `/%2561ctivation/${secret.replace('d', '%2564')}`,
  `/activation/${[...secret].map(each => `%${each.charCodeAt(0).toString(16)}`).join('')}`,
]) {
  test(`given a secret in the wrong place, ${path}, then the refusal does not repeat it`, async () => {
    const { status, text } = await scene.owner.get(path)

    assert.is(status, 404)
    assert.not.ok(unescaped(text).includes(secret), text)
  })
}

test.run()
