/*
 * Ten calls by each of three generated clients, generated without settings and compiled strictly.
 */
import * as hey from './hey/sdk.gen.js'
import * as kubb from './kubb/index.js'
import * as orval from './orval/api.js'

declare const process: { argv: string[]; stdout: { write(text: string): void } }

const [, , server = ''] = process.argv
const studio = 'lisbon-studio'

// The server's address and the credentials are set here: generators know neither.
const { fetch } = globalThis
globalThis.fetch = async (input, init) => {
  const request = input instanceof Request ? input : undefined
  const { pathname, search } = new URL(request?.url ?? String(input), server)
  const sent = request ?? new Request(new URL(`${pathname}${search}`, server), init)
  const headers = new Headers(sent.headers)
  headers.set('authorization', `Basic ${btoa('mira@ribeira.example:mira-demo')}`)
  return fetch(new URL(`${pathname}${search}`, server), {
    method: sent.method,
    headers,
    ...(sent.body && { body: await sent.text() }),
  })
}

const room = (name: string) => ({ name, color_bk: '#B7E4C7' })
const visit = (resource_id: number) => ({
  ...{ resource_id, title: 'Visit' },
  ...{ start: '2031-11-26 10:00', end: '2031-11-26 12:00' },
})

let calls = 0
let client = ''
function expect(condition: unknown, what: string): void {
  if (!condition) throw new Error(`${client}, call ${calls + 1}: ${what}`)
  calls++
}

/** The body of a successful response. */
function body<Body extends object>(given: Body | undefined): Extract<Body, { success: true }> {
  if (!given || !('success' in given) || given.success !== true)
    throw new Error(`${client}, call ${calls + 1}: ${JSON.stringify(given)}`)
  return given as Extract<Body, { success: true }>
}

async function withHey(): Promise<void> {
  client = 'hey-api'
  const all = { path: { scheduleId: studio } }
  const [made] = body((await hey.createResource({ ...all, body: room('Hey') })).data).data
  const resourceId = made?.id ?? 0
  expect(resourceId > 0, 'the id')
  const one = { path: { ...all.path, resourceId } }
  const listed = body((await hey.listResources({ ...all, query: { ids: `1,${resourceId}` } })).data)
  expect(listed.data.length === 2, 'two resources')
  expect(body((await hey.changeResource({ ...one, body: { note: 'New' } })).data), 'a change')
  expect(body((await hey.readResource(one)).data).data.note === 'New', 'the note')
  const [booked] = body((await hey.createBooking({ ...all, body: visit(resourceId) })).data).data
  const bookingId = booked?.id ?? 0
  expect(bookingId > 0, 'the id')
  const booking = { path: { ...all.path, bookingId } }
  expect(body((await hey.readBooking(booking)).data).data.title === 'Visit', 'the title')
  const found = body((await hey.listBookings({ ...all, query: { time_min: '2031-11-26', limit: 5 } })).data)
  expect(
    found.data.some(({ id }) => id === bookingId),
    'the booking',
  )
  expect(
    body((await hey.changeBookings({ ...all, query: { ids: `${bookingId}` }, body: { note: 'x' } })).data),
    'changes',
  )
  expect(body((await hey.deleteBooking(booking)).data), 'a deletion')
  expect(body((await hey.deleteResource(one)).data), 'a deletion')
}

async function withOrval(): Promise<void> {
  client = 'orval'
  const [made] = body(
    (await orval.createResource(studio, room('Orval'))).data as { success: true; data: { id: number }[] },
  ).data
  const resourceId = made?.id ?? 0
  expect(resourceId > 0, 'the id')
  expect(
    await orval
      .listResources(studio, { ids: `1,${resourceId}` })
      .then(each => each.status === 200 && each.data.data.length === 2),
    'two resources',
  )
  expect((await orval.changeResource(studio, resourceId, { note: 'New' })).status === 200, 'a change')
  expect(
    await orval
      .readResource(studio, resourceId)
      .then(each => each.status === 200 && each.data.data.note === 'New'),
    'the note',
  )
  const booked = await orval.createBooking(studio, visit(resourceId))
  const bookingId = booked.status === 201 ? (booked.data.data[0]?.id ?? 0) : 0
  expect(bookingId > 0, 'the id')
  expect(
    await orval
      .readBooking(studio, bookingId)
      .then(each => each.status === 200 && each.data.data.title === 'Visit'),
    'the title',
  )
  const found = await orval.listBookings(studio, { time_min: '2031-11-26', limit: 5 })
  expect(found.status === 200 && found.data.data.some(({ id }) => id === bookingId), 'the booking')
  expect(
    (await orval.changeBookings(studio, { note: 'x' }, { ids: `${bookingId}` })).status === 200,
    'changes',
  )
  expect((await orval.deleteBooking(studio, bookingId)).status === 200, 'a deletion')
  expect((await orval.deleteResource(studio, resourceId)).status === 200, 'a deletion')
}

async function withKubb(): Promise<void> {
  client = 'kubb'
  const [made] = body(await kubb.createResource(studio, room('Kubb'))).data
  const resourceId = made?.id ?? 0
  expect(resourceId > 0, 'the id')
  expect(
    body(await kubb.listResources(studio, { ids: `1,${resourceId}` })).data.length === 2,
    'two resources',
  )
  expect(body(await kubb.changeResource(studio, resourceId, { note: 'New' })), 'a change')
  expect(body(await kubb.readResource(studio, resourceId)).data.note === 'New', 'the note')
  const [booked] = body(await kubb.createBooking(studio, visit(resourceId))).data
  const bookingId = booked?.id ?? 0
  expect(bookingId > 0, 'the id')
  expect(body(await kubb.readBooking(studio, bookingId)).data.title === 'Visit', 'the title')
  const found = body(await kubb.listBookings(studio, { time_min: '2031-11-26', limit: 5 }))
  expect(
    found.data.some(({ id }) => id === bookingId),
    'the booking',
  )
  expect(body(await kubb.changeBookings(studio, { note: 'x' }, { ids: `${bookingId}` })), 'changes')
  expect(body(await kubb.deleteBooking(studio, bookingId)), 'a deletion')
  expect(body(await kubb.deleteResource(studio, resourceId)), 'a deletion')
}

await withHey()
await withOrval()
await withKubb()
process.stdout.write(`${calls} calls\n`)
