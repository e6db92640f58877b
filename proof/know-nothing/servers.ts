import { membersOf } from '../../conformance/catalogue/members.js'
import { randomNumbers } from '../../server/core/random.js'
import { intercept, refused } from '../alter/responses.js'
import type { Alter } from '../server/parts.js'
import { stateful } from '../server/parts.js'

/** A server that does not implement the service: whatever a run verifies on it is verified by luck. */
export interface KnowNothing {
  readonly id: string
  readonly title: string
  readonly alter: Alter
}

const json = { 'content-type': 'application/json' }
const answer = (body: unknown, status = 200) => ({ status, headers: json, body: JSON.stringify(body) })

const always = (body: unknown): Alter => intercept('everything', async () => answer(body))

const refusing = (status: number): KnowNothing => ({
  id: `refuses-with-${status}`,
  title: `refuses every request with the status ${status}`,
  alter: intercept('everything', async () => refused(status)),
})

type Kind = keyof typeof membersOf

const sample: Readonly<Record<string, unknown>> = {
  color_fg: '#000000',
  color_bk: '#FFFFFF',
  color_schedule: '#FFFFFF',
  user_role: 'viewer',
  email: 'owner@example.test',
  start: '2023-01-09 08:00',
  end: '2023-01-09 08:30',
  start_utc: '2023-01-09T08:00:00Z',
  end_utc: '2023-01-09T08:30:00Z',
  timezone: 'UTC',
  date_format: 'Y-m-d',
  time_format: 'H:i',
  language_tag: 'en',
  first_day_of_week: 'monday',
}

/** An object of the right form, with the given id and fixed values. */
function objectOf(kind: Kind, { id, schedule }: { id: number; schedule: string }): Record<string, unknown> {
  const now = new Date().toISOString()
  const members = Object.entries(membersOf[kind]).map(([name, type]) => {
    if (name === 'id') return [name, kind === 'user' ? 'user-1' : id]
    if (name === 'schedule_id') return [name, schedule]
    if (name.endsWith('_at')) return [name, now]
    if (name in sample) return [name, sample[name]]
    if (type === 'integer') return [name, 1_000_000]
    return [name, type === 'string' ? '' : type === 'object' ? undefined : false]
  })
  return Object.fromEntries(members)
}

/** Answers every request in the right form, with new ids for creates, but stores nothing. */
const rightForm: Alter = stateful(() => {
  let last = 0
  const random = randomNumbers(1)
  return intercept('everything', async ({ call, query, params }) => {
    const [path = ''] = call.target.split('?')
    const kind: Kind = path.endsWith('/me')
      ? 'user'
      : path.includes('/bookings')
        ? 'booking'
        : path.includes('/collaborators')
          ? 'collaborator'
          : 'resource'
    if (call.method === 'POST') return answer({ success: true, data: [{ id: ++last }] }, 201)
    if (call.method !== 'GET') return answer({ success: true })
    const schedule = params.scheduleId ?? ''
    const id = Number(path.slice(path.lastIndexOf('/') + 1))
    if (kind === 'user' || id > 0)
      return answer({ success: true, data: objectOf(kind, { id: id || Math.floor(random() * 9), schedule }) })
    const ids = query.get('ids')?.split(',').map(Number) ?? [1, 2]
    const link = `${call.origin}${path}?offset=0&limit=20`
    const data = ids.map(each => objectOf(kind, { id: each, schedule }))
    return answer({
      success: true,
      data,
      pagination: {
        limit: 20,
        offset: 0,
        page_count: data.length,
        total_count: data.length,
        links: { first: link, last: link },
      },
    })
  })
})

const nothingListed = {
  success: true,
  data: [],
  pagination: { limit: 20, offset: 0, page_count: 0, total_count: 0, links: {} },
}

export const knowNothings: readonly KnowNothing[] = [
  { id: 'success', title: 'answers every request with success', alter: always({ success: true }) },
  { id: 'nothing-listed', title: 'answers every request with an empty list', alter: always(nothingListed) },
  ...[400, 403, 404, 500].map(refusing),
  { id: 'right-form', title: 'answers every request in the right form, and keeps nothing', alter: rightForm },
]
