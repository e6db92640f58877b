import { type ErrorCode, statusOf } from '../wire/errors.js'
import type { OperationId } from '../wire/routes.js'
import { recorded } from './recorded-examples.js'

/** Bodies by name. */
export type Examples = Readonly<Record<string, unknown>>

/** Examples by operation: identical bodies are recorded only once. */
const all: Examples = Object.fromEntries(
  Object.entries(recorded).flatMap(([name, body]) => {
    const [operations = '', ...rest] = name.split(' ')
    return operations.split(',').map(operation => [[operation, ...rest].join(' '), body])
  }),
)

/** The recorded response of a successful operation with a status. */
export function successExample(id: string, status: number): Examples {
  const response = all[`${id} ${status}`]
  return response === undefined ? {} : { response }
}

/** The recorded refusals of an operation by code: its own, or those shared by all operations. */
export const refusalExamples = (id: string, codes: readonly ErrorCode[]): Examples =>
  Object.fromEntries(
    [...codes].sort().flatMap(code => {
      const status = statusOf[code]
      const refusal = all[`${id} ${status} ${code}`] ?? all[`any ${status} ${code}`]
      return refusal === undefined ? [] : [[code, refusal]]
    }),
  )

/** A body and what it shows. */
interface RequestExample {
  summary: string
  value: object
}

/**
 * Bodies besides the usual one. Each is sent to a server with the demo data when the examples are recorded, and must succeed.
 */
export const furtherBodies: Partial<Record<OperationId, Readonly<Record<string, RequestExample>>>> = {
  createResource: { shortest: { summary: 'Only what is required', value: { name: 'Sorraia' } } },
  createBooking: {
    allDay: {
      summary: 'All day, shown as a date',
      value: { resource_id: 2, start: '2026-12-01', end: '2026-12-02', all_day_display: true },
    },
    withOffset: {
      summary: 'With an offset, for callers in other time zones',
      value: { resource_id: 2, start: '2026-12-01T09:00:00+01:00', end: '2026-12-01T10:30:00+01:00' },
    },
    overClockChange: {
      summary: 'Over the end of summer time, told apart by UTC',
      value: { resource_id: 2, start: '2027-10-31T00:30:00Z', end: '2027-10-31T01:30:00Z' },
    },
  },
  changeBookings: {
    move: { summary: 'Move the bookings to another resource', value: { resource_id: 2 } },
  },
  changeBooking: {
    title: { summary: 'Only the title', value: { title: 'Stand-up with Porto' } },
  },
  createCollaborator: {
    viewer: {
      summary: 'A viewer, without an invitation by e-mail',
      value: { email: 'rui@sado-basin.example' },
    },
  },
  changeMe: {
    password: { summary: 'A new password', value: { new_password: 'correct horse' } },
    email: {
      summary: 'A new address, which has to be activated',
      value: { email: 'mira.duarte@ribeira.example' },
    },
  },
}

/** The request bodies of an operation by name, the usual one first, for a media type. */
export function requestExamples(id: string): { examples?: Record<string, RequestExample> } {
  const value = recorded[`${id} request`]
  if (value === undefined) return {}
  const usual = { summary: 'As usual', value: value as object }
  return { examples: { usual, ...furtherBodies[id as OperationId] } }
}
