import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type RunningServer, startServer } from '../index.js'
import { createClient } from './index.js'

const account = { email: 'ada@example.com', password: 'analytical' }
const scheduleId = 'lab'
const bookings = Array.from({ length: 2_300 }, (_, index) => ({
  ...{ resource: 'Hall', start: '2031-03-03 09:00', end: '2031-03-03 10:00' },
  title: String(index),
}))
const seed = {
  users: [account],
  schedules: [{ id: scheduleId, owner: account.email, resources: [{ name: 'Hall' }], bookings }],
}

let server: RunningServer
test.before(async () => {
  server = await startServer({ seed })
})
test.after(() => server.close())
test.before.each(() => server.reset())

/** A client, and the requests that it sends; `refuse` may answer one of them instead of the server. */
function clientOf(refuse: (count: number) => Response | undefined = () => undefined) {
  const sent: URL[] = []
  const client = createClient({
    ...account,
    baseUrl: server.url,
    async fetch(input, init) {
      sent.push(new URL(String(input)))
      return refuse(sent.length) ?? (await fetch(input, init))
    },
  })
  return { client, sent }
}

/** The ids of all bookings. */
async function allIds(): Promise<number[]> {
  const { data } = await clientOf().client.listBookings({ scheduleId, limit: 0, fields: ['id'] })
  return data.map(({ id }) => id)
}

const idsIn = (url: URL): string[] => url.searchParams.get('ids')?.split(',') ?? []

test('objects are deleted by any number of ids, each sent once, in portions that the server accepts', async () => {
  const { client, sent } = clientOf()
  const ids = (await allIds()).slice(1)

  await client.deleteBookings({ scheduleId, ids: [...ids, ...ids] })

  assert.is((await allIds()).length, 1)
  assert.equal(
    sent.map(url => idsIn(url).length),
    [1_000, 1_000, 299],
  )
})

test('a short list of repeated ids is one request for all of them if the limit is not set', async () => {
  const { client, sent } = clientOf()
  const ids = (await allIds()).slice(0, 30)

  const { data } = await client.listBookings({
    ...{ scheduleId, ids: Array(100).fill(ids).flat(), limit: undefined },
  } as never)

  assert.is(data.length, 30)
  assert.equal(
    sent.map(url => idsIn(url).length),
    [30],
  )
})

test('objects are changed by any number of ids, and no others', async () => {
  const { client } = clientOf()
  const ids = (await allIds()).slice(0, 2_100)

  await client.changeBookings({ scheduleId, ids, body: { note: 'moved' } })

  const notes = (await client.listBookings({ scheduleId, limit: 0, fields: ['note'] })).data
  assert.is(notes.filter(({ note }) => note === 'moved').length, 2_100)
})

test('a list by any number of ids is one page, both with await and for await', async () => {
  const { client } = clientOf()
  const ids = (await allIds()).slice(0, 2_100)

  const page = await client.listBookings({ scheduleId, ids, fields: ['id'] })
  const found: { id: number }[] = []
  for await (const booking of client.listBookings({ scheduleId, ids, fields: ['id'], limit: 7 }))
    found.push(booking)

  assert.equal(
    page.data.map(({ id }) => id),
    ids,
  )
  assert.equal(found, page.data)
  const { limit, page_count, total_count, links } = page.pagination
  assert.equal([limit, page_count, total_count, links.next], [0, 2_100, 2_100, undefined])
})

test('a list by ids without a limit returns all of them, even if one request is enough', async () => {
  const { client, sent } = clientOf()
  const ids = (await allIds()).slice(0, 50)

  const { data } = await client.listBookings({ scheduleId, ids, fields: ['id'] })
  const first = await client.listBookings({ scheduleId, ids, fields: ['id'], limit: 7 })

  assert.equal(
    data.map(({ id }) => id),
    ids,
  )
  assert.is(first.data.length, 7)
  assert.is(sent.length, 2)
})

test('given an offset with more ids than fit in a request, then the error says what to do', async () => {
  const { client, sent } = clientOf()

  const list = client.listBookings({ scheduleId, ids: await allIds(), offset: 20 })
  const error = await list.catch(error => error)

  assert.is(
    error.message,
    'Failed to listBookings: 2300 ids take 3 requests, which have no common offset. Leave it out.',
  )
  assert.is(sent.length, 0)
})

test('given long ids, then no URL exceeds the limit of servers, and commas are not escaped', async () => {
  const { client, sent } = clientOf(() => Response.json({ success: true }))
  const ids = Array.from({ length: 1_200 }, (_, index) => Number.MAX_SAFE_INTEGER - index)

  await client.changeResourceBookings({ scheduleId, resourceId: 1, ids, body: { title: '' } })

  assert.equal(sent.flatMap(idsIn), ids.map(String))
  for (const { href } of sent) assert.ok(href.length <= 8_000 && !href.includes('%2C'), href.slice(0, 100))
  assert.ok((sent[0]?.href.length ?? 0) > 7_900)
})

test('given 900 ids of seven digits, then one request is enough', async () => {
  const { client, sent } = clientOf()
  const ids = Array.from({ length: 900 }, (_, index) => 1_000_000 + index)

  const { data } = await client.listBookings({ scheduleId, ids, fields: ['id', 'title'] })

  assert.equal(data, [])
  assert.is(sent.length, 1)
  assert.ok(sent[0]?.search.includes('fields=id,title'))
})

test('given a portion that fails, then earlier portions have taken effect and later ones are not sent', async () => {
  const unavailable = () => Response.json({ success: false, error: { code: 'busy' } }, { status: 503 })
  const { client, sent } = clientOf(count => (count === 2 ? unavailable() : undefined))
  const ids = await allIds()

  const error = await client.deleteBookings({ scheduleId, ids }).catch(error => error)

  assert.is(error.status, 503)
  assert.is(sent.length, 2)
  assert.equal(await allIds(), ids.slice(1_000))
})

test('given collect, then a loop can delete what it lists: all pages are read before the first object is yielded', async () => {
  const { client, sent } = clientOf()
  const requests: number[] = []

  for await (const { id } of client.listBookings({ scheduleId, limit: 1_000, collect: true })) {
    requests.push(sent.length)
    if (id % 10 === 0) await client.deleteBooking({ scheduleId, bookingId: id })
  }

  assert.is(requests[0], 3)
  assert.is(requests.length, 2_300)
  assert.equal(
    (await allIds()).filter(id => id % 10 === 0),
    [],
  )
  assert.not.match(sent.map(url => url.search).join(), 'collect')
})

test.run()
