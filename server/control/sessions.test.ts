import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { startServer } from '../index.js'
import { newFolder } from '../testing/folder.js'
import { basic, controlToken, people, sceneSeed } from '../testing/scene.js'

const resources = '/v1/schedules/first/resources'
const authorization = basic(people.owner.email, people.owner.password)
const named = { authorization, 'Schedkit-Session': 'one' }

test('without the control interface, the session header is ignored and session paths do not exist', async () => {
  const server = await startServer({ seed: sceneSeed, cors: ['http://page.test'] })
  const post = (headers: Record<string, string>) =>
    fetch(server.url + resources, { method: 'POST', headers, body: '{"name":"Attic"}' })

  const first = await post(named)
  const second = await post({ ...named, 'Schedkit-Session': 'two' })
  const wrong = await fetch(server.url + resources, { headers: { authorization, 'Schedkit-Session': 'a b' } })
  const path = await fetch(`${server.url}/_session/one${resources}`, { headers: { authorization } })
  const page = { origin: 'http://page.test', 'access-control-request-method': 'GET' }
  const preflight = await fetch(server.url + resources, { method: 'OPTIONS', headers: page })

  await server.close()
  assert.equal([first.status, second.status, wrong.status, path.status], [201, 409, 200, 404])
  assert.is(first.headers.get('location'), `${server.url}${resources}/1`)
  assert.is(
    preflight.headers.get('access-control-allow-headers'),
    'Authorization, Content-Type, Accept, X-Request-Id, Traceparent, Tracestate',
  )
})

test('given persistent data, a request that names a session is refused and writes nothing', async () => {
  const data = newFolder()
  const server = await startServer({ seed: sceneSeed, controlToken, data })
  const control = { authorization: `Bearer ${controlToken}` }
  const post = (url: string, headers: Record<string, string>) =>
    fetch(url, { method: 'POST', headers, body: '{"name":"Attic"}' })

  const refusals = await Promise.all([
    post(server.url + resources, named),
    post(`${server.url}/_session/one${resources}`, { authorization }),
    fetch(`${server.url}/_control/users`, { headers: { ...control, 'Schedkit-Session': 'one' } }),
  ])
  const bodies = (await Promise.all(refusals.map(each => each.json()))) as { error: { message: string } }[]
  const list = await (await fetch(`${server.url}/_control/sessions`, { headers: control })).json()
  const written = await post(server.url + resources, { authorization })

  await server.close()
  for (const [index, { status }] of refusals.entries()) {
    assert.is(status, 400)
    assert.match(bodies[index]?.error.message ?? '', /^Sessions need data in memory: .*without --data/)
  }
  assert.equal(list, { success: true, data: [] })
  assert.is(written.status, 201)
})

test.run()
