/*
 * The tests of a small client, as its author would have written them. MISTAKE names one that clients make. It is a program of its
 * own, which knows nothing of schedkit but the variable SCHEDKIT_URL.
 */
import assert from 'node:assert/strict'
import test from 'node:test'

const { SCHEDKIT_URL = '', MISTAKE = 'none' } = process.env
const makes = (mistake: string) => MISTAKE === mistake
const schedule = `${SCHEDKIT_URL}/v1/schedules/lisbon-studio`
const authorization = `Basic ${Buffer.from('mira@ribeira.example:mira-demo').toString('base64')}`

type Json = Record<string, unknown>
const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

async function ask(
  method: string,
  url: string,
  body?: object,
): Promise<{ response: Response; text: string }> {
  const sent = { method, headers: { authorization }, ...(body && { body: JSON.stringify(body) }) }
  for (let tries = 1; ; tries++) {
    const response = await fetch(url, sent)
    const text = await response.text()
    const isLater = response.status === 429 || response.status === 503 || response.status === 502
    if (!isLater || tries > 4) return { response, text }
    const seconds = Number(response.headers.get('retry-after') ?? 0.2)
    await pause(makes('ignores Retry-After') ? 20 : seconds * 1_000 + 50)
  }
}

async function read(url: string): Promise<Json> {
  const { response, text } = await ask('GET', url)
  if (!response.ok) throw new Error(`${url} answers ${response.status}`)
  if (makes('insists on a media type'))
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
  return JSON.parse(text)
}

async function all(path: string): Promise<Json[]> {
  const found: Json[] = []
  for (let url: string | undefined = `${schedule}${path}`; url; ) {
    const { data, pagination } = (await read(url)) as {
      data: Json[]
      pagination: { links: { next?: string } }
    }
    found.push(...data)
    url = pagination.links.next
  }
  return found
}

/** Creates a booking; after a lost answer it looks whether it is there. */
async function book(title: string, resource_id: number): Promise<number> {
  const booking = { resource_id, title, start: '2031-05-05 10:00', end: '2031-05-05 11:00' }
  const send = () => ask('POST', `${schedule}/bookings`, booking)
  const { response, text } = await send().catch(async () => {
    if (makes('sends again without a look')) return send()
    const there = (await all('/bookings?time_min=2031-05-05&time_max=2031-05-06')).find(
      each => each.title === title,
    )
    return there
      ? { response: new Response(null, { status: 201 }), text: JSON.stringify({ data: [there] }) }
      : send()
  })
  if (makes('insists on 201')) assert.equal(response.status, 201)
  assert.ok(response.ok, String(response.status))
  if (makes('takes the id from Location')) return Number(response.headers.get('location')?.split('/').at(-1))
  return Number(JSON.parse(text).data[0].id)
}

test('lists the rooms', async () => {
  const rooms = await all('/resources?limit=2')
  assert.equal(new Set(rooms.map(({ id }) => id)).size, rooms.length)
  assert.ok(rooms.length >= 5)
  if (makes('takes the first for the oldest')) assert.equal(rooms[0]?.id, 1)
  if (makes('insists on the members')) assert.ok(!rooms.some(room => Object.keys(room).length !== 15))
  if (makes('insists on capitals'))
    assert.ok(rooms.every(({ color_bk }) => String(color_bk) === String(color_bk).toUpperCase()))
})

test('reads a text of JSON without a parser', async () => {
  const { text } = await ask('GET', `${schedule}/resources/1`)
  if (makes('expects members in an order')) assert.match(text, /"id":1,"schedule_id"/)
  if (makes('looks for text in JSON')) assert.match(text, /https:\/\/|"link":""(?!.*https)/)
  assert.match(text, /"success"\s*:\s*true/)
})

test('shows when a room was created', async () => {
  const { data } = (await read(`${schedule}/resources/1`)) as { data: { created_at: string } }
  assert.ok(!Number.isNaN(Date.parse(data.created_at)))
  if (makes('expects milliseconds')) assert.match(data.created_at, /\.\d{3}Z$/)
})

test('books a room, shows the booking and cancels it', async () => {
  const id = await book('Standup', 1)
  const shown = makes('keeps ids in 32 bits') ? id | 0 : id
  const { data } = (await read(`${schedule}/bookings/${shown}`)) as {
    data: { start: string; start_utc: string }
  }
  assert.equal(data.start, '2031-05-05 10:00')
  if (makes('takes times for those of the machine')) {
    assert.equal(
      new Date(data.start.replace(' ', 'T')).toISOString().slice(0, 16),
      data.start_utc.slice(0, 16),
    )
  }
  assert.ok((await ask('DELETE', `${schedule}/bookings/${id}`)).response.ok)
})

test('says that something is not there', async () => {
  const { response, text } = await ask('GET', `${schedule}/bookings/999999`)
  assert.ok(!response.ok)
  if (makes('insists on 404')) assert.equal(response.status, 404)
  if (makes('relies on an error code')) assert.equal(JSON.parse(text).error?.code, 'not_found')
})

test('knows whether the profile is complete', async () => {
  const { data } = (await read(`${SCHEDKIT_URL}/v1/users/me`)) as { data: { profile_completed: unknown } }
  assert.ok(data.profile_completed)
  if (makes('insists on true')) assert.equal(data.profile_completed, true)
})

test('invites somebody', async () => {
  const email = 'new@example.test'
  const { response, text } = await ask('POST', `${schedule}/collaborators`, { email })
  assert.ok(response.ok)
  const [{ id }] = JSON.parse(text).data
  if (makes('insists on a number')) assert.equal(typeof id, 'number')
})

test('reaches the last page', async () => {
  const { pagination } = (await read(`${schedule}/resources?limit=2`)) as {
    pagination: { links: { last: string } }
  }
  const offset = Number(new URL(pagination.links.last).searchParams.get('offset'))
  if (makes('computes the last page')) assert.equal(offset % 2, 0)
  if (makes('asks for a path that is not there'))
    await fetch(`${schedule}/rooms`, { headers: { authorization } })
})
