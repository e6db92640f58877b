/*
 * A client whose types are generated from the OpenAPI document: if it compiles, the document is complete enough; if it runs,
 * the document is correct.
 */
import createClient from 'openapi-fetch'
import type { components, paths } from './types.js'

type Schemas = components['schemas']
declare const process: { argv: string[] }

const [, , baseUrl = ''] = process.argv
const scheduleId = 'lisbon-studio'

const clientOf = (name: string) =>
  createClient<paths>({
    baseUrl,
    headers: { authorization: `Basic ${btoa(`${name}@ribeira.example:${name}-demo`)}` },
  })
const mira = clientOf('mira')

let done = 0

/** The data of a response that must be successful. */
function succeeded<Data extends { success: true }>(result: {
  data?: Data
  error?: Schemas['Refusal']
}): Data {
  const { data, error } = result
  if (data?.success !== true) throw new Error(`Failed after ${done} operations: ${JSON.stringify(error)}`)
  done++
  return data
}

function assert(condition: boolean, what: string): void {
  if (!condition) throw new Error(`${what} is not as expected`)
}

const all = '/v1/schedules/{scheduleId}/resources'
const one = '/v1/schedules/{scheduleId}/resources/{resourceId}'
const bookings = '/v1/schedules/{scheduleId}/bookings'
const booking = '/v1/schedules/{scheduleId}/bookings/{bookingId}'
const ofResource = '/v1/schedules/{scheduleId}/resources/{resourceId}/bookings'
const people = '/v1/schedules/{scheduleId}/collaborators'
const person = '/v1/schedules/{scheduleId}/collaborators/{collaboratorId}'
const path = { scheduleId }

// Section 4.1
const room: Schemas['NewResource'] = { name: 'Sado', color_bk: '#B7E4C7' }
const [made] = succeeded(await mira.POST(all, { params: { path }, body: room })).data
const resourceId = made?.id ?? 0
const listed = succeeded(await mira.GET(all, { params: { path, query: { ids: `1,${resourceId}` } } }))
assert(listed.pagination.total_count === 2, 'the number of resources')
succeeded(await mira.PUT(one, { params: { path: { ...path, resourceId } }, body: { note: 'New' } }))
succeeded(await mira.PUT(all, { params: { path, query: { ids: '1,2' } }, body: { text_bold: true } }))
const read = succeeded(await mira.GET(one, { params: { path: { ...path, resourceId } } }))
assert(read.data.name === 'Sado' && read.data.note === 'New', 'the resource')
const some = succeeded(
  await mira.GET(one, { params: { path: { ...path, resourceId }, query: { fields: 'name' } } }),
)
assert(JSON.stringify(some.data) === '{"name":"Sado"}', 'the selection')
done--

// Section 4.2
const visit: Schemas['NewBooking'] = {
  resource_id: resourceId,
  start: '2026-11-26 10:00',
  end: '2026-11-26 12:00',
}
const [booked] = succeeded(await mira.POST(bookings, { params: { path }, body: visit })).data
const bookingId = booked?.id ?? 0
const query = { time_min: '2026-11-26', time_max: '2026-11-27T00:00:00Z' }
succeeded(await mira.GET(bookings, { params: { path, query } }))
const own = succeeded(await mira.GET(ofResource, { params: { path: { ...path, resourceId } } }))
assert(own.data[0]?.start === '2026-11-26 10:00', 'the start')
succeeded(await mira.GET(booking, { params: { path: { ...path, bookingId } } }))
succeeded(await mira.PUT(booking, { params: { path: { ...path, bookingId } }, body: { title: 'Visit' } }))
succeeded(
  await mira.PUT(bookings, { params: { path, query: { ids: String(bookingId) } }, body: { note: 'x' } }),
)
succeeded(await mira.PUT(ofResource, { params: { path: { ...path, resourceId } }, body: { resource_id: 1 } }))
succeeded(await mira.DELETE(booking, { params: { path: { ...path, bookingId } } }))
succeeded(await mira.DELETE(bookings, { params: { path, query: { ids: '1,2' } } }))
succeeded(await mira.DELETE(ofResource, { params: { path: { ...path, resourceId }, query: { all: '1' } } }))
succeeded(await mira.DELETE(one, { params: { path: { ...path, resourceId } } }))
succeeded(await mira.DELETE(all, { params: { path, query: { ids: '2,3' } } }))

// Section 4.3
const invited: Schemas['NewCollaborator'] = { email: 'ana@sado-basin.example', user_role: 'editor' }
const [added] = succeeded(await mira.POST(people, { params: { path }, body: invited })).data
const collaboratorId = Number(added?.id)
succeeded(await mira.GET(people, { params: { path, query: { limit: 0 } } }))
const found = succeeded(await mira.GET(person, { params: { path: { ...path, collaboratorId } } }))
assert(found.data.email === invited.email && found.data.user === undefined, 'the collaborator')
const role: Schemas['CollaboratorChange'] = { user_role: 'viewer' }
succeeded(await mira.PUT(person, { params: { path: { ...path, collaboratorId } }, body: role }))
succeeded(await mira.PUT(people, { params: { path }, body: role }))
succeeded(await mira.DELETE(person, { params: { path: { ...path, collaboratorId } } }))
succeeded(await mira.DELETE(people, { params: { path, query: { all: '1' } } }))

// Section 4.4
const salma = clientOf('salma')
succeeded(await salma.PUT('/v1/users/me', { body: { profile_completed: true, time_format: 'H:i' } }))
const account = succeeded(await salma.GET('/v1/users/me'))
assert(account.data.profile_completed === true, 'the account')
succeeded(await salma.DELETE('/v1/users/me', { params: { query: { me: '1' } } }))

// A refusal has the codes of its operation.
const { error } = await mira.POST(all, { params: { path }, body: { name: 'Tejo' } })
assert(error?.error.code === 'name_taken', 'the refusal')
// @ts-expect-error: the document knows the members of a body.
await mira.POST(all, { params: { path }, body: { nmae: 'Tejo' } })

assert(done === 27, `the number of operations, ${done},`)
