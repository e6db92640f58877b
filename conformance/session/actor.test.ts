import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type FakeOptions, startFake } from '../testing/fake.js'
import { fine, refusal } from '../testing/fake-service.js'
import { openRuntime, type TestRuntime } from '../testing/session.js'
import { endAll, thrownBy } from '../testing/stage.js'
import type { Blocked, Violation } from './outcomes.js'

test.after(endAll)

const open = async (odd?: FakeOptions['odd']) => {
  const fake = await startFake(odd ? { odd } : {})
  return { fake, ...openRuntime(fake.target) }
}

const shapes: readonly (readonly [string, unknown, readonly (number | string)[]])[] = [
  ['an array with an object', [{ id: 7 }], [7]],
  ['an object', { id: 7 }, [7]],
  ['an id as a string', [{ id: '7' }], ['7']],
  ['several objects', [{ id: 7 }, { id: 8 }], [7, 8]],
  ['an empty id', [{ id: '' }], []],
  ['no id', [{}], []],
  ['a number', 7, []],
  ['nothing', undefined, []],
]
for (const [what, data, ids] of shapes) {
  test(`given a create that is answered with ${what}, then ${ids.length} objects are recorded for the clean-up`, async () => {
    const { owner, first, registry } = await open(() => fine({ data }))

    await owner.post(first.resources, {})

    assert.equal(
      registry
        .list()
        .map(({ id }) => id)
        .reverse(),
      ids,
    )
  })
}

test('given a create that is refused, when the response contains an id all the same, then nothing is recorded', async () => {
  const { owner, first, registry } = await open(() => ({ body: { success: false, data: [{ id: 7 }] } }))

  await owner.post(first.resources, {})

  assert.equal(registry.list(), [])
})

test('given a created object, when its deletion is accepted, then it is no longer recorded', async () => {
  const { owner, given, registry } = await open()
  const { path } = await given.resource()

  await owner.delete(path)

  assert.equal(registry.list(), [])
})

test('given a target that caps pages, when all objects are requested, then pages are read until all are there', async () => {
  const { fake, owner, first } = await open((call, usual) => {
    if (call.method !== 'GET') return undefined
    const body = usual().body as { data: unknown[] }
    return { body: { ...body, data: body.data.slice(0, 3) } }
  })
  for (let id = 1; id <= 8; id++) fake.objects.set(`${first.resources}/${id}`, { id, name: `n${id}` })

  const all = await owner.all(first.resources)

  assert.equal(
    all.map(({ id }) => id),
    [1, 2, 3, 4, 5, 6, 7, 8],
  )
  assert.equal(
    fake.calls.map(({ query }) => query.get('offset')),
    [null, '3', '6'],
  )
})

const liars: readonly (readonly [string, FakeOptions['odd'], number])[] = [
  ['ignores offset', () => fine({ data: [{ id: 1 }, { id: 2 }], pagination: { total_count: 9 } }), 2],
  ['counts wrong', () => fine({ data: [{ id: 1 }], pagination: { total_count: 'many' } }), 1],
  [
    'shows no ids',
    ({ number }) => fine({ data: [{ name: `n${number}` }], pagination: { total_count: 3 } }),
    3,
  ],
  ['has nothing', () => fine({ data: [], pagination: { total_count: 3 } }), 0],
]
for (const [what, odd, found] of liars) {
  test(`given a target that ${what}, when all objects are requested, then that terminates`, async () => {
    const { owner, first } = await open(odd)

    assert.is((await owner.all(first.resources)).length, found)
  })
}

test('given links of the target, when they are followed, then the request is that of the link', async () => {
  const fake = await startFake({ odd: () => fine() })
  const { owner } = openRuntime({ ...fake.target, baseUrl: `${fake.url}/api` })

  const reply = await owner.follow(`${fake.url}/api/v1/schedules/first/resources?offset=20&ids=1%2C2`)

  assert.is(reply.exchange.request.path, '/v1/schedules/first/resources')
  assert.is(reply.exchange.request.query, 'offset=20&ids=1%2C2')
  assert.is(fake.calls[0]?.path, '/api/v1/schedules/first/resources')
})

for (const link of [
  'http://evil.test/api/v1/x',
  'https://127.0.0.1/api/v1/x',
  '/v1/x',
  'FAKE/v1/x',
  'FAKE/apiv1/x',
  'FAKE@evil.test/api/v1',
  '',
]) {
  test(`given the link "${link}", when it is followed, then credentials are not sent`, async () => {
    const fake = await startFake()
    const { owner } = openRuntime({ ...fake.target, baseUrl: `${fake.url}/api` })

    const error = await thrownBy(() => owner.follow(link.replace('FAKE', fake.url)))

    assert.is(error?.name, 'Violation')
    assert.match((error as Violation).finding.expected as string, `under ${fake.url}/api`)
    assert.is(fake.calls.length, 0)
  })
}

