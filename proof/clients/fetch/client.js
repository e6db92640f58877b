/* A client of the interface with plain fetch. MISTAKE names a mistake that it makes. */

const { SCHEDKIT_URL, MISTAKE } = process.env
const makes = mistake => MISTAKE === mistake
const api = `${SCHEDKIT_URL}/v1`
const schedule = `${api}/schedules/lisbon-studio`
const authorization = `Basic ${btoa('mira@ribeira.example:mira-demo')}`
const palette = { '#1D4E89': 'blue', '#8C2F39': 'red' }
const known =
  'id schedule_id name description color_fg color_bk color_schedule text_bold link link_title note custom_1 custom_2 updated_at created_at'

/** The service refused a request. */
export class Refusal extends Error {
  constructor(response, body) {
    super(`${response.url} answers ${response.status}`)
    this.status = response.status
    this.code = body?.error?.code
  }
}

const pause = seconds => new Promise(resolve => setTimeout(resolve, seconds * 1_000))

/** Seconds to wait after a 429 or 503. */
function waitAfter({ headers }, attempt) {
  const advice = headers.get('retry-after')
  if (makes('ignores-retry-after')) return 0.05
  if (advice === null) return 0.2 * attempt
  return (/^\d+$/.test(advice) ? Number(advice) : (Date.parse(advice) - Date.now()) / 1_000) + 0.05
}

async function send(method, url, body, attempt = 1) {
  const options = {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  }
  const response = await fetch(url, options).catch(async error => {
    const tries = makes('repeats-at-once') ? 30 : 3
    if (method !== 'GET' || attempt >= tries) throw error
    if (!makes('repeats-at-once')) await pause(0.2 * attempt)
  })
  if (!response) return send(method, url, body, attempt + 1)
  if ([429, 503].includes(response.status) && attempt < 5) {
    await pause(waitAfter(response, attempt))
    return send(method, url, body, attempt + 1)
  }
  const type = response.headers.get('content-type') ?? ''
  if (makes('insists-on-a-media-type') && !type.startsWith('application/json'))
    throw new Error(`type ${type}`)
  const json = await response.json().catch(() => undefined)
  if (!response.ok || json?.success !== true) throw new Refusal(response, json)
  return { response, json }
}

const read = async url => (await send('GET', url)).json.data

async function readAll(url) {
  const objects = []
  for (let next = url; next; ) {
    const page = await send('GET', next).catch(error => {
      if (!makes('shows-a-part-as-the-whole') || objects.length === 0) throw error
    })
    if (!page) break
    objects.push(...page.json.data)
    next = page.json.pagination.links.next
  }
  return objects
}

/** Creates an object. After a lost response, it checks whether the object exists. */
async function create(url, body, isSame) {
  const post = () => send('POST', url, body)
  const created = await post().catch(async error => {
    if (error instanceof Refusal) throw error
    if (makes('sends-a-create-again')) return post()
    const there = (await readAll(url)).find(isSame)
    return there ? { json: { data: [there] } } : post()
  })
  if (makes('insists-on-201') && created.response.status !== 201) throw new Error('not created')
  if (makes('takes-the-id-from-location'))
    return Number(created.response.headers.get('location').split('/').at(-1))
  return created.json.data[0].id
}

/** The title of the schedule. */
export const title = async () =>
  makes('guesses-a-path') ? await read(schedule).catch(() => 'lisbon-studio') : 'lisbon-studio'

export async function listRooms(limit = 20) {
  return readAll(`${schedule}/resources?limit=${makes('asks-for-1000-at-once') ? 1_000 : limit}`)
}

export async function readRoom(id) {
  const room = await read(`${schedule}/resources/${id}`)
  const names = Object.keys(room)
  if (makes('insists-on-known-members') && names.some(name => !known.split(' ').includes(name)))
    throw new Error(`unknown: ${names}`)
  const { name, color_bk, created_at } = room
  const created = makes('expects-milliseconds')
    ? new Date(/^(.*\.\d{3})Z$/.exec(created_at)[1])
    : new Date(created_at)
  return {
    name,
    colour: palette[makes('compares-colours-as-text') ? color_bk : color_bk.toUpperCase()],
    created,
  }
}

export async function addRoom(name) {
  const id = await create(`${schedule}/resources`, { name }, room => room.name === name)
  return makes('takes-the-last-for-the-newest') ? (await listRooms()).at(-1).id : id
}

export async function removeRoom(id) {
  const bookings = `${schedule}/resources/${id}/bookings?all=1`
  if (!makes('deletes-a-room-with-bookings')) await send('DELETE', bookings)
  await send('DELETE', `${schedule}/resources/${id}`)
}

/** Books a room from `start` to `end`, as `2031-05-05 10:00` in the time zone of the account. */
export async function book(room, title, start, end) {
  const time = text => (makes('sends-times-of-the-machine') ? new Date(text).toISOString() : text)
  const booking = { resource_id: room, title, start: time(start), end: time(end) }
  const id = await create(`${schedule}/bookings`, booking, other => other.title === title)
  return makes('keeps-ids-in-32-bits') ? id | 0 : id
}

export const readBooking = id => read(`${schedule}/bookings/${id}`)
export const cancel = id => send('DELETE', `${schedule}/bookings/${id}`)

/** Whether a booking is no longer there. */
export const isGone = id =>
  readBooking(id).then(
    () => false,
    error => {
      if (makes('insists-on-404')) return error.status === 404
      if (makes('relies-on-an-error-code')) return error.code === 'not_found'
      return error instanceof Refusal
    },
  )

export async function isComplete() {
  const { profile_completed } = await read(`${api}/users/me`)
  return makes('insists-on-true') ? profile_completed === true : Boolean(profile_completed)
}

export async function invite(email) {
  const id = await create(`${schedule}/collaborators`, { email }, other => other.email === email)
  if (makes('insists-on-a-number') && typeof id !== 'number') throw new TypeError(`id ${id}`)
  return Number(id)
}
export const withdraw = id => send('DELETE', `${schedule}/collaborators/${id}`)
