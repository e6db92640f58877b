import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { demo } from '../../fixtures/index.js'
import { serveMock } from '../../mock/serve/index.js'
import { controlOperations } from '../control/index.js'
import { startServer } from '../index.js'
import { controlRoutes } from './control.js'
import { ControlError, createClient, createControl } from './index.js'

const token = 'control-token'
const scheduleId = 'lisbon-studio'
const mira = { email: 'mira@ribeira.example', password: 'mira-demo' }
const seed = demo({ now: Date.UTC(2026, 10, 23, 9) })

/** Runs work with a service and a client of its control interface, in a session. */
async function withControl(
  start: typeof startServer | typeof serveMock,
  work: (control: ReturnType<typeof createControl>, url: string) => Promise<void>,
): Promise<void> {
  const service = await start({ port: 0, seed, controlToken: token })
  try {
    await work(createControl({ url: service.url, token, session: 'one' }), service.url)
  } finally {
    await service.close()
  }
}

async function refusalOf(work: Promise<unknown>): Promise<ControlError> {
  const error = await work.catch((reason: unknown) => reason)
  assert.instance(error, ControlError)
  return error as ControlError
}

test('there is one function for each operation of the control interface', () => {
  const paths = Object.values(controlRoutes).map(route => route.replace('*', '{}'))
  const wanted = controlOperations.map(
    ({ method, path }) => `${method} ${path.replace('/_control/', '').replace(/\{\w+\}/, '{}')}`,
  )

  assert.equal(paths.sort(), wanted.sort())
})

for (const [name, start] of Object.entries({ server: startServer, mock: serveMock })) {
  test(`${name}: each function works, and only in its session`, async () => {
    await withControl(start, async (control, url) => {
      const client = createClient({ baseUrl: control.baseUrl, ...mira })

      assert.is((await control.health()).status, 'ok')
      const added = await control.addUser({ email: 'new@example.com', password: 'of-the-new' })
      const { id } = await control.addSchedule({ owner: 'new@example.com' })
      assert.ok((await control.schedules()).some(schedule => schedule.id === id))
      await control.deleteUser(added.id)
      assert.not.ok((await control.users()).some(({ email }) => email === 'new@example.com'))

      const time = new Date('2030-01-01T00:00:00Z')
      assert.equal(await control.setClock({ now: time, frozen: true }), {
        now: '2030-01-01T00:00:00.000Z',
        frozen: true,
      })
      assert.is((await control.advanceClock({ seconds: 60 })).now, '2030-01-01T00:01:00.000Z')
      assert.equal(await control.clock(), await control.clock())
      assert.is((await control.resetClock()).frozen, false)

      const taken = await control.takeSnapshot()
      await control.takeSnapshot({ id: 'mine' })
      assert.equal(await control.snapshots(), [taken, { id: 'mine' }])
      await client.createResource({ scheduleId, body: { name: 'Attic' } })
      await control.restoreSnapshot('mine')
      await control.deleteSnapshot('mine')
      assert.is((await client.listResources({ scheduleId })).data.length, 5)

      assert.equal(await control.setLatency({ ms: 1, operation: 'readMe' }), {
        ms: 0,
        operations: { readMe: 1 },
      })
      assert.equal((await control.latency()).operations, { readMe: 1 })
      const failure = await control.fail({ operation: 'readMe', with: 503, times: 'always' })
      assert.equal(await control.failures(), [failure])
      assert.is((await client.readMe().catch(error => error)).status, 503)
      assert.equal(await control.cancelFailure(failure.id), [])
      await control.fail({ with: 503 })
      assert.equal(await control.cancelFailures(), [])
      const held = await control.hold({ operation: 'readMe' })
      assert.equal(held, { id: 1, operation: ['readMe'], waiting: 0 })
      const waiting = client.readMe({ fields: ['id'] })
      while ((await control.holds())[0]?.waiting !== 1);
      assert.equal((await control.releaseHold(held.id))[0]?.waiting, 0)
      assert.equal(await waiting, { id: 'mira' })
      assert.equal(await control.endHold(held.id), [])
      assert.match(
        (await refusalOf(control.endHold(held.id))).message,
        'There is no hold 1; it may have ended',
      )
      assert.equal(await control.setRateLimit({ requests: 90 }), { requests: 90 })
      assert.equal(await control.setVariety({ collaborator_id: 'string' }), { collaborator_id: 'string' })

      await client.changeMe({ body: { email: 'mira@new.example' } })
      assert.is((await control.outbox()).length, 2)
      await control.emptyOutbox()
      assert.equal(await control.outbox(), [])
      assert.is((await control.requests()).at(-1)?.operation, 'changeMe')
      await control.emptyRequests()
      assert.equal(await control.requests(), [])

      assert.is((await createControl({ url, token }).latency()).operations, undefined)
      assert.equal(
        (await control.sessions()).map(session => session.id),
        ['one'],
      )
      await control.endSession('one')
      assert.equal(await control.sessions(), [])
      assert.equal(await control.latency(), { ms: 0 })
    })
  })

  test(`${name}: a loaded seed becomes that of its session only`, async () => {
    await withControl(start, async (control, url) => {
      const small = {
        users: [mira],
        schedules: [{ id: scheduleId, owner: mira.email, resources: [{ name: 'Attic' }] }],
      }
      const names = async (baseUrl = control.baseUrl) =>
        (await createClient({ baseUrl, ...mira }).listResources({ scheduleId })).data.map(({ name }) => name)
      const all = await names()
      await control.fail({ with: 503, times: 'always' })
      await control.load(small)

      assert.equal(await names(), ['Attic'])
      await createClient({ baseUrl: control.baseUrl, ...mira }).createResource({
        scheduleId,
        body: { name: 'Cellar' },
      })
      await control.reset()
      assert.equal(await names(), ['Attic'])
      assert.equal(await names(url), all)
      const main = createControl({ url, token })
      await main.load(small)
      await main.reset()
      assert.equal(await names(url), ['Attic'])

      const wrong = await refusalOf(control.load({ schedules: [{ id: 'one', owner: 'nobody@example.com' }] }))
      assert.equal([wrong.status, wrong.code], [422, 'invalid'])
      assert.match(wrong.message, /Failed to call control\.load: schedules\.0\.owner /)
      const rooms = Array.from({ length: 10_001 }, (_, index) => ({ name: `${index}` }))
      const large = await refusalOf(
        control.load({ ...small, schedules: [{ id: scheduleId, owner: mira.email, resources: rooms }] }),
      )
      assert.match(large.message, /The seed has 10003 objects, and a session may hold 10000/)
      assert.equal(await names(), ['Attic'])
    })
  })
}

