import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { demo } from '../../fixtures/demo.js'
import type { WorldExchange, WorldName } from '../../server/control/worlds/index.js'
import { serveMock } from './index.js'

const authorization = `Basic ${btoa('mira@ribeira.example:mira-demo')}`

/** Sends requests to the schedule of the demo in a hard world. */
async function inWorld<T>(
  world: WorldName,
  work: (
    ask: (method: string, path: string, body?: object) => Promise<{ status: number; json: Json }>,
  ) => Promise<T>,
): Promise<T> {
  const mock = await serveMock({ seed: demo({ now: Date.now() }), world })
  try {
    return await work(async (method, path, body) => {
      const response = await fetch(`${mock.url}/v1/schedules/lisbon-studio${path}`, {
        ...{ method, headers: { authorization } },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: response.status, json: (await response.json()) as Json }
    })
  } finally {
    await mock.close()
  }
}

interface Json {
  data: { id: number; name: string; note: string }[] & { id: number; note: string }
  pagination: { total_count: number }
}

test('given added-while-paging, when the second page is read, then there is one more object, once', async () => {
  const counts = await inWorld('added-while-paging', async ask => {
    const totals = []
    for (const path of ['resources', 'bookings', 'collaborators'])
      for (const offset of [0, 2, 2]) {
        const { json } = await ask('GET', `/${path}?limit=2&offset=${offset}`)
        totals.push(json.pagination.total_count)
      }
    return totals
  })

  for (const at of [0, 3, 6]) {
    const [first = 0, second, third] = counts.slice(at)
    assert.equal([second, third], [first + 1, first + 1])
  }
})

test('given stale-after-writes, when an object is read after a change, then the first read is stale', async () => {
  const notes = await inWorld('stale-after-writes', async ask => {
    await ask('GET', '/resources/1')
    await ask('PUT', '/resources/1', { note: 'New' })
    const reads = [await ask('GET', '/resources/1'), await ask('GET', '/resources/1')]
    return reads.map(({ json }) => json.data.note)
  })

  assert.is.not(notes[0], 'New')
  assert.is(notes[1], 'New')
})

test('given done-twice, when a booking is created, then there are two', async () => {
  const [before = 0, after] = await inWorld('done-twice', async ask => {
    const total = async () => (await ask('GET', '/bookings?limit=1')).json.pagination.total_count
    const before = await total()
    const times = { start: '2031-05-05 10:00', end: '2031-05-05 11:00' }
    const { status } = await ask('POST', '/bookings', { resource_id: 1, ...times })
    assert.is(status, 201)
    return [before, await total()]
  })

  assert.is(after, before + 2)
})

test('given changed-elsewhere, when an object is read, then its note is another one', async () => {
  const { json } = await inWorld('changed-elsewhere', ask => ask('GET', '/resources/1'))

  assert.is(json.data.note, 'Changed elsewhere')
})

test('given unauthorized-at-times, defective-at-times and access-taken-away, then requests are refused as they say', async () => {
  for (const [world, count, status] of [
    ['unauthorized-at-times', 9, 401],
    ['defective-at-times', 7, 500],
    ['access-taken-away', 11, 403],
    ['limit-used-up', 21, 429],
  ] as const) {
    const statuses = await inWorld(world, async ask => {
      const found = []
      for (let requests = 0; requests < count; requests++)
        found.push((await ask('GET', '/resources/1')).status)
      return found
    })
    assert.equal(statuses, [...Array(count - 1).fill(200), status], world)
  }
})

test('given a client that gives up before it is refused, then the record shows that it saw no response', async () => {
  const exchanges: WorldExchange[] = []
  const mock = await serveMock({
    ...{ seed: demo({ now: Date.now() }), world: 'rate-limited' },
    onExchange: exchange => exchanges.push(exchange),
  })
  const read = (signal?: AbortSignal) =>
    fetch(`${mock.url}/v1/users/me`, { headers: { authorization }, ...(signal && { signal }) })

  // On a busy machine, the process may notice too late that the client has disconnected.
  for (let tries = 0; tries < 20 && !exchanges.some(({ aborted }) => aborted); tries++) {
    for (let count = 0; count < 4; count++) await read()
    const error = await read(AbortSignal.timeout(25)).catch(error => error)
    while (exchanges.length % 5 > 0) await new Promise(resolve => setTimeout(resolve, 10))
    assert.is(error.name, 'TimeoutError')
  }
  await mock.close()

  assert.equal(
    exchanges.slice(-5).map(({ status, aborted }) => [status, aborted]),
    [...Array(4).fill([200, undefined]), [429, true]],
  )
})

test('given limited-until-a-date, then the record has the seconds until that date', async () => {
  const exchanges: WorldExchange[] = []
  const mock = await serveMock({
    ...{ seed: demo({ now: Date.now() }), world: 'limited-until-a-date' },
    onExchange: exchange => exchanges.push(exchange),
  })
  const read = () => fetch(`${mock.url}/v1/users/me`, { headers: { authorization } })

  for (let count = 0; count < 4; count++) await read()
  const refused = await read()
  await mock.close()

  const { answered = 0, retryAfter = -1 } = exchanges[4] ?? {}
  const date = Date.parse(refused.headers.get('retry-after') ?? '')
  assert.is(refused.status, 429)
  assert.is(retryAfter, Math.max(0, (date - answered) / 1_000))
})

test('given two identical concurrent reads, when the first one is refused, then the record shows that the other was not a repetition', async () => {
  const exchanges: WorldExchange[] = []
  const mock = await serveMock({
    ...{ seed: demo({ now: Date.now() }), world: 'rate-limited' },
    onExchange: exchange => exchanges.push(exchange),
  })
  const read = () => fetch(`${mock.url}/v1/users/me`, { headers: { authorization } })

  for (let count = 0; count < 4; count++) await read()
  await Promise.all([read(), read()])
  await mock.close()

  const [other, refused] = exchanges.slice(4)
  assert.equal([other?.status, refused?.status], [200, 429])
  assert.ok((other?.at ?? 0) < (refused?.answered ?? 0))
})

test.run()
