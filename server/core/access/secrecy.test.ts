import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { basic, createScene, people, type Scene } from '../../testing/scene.js'
import { operations } from '../operations/index.js'

/*
 * What an outsider must not learn: whether someone else's schedule exists, and whether an address has an account.
 */

let scene: Scene
test.before(async () => {
  scene = await createScene()
  await scene.owner.post('/schedules/first/resources', { name: 'Room' })
})
test.after(() => scene.end())

const changing = new Set(['date', 'ratelimit', 'x-request-id'])
const comparable = (answer: { status: number; headers: object; text: string }, schedule: string) => ({
  status: answer.status,
  headers: Object.entries(answer.headers).filter(([name]) => !changing.has(name)),
  text: answer.text.replaceAll(schedule, 'SCHEDULE'),
})

const requests = operations
  .filter(({ path }) => path.includes('{scheduleId}'))
  .flatMap(({ method, path }) => {
    const filled = path.replace('/v1', '').replace(/\{(?:resource|booking|collaborator)Id\}/g, '1')
    return ['', '?ids=1&all=1', '?nonsense=1', '?limit=x'].flatMap(query =>
      [undefined, {}, { name: 'x', nonsense: 1 }, '{bad'].map(body => ({
        method,
        path: filled + query,
        body,
      })),
    )
  })

test('given a schedule of someone else, then every request to it is answered as if it did not exist', async () => {
  assert.ok(requests.length > 300)
  for (const { method, path, body } of requests) {
    const at = (schedule: string) => scene.stranger.send(method, path.replace('{scheduleId}', schedule), body)

    const [foreign, absent] = [await at('first'), await at('tsrif')]

    assert.is(foreign.status, 404, `${method} ${path}`)
    assert.equal(comparable(foreign, 'first'), comparable(absent, 'tsrif'))
  }
})

test('given an address without an account, then it is refused like one with a wrong password', async () => {
  const wrong = await scene.caller(basic(people.owner.email, 'wrong-password')).get('/users/me')
  const unknown = await scene.caller(basic('nobody@example.test', 'wrong-password')).get('/users/me')

  assert.is(wrong.status, 401)
  assert.equal(comparable(unknown, ''), comparable(wrong, ''))
})

test.run()
