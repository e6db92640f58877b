import { readFile } from 'node:fs/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { operations } from '../../server/core/index.js'
import { codesOf } from '../../server/core/openapi/refusals.js'
import { successOf } from '../../server/core/openapi/responses.js'
import { statusOf } from '../../server/core/wire/errors.js'
import { assertDocumented } from '../../server/testing/documented/index.js'
import { objectTypes, objectTypesText, typesFile } from './object-types.js'
import {
  documentFile,
  documentText,
  examplesFile,
  examplesText,
  workflowsFile,
  workflowsText,
} from './snapshots.js'
import { tour, type Visits } from './tour.js'

let visits: Visits
test.before(async () => {
  visits = await tour()
})

test('every status and code that the document declares of an operation is answered by it', () => {
  const declared = operations.flatMap(operation => [
    `${operation.id} ${successOf(operation, 'Resource')[0]}`,
    ...codesOf(operation).map(code => `${operation.id} ${statusOf[code]} ${code}`),
  ])

  assert.ok(declared.length > 400)
  assert.equal(
    declared.filter(each => !visits.has(each)),
    [],
  )
})

test('every example of a body is accepted', () => {
  const further = [...visits].filter(([name]) => name.includes(' further '))

  assert.ok(further.length >= 8)
  for (const [name, { status, body }] of further) assert.ok(status < 300, `${name}: ${body}`)
})

test('every response of the tour is declared', () => {
  for (const exchange of visits.values()) assertDocumented(exchange)
})

test('a number of objects may be beyond the range of integer formats', () => {
  const listed = visits.get('listBookings 200')

  assert.ok(listed)
  const target = `${listed.target.split('?')[0]}?offset=${'9'.repeat(30)}`
  assertDocumented({ ...listed, target })
})

test('an id that is beyond the integers of the interface is not permitted in a body', () => {
  const refused = visits.get('createBooking 422 invalid')
  const booking = JSON.stringify({ resource_id: 1e21, start: '2026-11-23 09:30', end: '2026-11-23 09:45' })

  assert.ok(refused)
  const message = 'must be an integer, not 1e+21'
  const error = {
    code: 'invalid',
    message: `resource_id ${message}`,
    details: [{ path: 'resource_id', message }],
  }
  const body = JSON.stringify({ success: false, error })
  assertDocumented({ ...refused, sent: booking, body })
})

test('the examples are the responses of the demo, and the document in the docs is the one that is served', async () => {
  assert.is(await readFile(examplesFile, 'utf8'), examplesText(visits), 'npm run snapshots')
  assert.is(await readFile(documentFile, 'utf8'), documentText(), 'npm run snapshots')
  assert.is(await readFile(workflowsFile, 'utf8'), workflowsText(), 'npm run snapshots')
})

test('the types of objects and bodies are those of the contract', async () => {
  for (const module of Object.keys(objectTypes))
    assert.is(await readFile(typesFile(module), 'utf8'), objectTypesText(module), 'npm run snapshots')
})

test.run()