const blocked: readonly (readonly [string, (runtime: TestRuntime) => Promise<unknown>, string])[] = [
  ['a list of resources', ({ owner, first }) => owner.list(first.resources), 'RES-38'],
  ['all bookings', ({ owner, first }) => owner.all(first.bookings), 'BKG-28'],
  ['the bookings of a resource', ({ owner, first }) => owner.list(`${first.resources}/7/bookings`), 'BKG-28'],
  ['a collaborator', ({ owner, first }) => owner.read(`${first.collaborators}/7`), 'COL-21'],
  ['the user', ({ owner }) => owner.read('/v1/users/me'), 'AUTH-01'],
  ['a change of a resource', ({ owner, first }) => owner.change(`${first.resources}/7`, {}), 'RES-40'],
  ['a change of a booking', ({ owner, first }) => owner.change(`${first.bookings}/7`, {}), 'BKG-26'],
  [
    'a change of a collaborator',
    ({ owner, first }) => owner.change(`${first.collaborators}/7`, {}),
    'COL-22',
  ],
  ['a change of many', ({ owner, first }) => owner.change(first.bookings, {}, { ids: [1] }), 'BULK-01'],
  ['a change of the user', ({ owner }) => owner.change('/v1/users/me', {}), 'USER-28'],
  ['a new resource', ({ owner, first }) => owner.create(first.resources, {}), 'RES-38'],
  ['a new booking', ({ owner, first }) => owner.create(first.bookings, {}), 'BKG-28'],
]
for (const [what, act, rule] of blocked) {
  test(`given a target that refuses everything, when ${what} is needed, then ${rule} blocks`, async () => {
    const runtime = await open(() => refusal('no'))

    const error = await thrownBy(() => act(runtime))

    assert.is(error?.name, 'Blocked')
    assert.is((error as Blocked).rule, rule)
    assert.is((error as Blocked).finding.replies[0]?.status, 400)
  })
}

const shapeless: readonly (readonly [string, unknown, (runtime: TestRuntime) => Promise<unknown>, string])[] =
  [
    ['a list without an array', {}, ({ owner, first }) => owner.list(first.resources), 'ENV-07'],
    ['a list of numbers', [1], ({ owner, first }) => owner.list(first.resources), 'ENV-07'],
    ['a single read with an array', [], ({ owner }) => owner.read('/v1/users/me'), 'ENV-06'],
    ['a create without an id', [], ({ owner, first }) => owner.create(first.resources, {}), 'ENV-09'],
  ]
for (const [what, data, act, rule] of shapeless) {
  test(`given ${what}, when it is needed, then ${rule} blocks`, async () => {
    const runtime = await open(() => fine({ data, pagination: {} }))

    assert.is(((await thrownBy(() => act(runtime))) as Blocked | undefined)?.rule, rule)
  })
}

test('given a query, when it is sent, then commas and colons are kept and everything else is escaped', async () => {
  const { fake, owner, first } = await open()

  const reply = await owner.get(first.bookings, {
    ids: [1, 2],
    time_min: '2023-01-09T08:00:00+01:00',
    fields: 'a b&c',
  })
  const raw = await owner.get(first.bookings, 'ids=1,,2&x=%zz+')

  assert.is(reply.exchange.request.query, 'ids=1,2&time_min=2023-01-09T08:00:00%2B01:00&fields=a%20b%26c')
  assert.is(fake.calls[0]?.query.get('time_min'), '2023-01-09T08:00:00+01:00')
  assert.is(raw.exchange.request.query, 'ids=1,,2&x=%zz+')
})

test('given credentials beyond ASCII, when they are sent, then they are UTF-8', async () => {
  const { fake, actor } = await open()

  await actor({ email: 'jörg@example.test', password: 'pässwörd' }, 'Jörg').get('/v1/users/me')

  const encoded = String(fake.calls[0]?.headers.authorization).replace('Basic ', '')
  assert.is(Buffer.from(encoded, 'base64').toString('utf8'), 'jörg@example.test:pässwörd')
})

const bodies: readonly (readonly [string, boolean])[] = [
  ['{"success":true}', true],
  ['{"success":1}', false],
  ['{"success":"true"}', false],
  ['[{"success":true}]', false],
  ['', false],
  ['<html>', false],
]
for (const [text, ok] of bodies) {
  test(`given the response "${text}", then it is ${ok ? 'a success, whatever the status is' : 'none'}`, async () => {
    const { owner } = await open(() => ({ status: ok ? 500 : 200, text }))

    assert.is((await owner.get('/v1/users/me')).ok, ok)
  })
}

test.run()
