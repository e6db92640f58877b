import type { OperationId } from '../../server/core/index.js'
import { routes } from '../../server/core/wire/routes.js'
import type { TourRequest } from './client.js'

/** People of the demo company, by their role in the schedule of the studio in Lisbon. */
const person = (name: string) => ({ email: `${name}@ribeira.example`, password: `${name}-demo` })
export const owner = person('mira')
export const editor = person('jonas')
export const viewer = person('prakriti')
export const schedule = 'lisbon-studio'

interface Ordinary {
  id?: number
  resource?: number
  query?: string
  body?: object
}

const visit = { title: 'Visit: Sado water board', start: '2026-11-26 10:00', end: '2026-11-26 12:30' }

/** A request for each operation that succeeds with the demo data. */
const ordinary: Record<OperationId, Ordinary> = {
  listResources: { query: 'limit=1' },
  readResource: { id: 1 },
  createResource: {
    body: { name: 'Sado', description: 'Workbench with daylight', color_bk: '#B7E4C7', custom_1: '6 seats' },
  },
  changeResources: { query: 'ids=1,2', body: { color_schedule: '#F1FAF4' } },
  changeResource: {
    id: 3,
    body: { name: 'Mondego (quiet)', link: 'https://ribeira.example/lisbon/mondego' },
  },
  deleteResources: { query: 'ids=3,4' },
  deleteResource: { id: 4 },
  listBookings: { query: 'time_min=2026-11-23&time_max=2026-11-28&limit=1' },
  listResourceBookings: { resource: 5, query: 'limit=1' },
  readBooking: { id: 1 },
  createBooking: { body: { resource_id: 1, ...visit } },
  changeBookings: { query: 'ids=1,2', body: { color_bk: '#FFEDD5', text_bold: true } },
  changeResourceBookings: { resource: 3, body: { resource_id: 4 } },
  changeBooking: { id: 1, body: { start: '2026-11-16 09:45', end: '2026-11-16 10:00' } },
  deleteBookings: { query: 'ids=1,2' },
  deleteResourceBookings: { resource: 4, query: 'all=1' },
  deleteBooking: { id: 1 },
  listCollaborators: { query: 'limit=1' },
  readCollaborator: { id: 1 },
  createCollaborator: { body: { email: 'ana@sado-basin.example', user_role: 'editor', invite: true } },
  changeCollaborators: { query: 'ids=3,4', body: { user_role: 'editor' } },
  changeCollaborator: { id: 1, body: { user_role: 'viewer' } },
  deleteCollaborators: { query: 'ids=4,5' },
  deleteCollaborator: { id: 5 },
  readMe: {},
  changeMe: { body: { time_format: 'h:i A', timezone: 'Atlantic/Azores' } },
  deleteMe: { query: 'me=1' },
}

/** A request for an operation that succeeds, sent by the owner. */
export function ordinaryRequest(
  operation: OperationId,
  scheduleId = schedule,
): TourRequest & { body?: string } {
  const { id, resource = id, query, body } = ordinary[operation]
  const [method = '', path = ''] = routes[operation].split(' ')
  const target = path
    .replace('{scheduleId}', scheduleId)
    .replace('{resourceId}', String(resource))
    .replace(/\{\w+\}/, String(id))
  return {
    method,
    target: query === undefined ? target : `${target}?${query}`,
    as: owner,
    ...(body && { body: JSON.stringify(body) }),
  }
}
