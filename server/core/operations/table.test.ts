import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createRouter } from '../wire/router.js'
import { operationIds } from '../wire/routes.js'
import { linkTargets, operations } from './index.js'

const R = '/v1/schedules/{scheduleId}/resources'
const B = '/v1/schedules/{scheduleId}/bookings'
const RB = '/v1/schedules/{scheduleId}/resources/{resourceId}/bookings'
const C = '/v1/schedules/{scheduleId}/collaborators'
const ME = '/v1/users/me'

/** Section 4, row by row: the two PUT rows of the settings share a method and a path, and are one operation. */
const document: readonly (readonly [section: string, method: string, path: string, access: string])[] = [
  ['4.1', 'GET', R, 'viewer'],
  ['4.1', 'GET', `${R}/{resourceId}`, 'viewer'],
  ['4.1', 'POST', R, 'editor'],
  ['4.1', 'PUT', R, 'editor'],
  ['4.1', 'PUT', `${R}/{resourceId}`, 'editor'],
  ['4.1', 'DELETE', R, 'editor'],
  ['4.1', 'DELETE', `${R}/{resourceId}`, 'editor'],
  ['4.2', 'GET', B, 'viewer'],
  ['4.2', 'GET', RB, 'viewer'],
  ['4.2', 'GET', `${B}/{bookingId}`, 'viewer'],
  ['4.2', 'POST', B, 'editor'],
  ['4.2', 'PUT', B, 'editor'],
  ['4.2', 'PUT', RB, 'editor'],
  ['4.2', 'PUT', `${B}/{bookingId}`, 'editor'],
  ['4.2', 'DELETE', B, 'editor'],
  ['4.2', 'DELETE', RB, 'editor'],
  ['4.2', 'DELETE', `${B}/{bookingId}`, 'editor'],
  ['4.3', 'GET', C, 'owner'],
  ['4.3', 'GET', `${C}/{collaboratorId}`, 'owner'],
  ['4.3', 'POST', C, 'owner'],
  ['4.3', 'PUT', C, 'owner'],
  ['4.3', 'PUT', `${C}/{collaboratorId}`, 'owner'],
  ['4.3', 'DELETE', C, 'owner'],
  ['4.3', 'DELETE', `${C}/{collaboratorId}`, 'owner or self'],
  ['4.4', 'GET', ME, 'account'],
  ['4.4', 'PUT', ME, 'account'],
  ['4.4', 'DELETE', ME, 'account'],
]

/** The ids of the operations in logs and descriptions: these names are permanent. */
const ids = [
  ...['listResources', 'readResource', 'createResource', 'changeResources', 'changeResource'],
  ...['deleteResources', 'deleteResource'],
  ...['listBookings', 'listResourceBookings', 'readBooking', 'createBooking', 'changeBookings'],
  ...['changeResourceBookings', 'changeBooking', 'deleteBookings', 'deleteResourceBookings', 'deleteBooking'],
  ...['listCollaborators', 'readCollaborator', 'createCollaborator', 'changeCollaborators'],
  ...['changeCollaborator', 'deleteCollaborators', 'deleteCollaborator'],
  ...['readMe', 'changeMe', 'deleteMe'],
]

test('given section 4, then the table has exactly its operations, each with its access', () => {
  const rows = operations.map(({ section, method, path, access }) => [section, method, path, access])

  assert.is(document.length, 27)
  assert.equal(rows, document)
})

test('given the list of names, the table holds exactly these operations, in this order', () => {
  const inTable = operations.map(({ id }) => id)

  assert.equal(inTable, [...operationIds])
  assert.is(new Set(operationIds).size, operationIds.length)
})

test('given the operations, then each has its own name and one-line summary', () => {
  assert.equal(
    operations.map(({ id }) => id),
    ids,
  )
  const summaries = operations.map(({ summary }) => summary)
  assert.is(new Set(summaries).size, 27)
  for (const summary of summaries) assert.match(summary, /^[A-Z][^.\n]+$/)
})

test('section 4 of the interface page names each operation next to its request', () => {
  const rows = readFileSync('docs/interface.md', 'utf8')
    .split('\n')
    .filter(line => line.startsWith('| `'))
    .map(line => line.split('|').slice(1, -1))
  const short = { R, B, RB, C }
  const request = ({ method, path }: { method: string; path: string }) => {
    // The longest first, because one is a prefix of another.
    const [letter, whole] =
      Object.entries(short)
        .sort(([, one], [, other]) => other.length - one.length)
        .find(([, each]) => path === each || (path.startsWith(`${each}/`) && each !== RB)) ?? []
    return `\`${method} ${whole === undefined ? path : path.replace(whole, letter as string)}\``
  }
  const names = (cells: readonly string[], index: number) => cells.at(index)?.trim().split(', ') ?? []

  for (const operation of operations) {
    const named = rows.filter(cells => names(cells, -1).includes(`\`${operation.id}\``))
    assert.ok(named.length > 0, operation.id)
    for (const cells of named) {
      const place = names(cells, -1).indexOf(`\`${operation.id}\``)
      assert.is(names(cells, 0)[place], request(operation), operation.id)
    }
  }
})

test('given a method, then the operation reads or writes, and has a body or none', () => {
  for (const { id, method, mode, body } of operations) {
    assert.is(mode, method === 'GET' ? 'read' : 'write', id)
    assert.is(body !== undefined, method === 'POST' || method === 'PUT', id)
  }
})

/** The query parameters in section 4 by kind of operation; sections 2.5 and 4.2 define them. */
const parameters: Record<string, string[]> = {
  list: ['limit', 'offset', 'fields', 'ids'],
  'list of bookings': ['limit', 'offset', 'fields', 'ids', 'time_min', 'time_max'],
  read: ['fields'],
  'change of many': ['ids'],
  'deletion of many': ['all', 'ids'],
  'deletion of the account': ['me'],
  other: [],
}

function kindOf(id: string): string {
  if (/^list.*Bookings$/.test(id)) return 'list of bookings'
  if (id.startsWith('list')) return 'list'
  if (id.startsWith('read')) return 'read'
  if (id === 'deleteMe') return 'deletion of the account'
  if (/^change.*s$/.test(id)) return 'change of many'
  return /^delete.*s$/.test(id) ? 'deletion of many' : 'other'
}

test('given an operation, then its query accepts exactly the parameters of the document', () => {
  for (const { id, query } of operations) {
    const { shape } = query as unknown as { shape: object }

    assert.equal(Object.keys(shape), parameters[kindOf(id)], id)
    assert.is(query.safeParse({ other: '1' }).success, false, id)
  }
})

test('given a path of each operation, then the router finds only that one', () => {
  const router = createRouter(operations)
  for (const operation of operations) {
    const path = operation.path.replace('{scheduleId}', 'rooms').replace(/\{\w+\}/g, '7')

    const match = router.match(operation.method, path)

    assert.is(match.kind === 'found' && match.route.id, operation.id)
  }
})

test('given the links in e-mails, then they are below /v1, beside the operations', () => {
  const taken = new Set(operations.map(({ method, path }) => `${method} ${path}`))

  for (const { id, method, path } of linkTargets) {
    assert.ok(path.startsWith('/v1/'), path)
    assert.not.ok(taken.has(`${method} ${path}`), path)
    assert.not.ok(ids.includes(id), id)
  }
})

test.run()
