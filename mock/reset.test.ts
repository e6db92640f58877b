import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createMock, type Mock } from './index.js'
import {
  baseUrl,
  call,
  collaborators,
  heard,
  mira,
  now,
  pause,
  resources,
  seed,
  withMock,
} from './testing/api.js'

const everything = (mock: Mock) =>
  JSON.stringify([mock.snapshot(), mock.outbox, mock.requests, mock.clock.now(), mock.clock.frozen])

/** Lets a number of steps of other work run first. */
async function steps(count: number): Promise<void> {
  for (let step = 0; step < count; step++) await undefined
}

test('given changes of every kind, when reset, then everything is as at the start', async () => {
  await withMock({}, async mock => {
    const before = everything(mock)

    await call(`POST ${resources}`, { body: { name: 'Cávado' } })
    await call(`DELETE ${resources}/1`)
    await call(`POST ${collaborators}`, { body: { email: 'new@example.test', invite: true } })
    await call('PUT /v1/users/me', { body: { email: 'mira@new.example', firstname: 'M' } })
    mock.db.resource.deleteMany({ where: { id: { gte: 3 } } })
    await mock.addUser({ email: 'ada@example.test', password: 'secret' })
    await mock.addSchedule({ owner: 'ada@example.test' })
    await mock.rateLimit(50)
    mock.clock.set(0)
    mock.clock.run()
    mock.variety({ collaborator_id: 'string' })
    mock.latency(10_000)
    mock.fail({ with: 500, times: 'always' })
    assert.is(mock.outbox.length, 3)
    mock.reset()

    assert.is(everything(mock), before)
    const { body } = await call(`POST ${collaborators}`, { body: { email: 'other@example.test' } })
    assert.type(body.data[0].id, 'number')
  })
})

test('given a seed, then reset says which function takes one, and it accepts what a test runner passes to a hook', async () => {
  await withMock({}, async mock => {
    const reset = mock.reset as (given?: unknown) => void
    await call(`DELETE ${resources}/1`)

    for (const given of [{ seed }, { users: [] }, seed])
      assert.throws(() => reset(given), /Failed to reset: a reset takes no seed.* Call mock\.load\(seed\)/)
    assert.is((await call(`GET ${resources}/1`)).status, 404)
    reset({ task: {}, seed: 1 })

    // A runner with callbacks waits for a call if the function has parameters.
    assert.is(reset.length, 0)
    assert.is((await call(`GET ${resources}/1`)).status, 200)
  })
})

test('given requests at every step of their work, when reset, then they are answered and leave nothing behind', async () => {
  await withMock({}, async mock => {
    const send = (line: string, body?: object) => call(line, { through: mock, ...(body && { body }) })
    const before = everything(mock)
    const said = await heard(async () => {
      for (let count = 0; count < 80; count++) {
        const sent = [
          send(`POST ${resources}`, { name: `Room ${count}` }),
          send(`POST ${collaborators}`, { email: 'x@example.test', invite: true }),
          send('PUT /v1/users/me', { email: 'mira@new.example' }),
        ]
        await steps(count)
        mock.reset()
        // Checked immediately, while the requests may still be in progress.
        assert.is(everything(mock), before)
        const answers = await Promise.all(sent)
        assert.equal(
          answers.map(({ status }) => status),
          [201, 201, 200],
          `after ${count} steps`,
        )
        assert.is(everything(mock), before, `after ${count} steps`)
      }
    })

    assert.equal(said, [])
  })
})

test('given a reset amid requests, then those that come after it are answered from the start, with the same ids', async () => {
  await withMock({}, async mock => {
    const send = (line: string, body?: object) => call(line, { through: mock, ...(body && { body }) })
    const rename = { email: 'mira@new.example' }
    const secretOf = () => /activations\/(\S+)/.exec(mock.outbox[0]?.text ?? '')?.[1]
    await send('PUT /v1/users/me', rename)
    const secret = secretOf()
    mock.reset()
    await mock.rateLimit(2, mira)
    const limited = mock.snapshot()

    for (let count = 0; count < 60; count++) {
      mock.reset()
      mock.restore(limited)
      const past = send('PUT /v1/users/me', rename)
      await steps(count)
      mock.reset()
      mock.restore(limited)
      const answers = [
        await send('PUT /v1/users/me', rename),
        await send('GET /v1/users/me'),
        await send('GET /v1/users/me'),
      ]

      assert.equal(
        answers.map(({ status }) => status),
        [200, 200, 429],
        `after ${count} steps`,
      )
      assert.is(secretOf(), secret)
      assert.is(mock.outbox.length, 2)
      assert.is((await past).status, 200)
    }
  })
})

test('given delayed responses, when reset, then they arrive at once, and nothing is written later', async () => {
  await withMock({}, async mock => {
    const before = everything(mock)
    mock.latency(60_000)
    const sent = call(`POST ${resources}`, { body: { name: 'Late' } })
    await pause(5)

    mock.reset()
    const answer = await call('GET /v1/users/me')

    assert.is(answer.status, 200)
    assert.is((await sent).status, 201)
    assert.is(mock.requests.length, 1)
    mock.reset()
    assert.is(everything(mock), before)
  })
})

