import { createAccount } from '../../../server/control/index.js'
import type { Handler, Service } from '../../../server/core/index.js'
import { routes } from '../../../server/core/wire/routes.js'
import { basicAuth } from '../../requests/credentials.js'
import { type Collection, collections } from '../../requests/known-state.js'
import { target } from '../../server/people.js'

/*
 * Requests at the limits of the document that the conformance kit does not send, because the interface does not name them.
 */

const [schedule = ''] = target.schedules
const { owner } = target

/** A sender of requests by the owner; paths begin behind `/v1`. */
function senderOf(answer: Handler, { email, password } = owner) {
  return async (method: string, path: string, body?: object) => {
    const text = body === undefined ? '' : JSON.stringify(body)
    const reply = await answer({
      method,
      target: `/v1${path}`,
      origin: target.baseUrl,
      header: name => (name === 'authorization' ? basicAuth(email, password) : undefined),
      body: new TextEncoder().encode(text),
    })
    return JSON.parse(reply.body)
  }
}

type Send = ReturnType<typeof senderOf>

/** The longest text that is read as a time. */
const longTime = `2026-11-26T10:00:00.${'0'.repeat(19)}Z`

const longest = {
  link: `https://example.test/${'x'.repeat(229)}`,
  link_title: 'x'.repeat(100),
  note: 'x'.repeat(500),
  custom_1: 'x'.repeat(200),
  custom_2: 'x'.repeat(200),
}

/** Sends them, and restores nothing. */
export async function sendBoundaries(answer: Handler, service: Service): Promise<void> {
  const send = senderOf(answer)
  const base = `/schedules/${schedule}`
  const resource = { ...longest, name: 'n'.repeat(100), description: 'x'.repeat(200) }
  const resourceId = (await send('POST', `${base}/resources`, resource)).data[0].id
  const booking = {
    ...longest,
    resource_id: resourceId,
    title: 't'.repeat(100),
    start: longTime,
    end: longTime,
  }
  const bookingId = (await send('POST', `${base}/bookings`, booking)).data[0].id
  const collaborator = { email: `${'c'.repeat(187)}@example.test` }
  const collaboratorId = (await send('POST', `${base}/collaborators`, collaborator)).data[0].id
  await sendRefused(send, base, resourceId)
  const ids = { resources: resourceId, bookings: bookingId, collaborators: collaboratorId }
  await sendTimes(send, base, ids)
  await sendFields(send, base, ids)
  for (const route of Object.values(routes)) await sendQueries(send, senderOf(service.answer), route, ids)
  await sendSettings(send, service)
  const longAddress = { email: `${'u'.repeat(187)}@example.test`, password: 'a long address' }
  await createAccount(service, longAddress)
  const other = senderOf(answer, longAddress)
  for (const query of ['', '?fields=email']) await other('GET', `/users/me${query}`)
  await send('PUT', '/users/me', { new_password: 'p'.repeat(1_024) })
}

/** Values that are refused, and read-only members, which are not. */
async function sendRefused(send: Send, base: string, resource_id: number): Promise<void> {
  const times = { start: '2026-11-26', end: '2026-11-27' }
  const ignored = { id: 1, schedule_id: schedule, updated_at: '', created_at: '' }
  for (const name of ['', ' ']) {
    await send('POST', `${base}/resources`, { name })
    await send('PUT', `${base}/resources/${resource_id}`, { name })
  }
  await send('POST', `${base}/bookings`, { resource_id, ...times, ...ignored, start_utc: '', end_utc: '' })
  for (const id of [resource_id, 0]) await send('PUT', `${base}/bookings/1`, { resource_id: id })
  await send('POST', `${base}/collaborators`, { email: 'no address' })
  await send('PUT', '/users/me', { email: 'no address' })
  await send('POST', `${base}/collaborators`, { email: 'ignored@example.test', user: {}, ...ignored })
  await send('PUT', `${base}/collaborators/1`, { invite: true })
}

type Ids = Record<Collection, number>

