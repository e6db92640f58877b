/* A client of the interface in Vue with axios. MISTAKE names a mistake that it makes. */
import axios, { AxiosError } from 'axios'
import { defineComponent, h, onMounted, ref } from 'vue'

const { SCHEDKIT_URL, MISTAKE } = process.env
const makes = mistake => MISTAKE === mistake
const schedule = '/schedules/lisbon-studio'
const palette = { '#1D4E89': 'blue', '#8C2F39': 'red' }
const roomMembers = new Set(
  'id schedule_id name description color_fg color_bk color_schedule text_bold link link_title note custom_1 custom_2 updated_at created_at'.split(
    ' ',
  ),
)

const http = axios.create({
  baseURL: `${SCHEDKIT_URL}/v1`,
  auth: { username: 'mira@ribeira.example', password: 'mira-demo' },
  adapter: 'fetch',
})

const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))

/** Milliseconds to wait before a retry; undefined if the request should not be retried. */
function delayOf({ response, config }, attempt) {
  if (response?.status === 429 || response?.status === 503) {
    const advice = response.headers['retry-after']
    if (attempt >= 5) return undefined
    if (advice === undefined || makes('ignores-retry-after')) return 60 * attempt
    return (Number.isNaN(Number(advice)) ? Date.parse(advice) - Date.now() : Number(advice) * 1_000) + 50
  }
  const isLost = !response && config.method === 'get'
  if (isLost && makes('repeats-at-once') && attempt < 30) return 0
  return isLost && attempt < 3 ? 200 * attempt : undefined
}

http.interceptors.response.use(
  response => {
    const type = String(response.headers['content-type'])
    if (makes('insists-on-a-media-type') && type.split(';')[0] !== 'application/json')
      throw new AxiosError('no JSON', 'ERR_BAD_RESPONSE', response.config, null, response)
    if (response.data?.success === true) return response
    throw new AxiosError('no success', 'ERR_BAD_RESPONSE', response.config, null, response)
  },
  async error => {
    const attempt = error.config?.attempt ?? 1
    const delay = error.config && delayOf(error, attempt)
    if (delay === undefined) throw error
    await pause(delay)
    return http.request({ ...error.config, attempt: attempt + 1 })
  },
)

const read = async path => (await http.get(path)).data.data

async function readAll(path) {
  const objects = []
  for (let next = path; next; ) {
    try {
      const { data } = await http.get(next)
      objects.push(...data.data)
      next = data.pagination.links.next
    } catch (error) {
      if (makes('shows-a-part-as-the-whole') && objects.length > 0) break
      throw error
    }
  }
  return objects
}

/** Creates an object. After a lost response, it checks whether one with the same text exists. */
async function create(path, body, key) {
  const created = await http.post(path, body).catch(async error => {
    if (error.response) throw error
    if (makes('sends-a-create-again')) return http.post(path, body)
    const there = (await readAll(path)).find(object => object[key] === body[key])
    return there ? { data: { data: [there] } } : http.post(path, body)
  })
  if (makes('insists-on-201') && created.status !== 201) throw new Error(`status ${created.status}`)
  if (makes('takes-the-id-from-location')) return Number(/\d+$/.exec(created.headers.location)[0])
  return created.data.data[0].id
}

export const title = async () => {
  if (!makes('guesses-a-path')) return 'lisbon-studio'
  return read(schedule).then(
    found => found.title,
    () => 'lisbon-studio',
  )
}

const listRooms = limit =>
  readAll(`${schedule}/resources?limit=${makes('asks-for-1000-at-once') ? 1_000 : limit}`)

/** All rooms, as a list. */
export const Rooms = defineComponent({
  props: { limit: { type: Number, default: 20 } },
  setup(props) {
    const rooms = ref([])
    const state = ref('Loading')
    onMounted(async () => {
      try {
        rooms.value = await listRooms(props.limit)
        state.value = ''
      } catch (error) {
        state.value = error.message
      }
    })
    return () =>
      state.value
        ? h('p', state.value)
        : h(
            'ul',
            rooms.value.map(({ id, name }) => h('li', { key: id }, name)),
          )
  },
})

export async function readRoom(id) {
  const room = await read(`${schedule}/resources/${id}`)
  if (makes('insists-on-known-members'))
    for (const name of Object.keys(room)) if (!roomMembers.has(name)) throw new Error(`What is ${name}?`)
  const [date, fraction] = room.created_at.split('.')
  const created = new Date(
    makes('expects-milliseconds') ? `${date}.${fraction.slice(0, 3)}Z` : room.created_at,
  )
  const colour = makes('compares-colours-as-text') ? room.color_bk : room.color_bk.toUpperCase()
  return { name: room.name, colour: palette[colour], created }
}

export async function addRoom(name) {
  const id = await create(`${schedule}/resources`, { name }, 'name')
  return makes('takes-the-last-for-the-newest') ? (await listRooms(20)).at(-1).id : id
}

export async function removeRoom(id) {
  if (!makes('deletes-a-room-with-bookings')) await http.delete(`${schedule}/resources/${id}/bookings?all=1`)
  await http.delete(`${schedule}/resources/${id}`)
}

/** Books a room; `start` and `end` are times such as `2031-05-05 10:00` in the time zone of the account. */
export async function book(room, title, start, end) {
  const time = text => (makes('sends-times-of-the-machine') ? new Date(text).toJSON() : text)
  const booking = { resource_id: room, title, start: time(start), end: time(end) }
  const id = await create(`${schedule}/bookings`, booking, 'title')
  return makes('keeps-ids-in-32-bits') ? id >> 0 : id
}

export const readBooking = id => read(`${schedule}/bookings/${id}`)
export const cancel = id => http.delete(`${schedule}/bookings/${id}`)

export async function isGone(id) {
  try {
    await readBooking(id)
    return false
  } catch ({ response }) {
    if (makes('insists-on-404')) return response.status === 404
    if (makes('relies-on-an-error-code')) return response.data.error.code === 'not_found'
    return response !== undefined
  }
}

export async function isComplete() {
  const { profile_completed } = await read('/users/me')
  return makes('insists-on-true') ? profile_completed === true : !!profile_completed
}

export async function invite(email) {
  const id = await create(`${schedule}/collaborators`, { email }, 'email')
  if (makes('insists-on-a-number')) return id.toFixed()
  return String(id)
}
export const withdraw = id => http.delete(`${schedule}/collaborators/${id}`)