test('functions can be the hooks of a test runner, which calls them with arguments of its own', () =>
  withControl(startServer, async control => {
    const context: { self?: unknown } = {}
    context.self = context
    const reset: (...given: unknown[]) => Promise<unknown> = control.reset

    await reset(context, () => {})

    // Some runners take a function with a parameter for one that calls back.
    assert.is(control.reset.length, 0)
  }))

test('a refusal is thrown with its status, code and message', async () => {
  await withControl(startServer, async (control, url) => {
    const unknown = await refusalOf(control.restoreSnapshot('other'))
    assert.equal([unknown.name, unknown.status, unknown.code], ['ControlError', 404, 'not_found'])
    assert.match(unknown.message, 'There is no snapshot other')
    const stranger = await refusalOf(createControl({ url, token: 'wrong' }).reset())
    assert.equal([stranger.status, stranger.code], [401, 'unauthorized'])
    const operation = 'updateBooking' as 'changeBooking'
    assert.match((await refusalOf(control.fail({ operation, with: 503 }))).message, /"changeBooking"\?/)
  })
})

test('a refusal lists what is wrong with each of several values', async () => {
  await withControl(startServer, async control => {
    const refusal = await refusalOf(control.load({ users: [{ email: 'ada' }] } as never))

    const paths = ['users.0.email', 'users.0.password']
    assert.match(
      refusal.message,
      /^Failed to call control\.load: .*\n {2}users\.0\.email must be .*\n {2}users\.0\.password is required$/,
    )
    assert.equal(
      refusal.details.map(({ path }) => path),
      paths,
    )
  })
})

test('given a server that is not running, then the error names the URL and the request', async () => {
  const server = await startServer()
  await server.close()

  const reset = createControl({ url: server.url, token }).reset()
  const { message } = (await reset.catch((error: Error) => error)) as Error

  assert.match(message, /^Failed to call control\.reset: \S+\/_control\/reset gave no answer: .*ECONNREFUSED/)
})

const wrongSessions = ['', '/', '..', '.one', '-one', 'a/b', 'a b', 'é', 'one\n', 'a'.repeat(65)]

test('the client and the server accept the same session names', async () => {
  await withControl(startServer, async (_, url) => {
    const statusOf = async (name: string) => {
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch(`${url}/_session/${encodeURIComponent(name)}/_control/health`, { headers })).status
    }

    for (const name of wrongSessions.filter(each => each !== '..')) assert.is(await statusOf(name), 400, name)
    for (const session of ['a', '_1', 'worker-1', 'a'.repeat(64)])
      assert.is((await createControl({ url, token, session }).health()).status, 'ok')
  })
})

test('an invalid option is refused before anything is sent', () => {
  for (const [options, message] of [
    [{ baseUrl: 'http://127.0.0.1' }, /"baseUrl" is not an option; known: url, token, session, fetch\./],
    [
      { url: '127.0.0.1:4000', token },
      /Failed to create a control client: the url "127\.0\.0\.1:4000" is not/,
    ],
    [{ url: 'http://127.0.0.1' }, /the token is missing\. Pass that of schedkit serve --control-token/],
    [{ url: 'http://127.0.0.1', token: '' }, /the token is missing/],
    ...wrongSessions.map(
      session =>
        [
          { url: 'http://127.0.0.1', token, session },
          /the session ".*" is not a name: 1 to 64 letters, digits/s,
        ] as const,
    ),
  ] as const) {
    assert.throws(() => createControl(options as never), message)
  }
})

test.run()
