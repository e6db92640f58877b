import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createScene } from '../testing/scene.js'
import { refuseComplex } from './contract/body.js'
import { defaultLimits } from './limits.js'

const scene = await createScene()
test.after(() => scene.end())

const R = '/schedules/first/resources'
const nested = (depth: number) => `{"note":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`

test('given the maximum number of ids, then they are processed; given one more, then the query is refused', async () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join()

  const taken = await scene.owner.get(`${R}?ids=${ids(defaultLimits.ids)}`)
  const refused = await scene.owner.get(`${R}?ids=${ids(defaultLimits.ids + 1)}`)
  const write = await scene.owner.delete(`${R}?ids=${ids(defaultLimits.ids + 1)}`)

  assert.is(taken.status, 200)
  assert.is(refused.status, 400)
  assert.is(refused.body.error.message, 'The query lists 1001 ids; the maximum is 1000')
  assert.is(write.status, 400)
})

test('given a body of the maximum depth, then its values are validated; given one level more, then it is refused', async () => {
  const judged = await scene.owner.post(R, nested(defaultLimits.jsonDepth))
  const refused = await scene.owner.post(R, nested(defaultLimits.jsonDepth + 1))

  assert.is(judged.status, 422)
  assert.is(refused.status, 400)
  assert.match(refused.body.error.message, /more than 32 levels deep/)
})

test('given a MiB of brackets, then it is refused, and other requests are served meanwhile', async () => {
  const [refused, served] = await Promise.all([
    scene.owner.post(R, `{"note":${'[{"a":'.repeat(170_000)}`),
    scene.viewer.get(R),
  ])

  assert.is(refused.status, 400)
  assert.is(served.status, 200)
})

test('brackets in strings do not count as nesting', () => {
  const text = JSON.stringify({ note: `${'[{'.repeat(500)}\\"${'[{'.repeat(500)}`, title: '\\' })

  assert.not.throws(() => refuseComplex(text, defaultLimits))
  assert.throws(
    () => refuseComplex(`${text.slice(0, -1)},"x":${'['.repeat(40)}`, defaultLimits),
    /levels deep/,
  )
})

test.run()