async function sendTimes(send: Send, base: string, { resources, bookings }: Ids): Promise<void> {
  const both = { start: longTime, end: longTime }
  await send('PUT', `${base}/bookings/${bookings}`, both)
  await send('PUT', `${base}/bookings?ids=${bookings}`, both)
  await send('PUT', `${base}/resources/${resources}/bookings`, both)
  for (const path of [`${base}/bookings`, `${base}/resources/${resources}/bookings`])
    for (const name of ['time_min', 'time_max']) await send('GET', `${path}?${name}=${longTime}`)
}

const mostIds = 1_000
const tooManyIds = Array.from({ length: mostIds + 1 }, (_, index) => index + 1).join(',')

/** As many ids as are permitted, one more, and numbers below their limits. */
async function sendQueries(send: Send, create: Send, route: string, ids: Ids): Promise<void> {
  const [method = '', path = ''] = route.split(' ')
  const kind = path.split('/').at(-1) as keyof Ids
  if (!(kind in ids) || method === 'POST') return
  const at = path
    .replace('/v1', '')
    .replace('{scheduleId}', schedule)
    .replace('{resourceId}', String(ids.resources))
  const body = method === 'PUT' ? {} : undefined
  for (const value of ['-1', '0', tooManyIds, (await createMany(create, kind, ids)).join(',')])
    await send(method, `${at}?ids=${value}`, body)
  if (method === 'GET') for (const name of ['limit', 'offset']) await send(method, `${at}?${name}=-1`)
}

let spares = 0

/** The ids of as many new objects as one request may name. */
async function createMany(create: Send, kind: keyof Ids, ids: Ids): Promise<number[]> {
  const times = { start: '2026-11-26', end: '2026-11-27' }
  const created: number[] = []
  while (created.length < mostIds) {
    const bodies = {
      resources: { name: `spare ${++spares}` },
      bookings: { resource_id: ids.resources, ...times },
      collaborators: { email: `spare-${spares}@example.test` },
    }
    created.push(Number((await create('POST', `/schedules/${schedule}/${kind}`, bodies[kind])).data[0].id))
  }
  return created
}

/** Asks for each member by its name, in lists and in single reads. */
async function sendFields(send: Send, base: string, ids: Ids): Promise<void> {
  for (const kind of collections) {
    const object = (await send('GET', `${base}/${kind}/${ids[kind]}`)).data
    const all = [...new Set([...Object.keys(object), ...(kind === 'collaborators' ? ['user'] : [])])]
    const paths = [`${base}/${kind}`, `${base}/${kind}/${ids[kind]}`]
    if (kind === 'bookings') paths.push(`${base}/resources/${ids.resources}/bookings`)
    for (const path of paths)
      for (const fields of [...all, all.join(',')]) await send('GET', `${path}?fields=${fields}&`)
  }
}

const settings = {
  language_tag: ['en', 'de'],
  date_format: ['m/d/Y', 'm-d-Y', 'm.d.Y', 'd/m/Y', 'd-m-Y', 'd.m.Y', 'Y/m/d', 'Y-m-d', 'Y.m.d'],
  time_format: ['H:i', 'h:i A', 'h:i a'],
  first_day_of_week: ['monday', 'saturday', 'sunday'],
  firstname: ['f'.repeat(50)],
  lastname: ['l'.repeat(100)],
}

/** Reads each setting with each of its values, by its name. */
async function sendSettings(send: Send, service: Service): Promise<void> {
  for (const [name, values] of Object.entries(settings)) {
    for (const value of values) {
      await send('PUT', '/users/me', { [name]: value })
      await send('GET', `/users/me?fields=${name}`)
      await send('GET', '/users/me')
    }
  }
  for (const length of [5, 1_025]) await send('PUT', '/users/me', { new_password: 'p'.repeat(length) })
  const { data } = await send('GET', '/users/me')
  for (const fields of [...Object.keys(data), Object.keys(data).join(','), 'name'])
    await send('GET', `/users/me?fields=${fields}`)
  service.settings.variety = { profile_completed: 'integer', collaborator_id: 'string' }
  for (const profile_completed of [0, 1, false, true]) {
    await send('PUT', '/users/me', { profile_completed })
    for (const query of ['', '?fields=profile_completed']) await send('GET', `/users/me${query}`)
  }
  await send('POST', `/schedules/${schedule}/collaborators`, { email: 'as-text@example.test' })
}
