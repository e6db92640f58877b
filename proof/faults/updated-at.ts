import type { OperationId } from '../../server/core/index.js'
import { isSent, type OperationRequest, requestAs } from '../alter/requests.js'
import { objects } from '../alter/responses.js'
import { collection, everything } from '../alter/stored.js'
import { type Fault, fault } from './fault.js'

type Kind = 'resources' | 'bookings' | 'collaborators'

/** Runs an operation without changing updated_at of the objects for which `isLeft` is true. */
const leavingDates = (
  which: OperationId,
  kind: Kind,
  isLeft: (asked: OperationRequest, index: number) => boolean,
) =>
  requestAs(which, asked => {
    const usual = asked.rows[kind] as OperationRequest['rows']['resources']
    const change: typeof usual.change = async (selection, values, now) => {
      for (const [index, { id, json }] of (await usual.list(selection, everything)).entries()) {
        const then = isLeft(asked, index) ? Date.parse(JSON.parse(json).updated_at) : now
        await usual.change({ ...selection, ids: [id] }, values, then)
      }
    }
    return { rows: { ...asked.rows, [kind]: { ...usual, change } } }
  })

interface Written {
  readonly operation: OperationId
  readonly kind: Kind
  readonly words: string
  /** The check of updates with ids, or of a single update. */
  readonly check: string
  /** The check of updates without ids. */
  readonly all?: string
}

const inBulk: readonly Required<Written>[] = [
  {
    operation: 'changeResources',
    kind: 'resources',
    words: 'resources',
    check: 'RES-32.in-bulk',
    all: 'BULK-23.resources',
  },
  {
    operation: 'changeBookings',
    kind: 'bookings',
    words: 'bookings',
    check: 'BKG-25.updated-in-bulk',
    all: 'BULK-23.bookings',
  },
  {
    operation: 'changeResourceBookings',
    kind: 'bookings',
    words: 'bookings of a resource',
    check: 'BKG-25.updated-in-bulk-of-resource',
    all: 'BULK-23.resource-bookings',
  },
  {
    operation: 'changeCollaborators',
    kind: 'collaborators',
    words: 'collaborators',
    check: 'COL-19.updated-in-bulk',
    all: 'BULK-23.collaborators',
  },
]

const alone: readonly Written[] = [
  { operation: 'changeResource', kind: 'resources', words: 'resource', check: 'RES-32' },
  { operation: 'changeBooking', kind: 'bookings', words: 'booking', check: 'BKG-25.updated' },
  { operation: 'changeCollaborator', kind: 'collaborators', words: 'collaborator', check: 'COL-19.updated' },
]

const membersOf = (body: unknown) => Object.keys(Object(body)).join()

const unmoved = /updated_at was .* it has not changed/

/** Updates that do not change updated_at. */
export const updatedAtFaults: readonly Fault[] = [
  ...inBulk.flatMap(({ operation, kind, words, check, all }) => {
    const id = words.replaceAll(' ', '-')
    return [
      fault(`updated-at-left-by-ids-of-${id}`, `leaves updated_at in a bulk update of ${words} with ids`, {
        breaks: { [check]: unmoved },
        touches: ['RES-32.each-in-bulk', 'BKG-25.each-in-bulk', 'BKG-25.each-in-bulk-of-resource'],
        alter: leavingDates(operation, kind, asked => isSent(asked, 'ids')),
      }),
      fault(`updated-at-left-by-all-${id}`, `leaves updated_at in a bulk update of all ${words}`, {
        breaks: { [all]: unmoved },
        alter: leavingDates(operation, kind, asked => !isSent(asked, 'ids')),
      }),
      fault(`updated-at-of-the-first-of-${id}`, `moves updated_at of the first of several ${words} alone`, {
        breaks: { [check]: unmoved, [all]: unmoved },
        alter: leavingDates(operation, kind, (_, index) => index > 0),
      }),
    ]
  }),
  ...alone.map(({ operation, kind, words, check }) =>
    fault(`updated-at-left-in-a-${words}`, `leaves updated_at in an update of a ${words}`, {
      breaks: { [check]: unmoved },
      touches: ['RES-32.each', 'BKG-25.each'],
      alter: leavingDates(operation, kind, () => true),
    }),
  ),
  fault('updated-at-left-by-a-move', 'leaves updated_at in an update of resource_id alone', {
    breaks: { 'BKG-25.each': /an update of resource_id alone .* it has not changed/ },
    alter: leavingDates('changeBooking', 'bookings', ({ body }) => membersOf(body) === 'resource_id'),
  }),
  fault('updated-at-left-by-a-note', 'leaves updated_at of a resource in an update of its note alone', {
    breaks: { 'RES-32.each': /an update of note alone .* it has not changed/ },
    alter: leavingDates('changeResource', 'resources', ({ body }) => membersOf(body) === 'note'),
  }),
  fault('updated-at-left-in-an-account', 'leaves updated_at in an update of an account', {
    breaks: { 'USER-27.updated': unmoved, 'USER-33.updated': unmoved },
    alter: collection('users', usual => ({
      async change(id, values, now) {
        const kept = await usual.find(id)
        await usual.change(id, values, kept ? Date.parse(JSON.parse(kept.json).updated_at) : now)
      },
    })),
  }),
  fault('updated-at-of-the-last-request', 'shows when an account was last used as its updated_at', {
    breaks: { 'USER-27.reads': /updated_at of an account that was only read since/ },
    alter: objects('user', account => ({ ...account, updated_at: new Date().toISOString() })),
  }),
  fault('updated-at-left-by-a-password', 'leaves updated_at of an account whose password is changed', {
    breaks: { 'USER-33.updated': unmoved },
    alter: collection('users', usual => ({
      async change(id, values, now) {
        const kept = values.password_hash === undefined ? undefined : await usual.find(id)
        await usual.change(id, values, kept ? Date.parse(JSON.parse(kept.json).updated_at) : now)
      },
    })),
  }),
]
