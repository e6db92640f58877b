import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { startFake } from '../testing/fake.js'
import type { FakeAnswer, FakeCall } from '../testing/fake-service.js'
import { openTestSession } from '../testing/session.js'
import { endAll } from '../testing/stage.js'
import { operationNames, operationOf } from './operations.js'
import { probeOperations, readAccount } from './probe.js'

test.after(endAll)

const page = (status: number, text: string): FakeAnswer => ({
  status,
  headers: { 'content-type': 'text/html' },
  text,
})

/** The responses of frameworks to a missing route. */
const frameworks: Readonly<Record<string, (call: FakeCall, hasPath: boolean) => FakeAnswer>> = {
  Flask: (_, hasPath) =>
    hasPath ? page(405, '<h1>Method Not Allowed</h1>') : page(404, '<h1>Not Found</h1>'),
  Express: ({ method, path }) => page(404, `<pre>Cannot ${method} ${path}</pre>`),
  'a catch-all in JSON': () => ({ status: 404, body: { success: false, message: 'not found' } }),
  'a front page for everything': () => page(200, '<title>Welcome</title>'),
  'a server of static files': ({ method }) =>
    method === 'GET' ? page(404, 'nothing') : page(501, 'no method'),
}

/** A target with some of the operations, on a framework. */
async function probeAndSettle(session: ReturnType<typeof openTestSession>) {
  const probeRest = await probeOperations(session, await readAccount(session))
  await probeRest()
}

async function probe(has: (operation: string) => boolean, missing: (typeof frameworks)[string]) {
  const paths = operationNames.filter(has).map(name => name.split(' ')[1])
  const fake = await startFake({
    oddProbe: true,
    odd(call) {
      const operation = operationOf(call.method, call.path)
      if (operation !== undefined && has(operation)) return undefined
      const template = operationNames.find(name => operationOf(name.split(' ')[0] ?? '', call.path) === name)
      return missing(call, template !== undefined && paths.includes(template.split(' ')[1]))
    },
  })
  const session = openTestSession(fake.target)
  await probeAndSettle(session)
  const inState = (state: string) => operationNames.filter(name => session.operations.stateOf(name) === state)
  return {
    fake,
    missing: inState('missing'),
    unclear: inState('unclear'),
    implemented: inState('implemented'),
  }
}

const steps: Readonly<Record<string, (operation: string) => boolean>> = {
  'only GET /v1/users/me': name => name === 'GET /v1/users/me',
  'users and reads of resources': name => /users|^GET .*resources(\/\{resourceId\})?$/.test(name),
  'everything but five operations': name => !/^PUT .*bookings|^DELETE .*\/bookings/.test(name),
}
for (const [framework, answer] of Object.entries(frameworks)) {
  for (const [step, has] of Object.entries(steps)) {
    test(`given ${step} on ${framework}, when it is probed, then every operation is judged correctly and nothing is left`, async () => {
      const { fake, missing, implemented } = await probe(has, answer)

      assert.equal(missing.filter(has), [])
      assert.equal(
        implemented.filter(name => !has(name)),
        [],
      )
      const kept = has('DELETE /v1/schedules/{scheduleId}/bookings/{bookingId}')
      if (kept) assert.equal(fake.left(), [])
    })
  }
}

test('given five missing operations on Flask, when it is probed, then all of them are found', async () => {
  const { missing, unclear } = await probe(
    steps['everything but five operations'] as (name: string) => boolean,
    frameworks.Flask as (typeof frameworks)[string],
  )

  assert.is(missing.length, 6)
  assert.equal(unclear, [])
})

for (const [framework, answer] of Object.entries(frameworks)) {
  test(`given no operation on ${framework}, when it is probed, then all are missing`, async () => {
    const { missing } = await probe(() => false, answer)

    assert.is(missing.length, 27)
  })
}

test('given all operations, when they are probed, then none is missing', async () => {
  const { missing, fake } = await probe(
    () => true,
    () => page(404, ''),
  )

  assert.equal(missing, [])
  assert.equal(fake.left(), [])
})

for (const [what, success] of Object.entries({ 'no success': undefined, 'success in quotes': 'true' })) {
  test(`given responses with ${what}, when operations are probed, then no setting is changed`, async () => {
    const puts: FakeCall[] = []
    const fake = await startFake({
      oddProbe: true,
      odd(call, usual) {
        const { method, path, email } = call
        const { status, body } = usual()
        // Credentials are checked first, so that PUT reveals nothing without them.
        if (email === undefined) return page(401, '')
        if (method === 'PUT' && path === '/v1/users/me') puts.push(call)
        return body === undefined ? undefined : { ...(status && { status }), body: { ...body, success } }
      },
    })

    await probeAndSettle(openTestSession(fake.target))

    assert.equal(puts, [])
  })
}

test('given a target that drops the connection of an update, when it is probed, then the operation counts as there', async () => {
  const missing = { status: 404, body: { success: false } }
  const fake = await startFake({
    oddProbe: true,
    odd(call, usual) {
      if (operationOf(call.method, call.path) === undefined) return missing
      if (!/\/(?:resources|bookings)\//.test(call.path)) return undefined
      const { status = 200 } = usual()
      if (status === 404) return missing
      return call.method === 'PUT' ? 'hang up' : undefined
    },
  })
  const session = openTestSession(fake.target)

  await probeAndSettle(session)

  const update = 'PUT /v1/schedules/{scheduleId}/resources/{resourceId}'
  assert.is(session.operations.stateOf(update), 'implemented')
  assert.equal(fake.left(), [])
})

test('given a target that does everything it is asked to, when it is probed, then nothing that it had is changed', async () => {
  const fake = await startFake({
    oddProbe: true,
    odd(call) {
      // It ignores ids and credentials, and requires no member in a body.
      if (call.method !== 'DELETE' || call.path.includes('schedkit')) return undefined
      for (const path of fake.objects.keys()) if (path.startsWith(call.path)) fake.objects.delete(path)
      return { body: { success: true } }
    },
  })
  fake.objects.set('/v1/schedules/first/resources/7', { id: 7, name: 'mine' })

  await probeAndSettle(openTestSession(fake.target))

  assert.equal(fake.left(), ['/v1/schedules/first/resources/7'])
})

test.run()
