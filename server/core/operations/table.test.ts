import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { operations } from './index.js'

/** Section 4 of the document, row by row; its two rows for PUT /v1/users/me are one operation. */
const S = '/v1/schedules/{scheduleId}'
const section4: [section: string, method: string, path: string, access: string][] = [
  ['4.1', 'GET', `${S}/resources`, 'viewer'],
  ['4.1', 'GET', `${S}/resources/{resourceId}`, 'viewer'],
  ['4.1', 'POST', `${S}/resources`, 'editor'],
  ['4.1', 'PUT', `${S}/resources`, 'editor'],
  ['4.1', 'PUT', `${S}/resources/{resourceId}`, 'editor'],
  ['4.1', 'DELETE', `${S}/resources`, 'editor'],
  ['4.1', 'DELETE', `${S}/resources/{resourceId}`, 'editor'],
  ['4.2', 'GET', `${S}/bookings`, 'viewer'],
  ['4.2', 'GET', `${S}/resources/{resourceId}/bookings`, 'viewer'],
  ['4.2', 'GET', `${S}/bookings/{bookingId}`, 'viewer'],
  ['4.2', 'POST', `${S}/bookings`, 'editor'],
  ['4.2', 'PUT', `${S}/bookings`, 'editor'],
  ['4.2', 'PUT', `${S}/resources/{resourceId}/bookings`, 'editor'],
  ['4.2', 'PUT', `${S}/bookings/{bookingId}`, 'editor'],
  ['4.2', 'DELETE', `${S}/bookings`, 'editor'],
  ['4.2', 'DELETE', `${S}/resources/{resourceId}/bookings`, 'editor'],
  ['4.2', 'DELETE', `${S}/bookings/{bookingId}`, 'editor'],
  ['4.3', 'GET', `${S}/collaborators`, 'owner'],
  ['4.3', 'GET', `${S}/collaborators/{collaboratorId}`, 'owner'],
  ['4.3', 'POST', `${S}/collaborators`, 'owner'],
  ['4.3', 'PUT', `${S}/collaborators`, 'owner'],
  ['4.3', 'PUT', `${S}/collaborators/{collaboratorId}`, 'owner'],
  ['4.3', 'DELETE', `${S}/collaborators`, 'owner'],
  ['4.3', 'DELETE', `${S}/collaborators/{collaboratorId}`, 'owner or self'],
  ['4.4', 'GET', '/v1/users/me', 'account'],
  ['4.4', 'PUT', '/v1/users/me', 'account'],
  ['4.4', 'DELETE', '/v1/users/me', 'account'],
]

const byName = (a: readonly string[], b: readonly string[]) => (a.join() < b.join() ? -1 : 1)

test('the table of operations is section 4, no more and no less, with who may run each', () => {
  const table = operations.map(({ section, method, path, access }) => [section, method, path, access])

  assert.is(table.length, 27)
  assert.equal(table.sort(byName), [...section4].sort(byName))
})

test('reads never write, and all else runs as a transaction', () => {
  for (const { method, mode } of operations) assert.is(mode, method === 'GET' ? 'read' : 'write')
})

test('ids and summaries are unique', () => {
  assert.is(new Set(operations.map(({ id }) => id)).size, 27)
  assert.is(new Set(operations.map(({ summary }) => summary)).size, 27)
})

test.run()