test('given delayed responses, when reset, then no timer keeps the process alive', async () => {
  const timers = () => process.getActiveResourcesInfo().filter(name => name === 'Timeout').length
  await withMock({}, async mock => {
    const before = timers()
    mock.latency(60_000)
    const sent = call(`GET ${resources}`)
    await pause(5)
    assert.is(timers(), before + 1)

    mock.reset()
    await sent

    assert.is(timers(), before)
  })
})

test('given planned failures, when reset, then requests are answered, and no failure is left', async () => {
  await withMock({}, async mock => {
    mock.fail({ with: 'network error', times: 'always' })
    mock.latency(60_000)
    const sent = call('GET /v1/users/me')
    await pause(5)

    mock.reset()

    assert.is((await sent).status, 200)
    mock.fail({ with: 503 })
    assert.is((await call('GET /v1/users/me', { planned: true })).status, 503)
  })
})

test('given a restore amid requests, then they are answered from the previous data, and clock, outbox and requests stay', async () => {
  await withMock({}, async mock => {
    await call(`POST ${collaborators}`, { body: { email: 'x@example.test', invite: true } })
    mock.clock.advance(1000)
    const snapshot = mock.snapshot()
    const sent = call(`POST ${resources}`, { through: mock, body: { name: 'Lost' } })

    mock.restore(snapshot)
    await mock.addUser({ email: 'ada@example.test', password: 'secret' })

    assert.is((await sent).status, 201)
    assert.is(mock.db.resource.count({ where: { name: { equals: 'Lost' } } }), 0)
    assert.is(mock.db.user.count({ where: { email: { equals: 'ada@example.test' } } }), 1)
    assert.equal([mock.outbox.length, mock.requests.length, mock.clock.now()], [1, 1, now + 1000])
  })
})

test('given a reset before the seed is loaded, then it is still loaded, and nothing is thrown', async () => {
  const mock = createMock({ baseUrl, seed })

  mock.reset()
  mock.latency(5)
  mock.reset()
  await mock.ready

  assert.is(mock.db.user.count(), 5)
})

test('given a reset while a request waits for the seed, then it is answered, and later ones find the seed', async () => {
  const mock = createMock({ baseUrl, seed, now })
  const through = mock
  const sent = [
    call(`GET ${resources}`, { through }),
    call(`POST ${resources}`, { through, body: { name: 'Attic' } }),
  ]
  mock.reset()

  assert.equal(
    (await Promise.all(sent)).map(({ status }) => status),
    [200, 201],
  )
  assert.is((await call(`GET ${resources}?limit=0`, { through })).body.data.length, 5)
  assert.is(mock.requests.length, 1)
  assert.is(mock.db.user.count(), 5)
})

test('given a thousand resets with a request in each, then each starts from the seed', async () => {
  await withMock({}, async mock => {
    for (let turn = 0; turn < 1000; turn++) {
      const { status, body } = await call(`POST ${resources}`, { body: { name: 'Again' } })
      assert.equal([status, body.data[0].id], [201, 10])
      mock.reset()
    }
  })
})

const small = (name: string) => ({
  users: [{ email: mira, password: 'mira-demo' }],
  schedules: [{ id: 'lisbon-studio', owner: mira, resources: [{ name }] }],
})
const names = async () =>
  (await call(`GET ${resources}`)).body.data.map(({ id, name }: { id: number; name: string }) => [id, name])

test('given another seed to load, then it replaces the data, now and at each reset, as in a mock started with it', async () => {
  const own = await withMock({ seed: small('Attic') }, async mock => everything(mock))

  await withMock({}, async mock => {
    await call(`POST ${resources}`, { body: { name: 'Cávado' } })
    mock.fail({ with: 500, times: 'always' })
    mock.clock.advance(1_000)
    await mock.load(small('Attic'))

    assert.is(everything(mock), own)
    assert.equal(await names(), [[1, 'Attic']])
    await call(`POST ${resources}`, { body: { name: 'Cávado' } })
    mock.reset()
    assert.is(everything(mock), own)
  })
})

test('given an invalid seed to load, or one without the account of auth, then nothing changes', async () => {
  await withMock({ auth: `as:${mira}` }, async mock => {
    await call(`POST ${resources}`, { body: { name: 'Cávado' } })
    const before = everything(mock)

    for (const [wrong, message] of [
      [{ schedules: [{ id: 'one', owner: 'nobody@example.test' }] }, /Failed to use the seed/],
      [Promise.resolve(small('Attic')), /the seed is a promise/],
      [{ users: [] }, /^Failed to load a seed: auth "as:mira@ribeira.example" is not an account of the seed/],
      [undefined, /^Failed to load a seed: it is missing/],
    ] as const) {
      const error = await mock.load(wrong as never).catch((reason: Error) => reason)
      assert.match((error as Error).message, message)
      assert.is(everything(mock), before)
    }
  })
})

test('given requests in progress while another seed is loaded, then they are answered from the previous data', async () => {
  await withMock({ auth: `as:${mira}` }, async mock => {
    const held = mock.hold('listResources')
    const listed = names()
    while (held.waiting === 0) await pause(1)

    await mock.load(small('Attic'))

    assert.is((await listed).length, 5)
    const { body } = await call('GET /v1/users/me', { as: null })
    assert.is(body.data.email, mira)
    assert.equal(await names(), [[1, 'Attic']])
    assert.equal(
      mock.requests.map(({ operation }) => operation),
      ['readMe', 'listResources'],
    )
  })
})

test.run()
