import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createScene, type Scene } from '../testing/scene.js'

const page = { origin: 'http://localhost:5173' }
const allowed = 'access-control-allow-origin'

let closed: Scene
let open: Scene
let wide: Scene
test.before(async () => {
  closed = await createScene()
  open = await createScene({ cors: [page.origin] })
  wide = await createScene({ cors: ['*'] })
})
test.after(async () => {
  await Promise.all([closed.end(), open.end(), wide.end()])
})

test('given no allowed origin, then no page can read a response', async () => {
  const answer = await closed.owner.send('GET', '/users/me', undefined, page)

  assert.is(answer.status, 200)
  assert.is(answer.headers[allowed], undefined)
  assert.is(answer.headers.vary, undefined)
})

test('given an allowed origin, then its pages can read responses and refusals, and no other page can', async () => {
  const answer = await open.owner.send('GET', '/users/me', undefined, page)
  const refusal = await open.caller().send('GET', '/users/me', undefined, page)
  const other = await open.owner.send('GET', '/users/me', undefined, { origin: 'http://evil.test' })

  assert.is(answer.headers[allowed], page.origin)
  assert.match(String(answer.headers['access-control-expose-headers']), /X-Request-Id/)
  assert.is(refusal.status, 401)
  assert.is(refusal.headers[allowed], page.origin)
  assert.is(other.headers[allowed], undefined)
  assert.is(other.headers.vary, 'Origin')
})

test('given *, then pages of every origin can read responses', async () => {
  const answer = await wide.owner.send('GET', '/users/me', undefined, { origin: 'http://any.test' })

  assert.is(answer.headers[allowed], 'http://any.test')
})

test('given a preflight, then it lists what may be sent, without credentials', async () => {
  const asks = { ...page, 'access-control-request-method': 'PUT' }

  const answer = await open.caller().send('OPTIONS', '/schedules/first/bookings', undefined, asks)

  assert.is(answer.status, 200)
  assert.equal(answer.body, { success: true })
  assert.match(String(answer.headers['access-control-allow-methods']), /PUT/)
  assert.match(String(answer.headers['access-control-allow-headers']), /Authorization/)
  assert.match(
    String(answer.headers['access-control-allow-headers']),
    /X-Request-Id, Traceparent, Tracestate/,
  )
  assert.is(answer.headers.allow, 'GET, HEAD, POST, PUT, DELETE, OPTIONS')
})

test('given a preflight for an unknown path, then the page can send its request and read the error', async () => {
  const asks = { ...page, 'access-control-request-method': 'GET' }
  const caller = open.caller()

  const asked = await caller.send('OPTIONS', '/user/me', undefined, asks)
  const plain = await caller.send('OPTIONS', '/user/me', undefined, page)

  assert.is(asked.status, 200)
  assert.ok(asked.headers[allowed])
  assert.is(plain.status, 404)
})

test('given that every origin is allowed, then no page can use the control interface', async () => {
  const answers = [
    await fetch(`${wide.server.url}/_control/health`, { headers: page }),
    await fetch(`${wide.server.url}/_control/health`, { method: 'OPTIONS', headers: page }),
    await fetch(`${wide.server.url}/_control/health`, {
      method: 'OPTIONS',
      headers: { ...page, 'access-control-request-method': 'GET' },
    }),
  ]

  for (const answer of answers) {
    assert.is(answer.headers.get(allowed), null)
    assert.ok(answer.status >= 400)
    await answer.text()
  }
})

test.run()
