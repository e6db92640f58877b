/** @jsxRuntime automatic */
/* A client of the interface in React with TanStack Query. MISTAKE names a mistake that it makes. */
import { QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

const { SCHEDKIT_URL, MISTAKE } = process.env
const makes = mistake => MISTAKE === mistake
const api = `${SCHEDKIT_URL}/v1`
const schedule = `${api}/schedules/lisbon-studio`
const headers = {
  authorization: `Basic ${btoa('mira@ribeira.example:mira-demo')}`,
  'content-type': 'application/json',
}
const palette = new Map([
  ['#1D4E89', 'blue'],
  ['#8C2F39', 'red'],
])
const members =
  'id,schedule_id,name,description,color_fg,color_bk,color_schedule,text_bold,link,link_title,note,custom_1,custom_2,updated_at,created_at'.split(
    ',',
  )

/** The service refused a request. */
class Refusal extends Error {
  constructor(response, body) {
    super(`The service answers ${response.status}`)
    this.status = response.status
    this.code = body?.error?.code
    this.retryAfter = response.headers.get('retry-after')
  }
}

async function send(method, url, body) {
  const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const type = response.headers.get('content-type') ?? ''
  if (makes('insists-on-a-media-type') && !type.includes('application/json')) throw new Refusal(response)
  const json = await response.json().catch(() => undefined)
  if (!response.ok || json?.success !== true) throw new Refusal(response, json)
  if (method === 'POST' && makes('insists-on-201') && response.status !== 201) throw new Refusal(response)
  if (method === 'POST' && makes('takes-the-id-from-location'))
    return { data: [{ id: Number(response.headers.get('location').split('/').pop()) }] }
  return json
}

const isBusy = error => error.status === 429 || error.status === 503

function retryDelay(failures, { retryAfter = null }) {
  if (makes('repeats-at-once')) return 0
  if (retryAfter === null || makes('ignores-retry-after')) return 100 * 2 ** failures
  return (/^\d+$/.test(retryAfter) ? retryAfter * 1_000 : Date.parse(retryAfter) - Date.now()) + 50
}

const isLost = error => !(error instanceof Refusal)

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) =>
          isLost(error) ? failures < (makes('repeats-at-once') ? 30 : 2) : isBusy(error) && failures < 4,
        retryDelay,
      },
      mutations: {
        retry: (failures, error) =>
          failures < 4 && (isBusy(error) || (isLost(error) && makes('sends-a-create-again'))),
        retryDelay,
      },
    },
  })

/** Creates an object. After a lost response, it checks whether one with the same text exists. */
async function create(url, body, key) {
  try {
    return (await send('POST', url, body)).data[0].id
  } catch (error) {
    if (!isLost(error) || makes('sends-a-create-again')) throw error
    const { data } = await send('GET', `${url}?limit=0`)
    return data.find(object => object[key] === body[key])?.id ?? create(url, body, key)
  }
}

const useRead = (path, select) =>
  useQuery({
    queryKey: [path],
    queryFn: () => send('GET', `${api}${path}`),
    select: ({ data }) => select(data),
  })

function parseRoom(room) {
  if (makes('insists-on-known-members') && Object.keys(room).some(name => !members.includes(name)))
    throw new Error('This is no room')
  const date = makes('expects-milliseconds') ? room.created_at.match(/^.*\.\d{3}Z$/)[0] : room.created_at
  const colour = makes('compares-colours-as-text') ? room.color_bk : room.color_bk.toUpperCase()
  return { id: room.id, name: room.name, colour: palette.get(colour), created: new Date(date) }
}

/** All rooms, as a list. */
export function Rooms({ limit }) {
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: ['rooms', limit],
    queryFn: ({ pageParam }) => send('GET', pageParam),
    initialPageParam: `${schedule}/resources?limit=${makes('asks-for-1000-at-once') ? 1_000 : limit}`,
    getNextPageParam: page => page.pagination.links.next,
  })
  const isShort = hasNextPage && !error
  useEffect(() => {
    if (isShort && !isFetching) fetchNextPage()
  })
  if (error && !(makes('shows-a-part-as-the-whole') && data)) return <p role="alert">{error.message}</p>
  if (!data || isShort) return <p>Loading</p>
  const rooms = data.pages.flatMap(page => page.data)
  return (
    <ul>
      {rooms.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  )
}

export const useTitle = () =>
  useQuery({
    queryKey: ['title'],
    queryFn: async () => {
      const found = makes('guesses-a-path') && (await send('GET', schedule).catch(() => undefined))
      return found?.data?.title ?? 'lisbon-studio'
    },
  })

export const useRoom = id => useRead(`/schedules/lisbon-studio/resources/${id}`, parseRoom)

export function useAddRoom() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async name => {
      const id = await create(`${schedule}/resources`, { name }, 'name')
      await queries.invalidateQueries({ queryKey: ['rooms'] })
      if (!makes('takes-the-last-for-the-newest')) return id
      return (await send('GET', `${schedule}/resources`)).data.at(-1).id
    },
  })
}

export const useRemoveRoom = () =>
  useMutation({
    mutationFn: async id => {
      const room = `${schedule}/resources/${id}`
      if (!makes('deletes-a-room-with-bookings')) await send('DELETE', `${room}/bookings?all=1`)
      await send('DELETE', room)
    },
  })

/** Books a room; `start` and `end` are times such as `2031-05-05 10:00` in the time zone of the account. */
export const useBook = () =>
  useMutation({
    mutationFn: async ({ room, title, start, end }) => {
      const time = text => (makes('sends-times-of-the-machine') ? new Date(text).toISOString() : text)
      const booking = { resource_id: room, title, start: time(start), end: time(end) }
      const id = await create(`${schedule}/bookings`, booking, 'title')
      return makes('keeps-ids-in-32-bits') ? new Int32Array([id])[0] : id
    },
  })

export const useBooking = id => useRead(`/schedules/lisbon-studio/bookings/${id}`, booking => booking)

export const useCancel = () => useMutation({ mutationFn: id => send('DELETE', `${schedule}/bookings/${id}`) })

/** Whether an error says that an object does not exist. */
export function isGone(error) {
  if (makes('insists-on-404')) return error.status === 404
  if (makes('relies-on-an-error-code')) return error.code === 'not_found'
  return error instanceof Refusal
}

export const useIsComplete = () =>
  useRead('/users/me', ({ profile_completed: complete }) =>
    makes('insists-on-true') ? complete === true : Boolean(complete),
  )

export const useInvite = () =>
  useMutation({
    mutationFn: async email => {
      const id = await create(`${schedule}/collaborators`, { email }, 'email')
      if (makes('insists-on-a-number') && !Number.isInteger(id)) throw new TypeError('This is no id')
      return id
    },
  })

export const useWithdraw = () =>
  useMutation({ mutationFn: id => send('DELETE', `${schedule}/collaborators/${id}`) })
