import { Ajv2020 } from 'ajv/dist/2020.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { demo } from '../fixtures/index.js'
import { createScene } from './testing/scene.js'

/** Imported as by users. */
const { openapi } = await import('schedkit/openapi')
const schemas = await import('schedkit/schemas')

const scene = await createScene()
test.after(() => scene.end())

const ajv = new Ajv2020({
  strict: true,
  allowUnionTypes: true,
  formats: { 'date-time': true, uri: true, password: true },
})
const accepts = (schema: object, value: unknown) => ajv.compile(schema)(value)

test('every schema is self-contained: ajv compiles it without the others', () => {
  for (const [name, schema] of Object.entries(schemas)) assert.type(ajv.compile(schema), 'function', name)

  assert.is(Object.keys(schemas).length, 13)
})

/** Keywords that do not limit a value. No id in a response exceeds the integers of the interface. */
const annotations = [
  'title',
  'description',
  'default',
  'examples',
  'readOnly',
  'x-rules',
  '$schema',
  'maximum',
]

/** A schema without references and annotations, with its fields in alphabetical order. */
function limitsOf(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(limitsOf)
  if (typeof part !== 'object' || part === null) return part
  const { $ref = '', ...own } = part as { $ref?: string }
  const target = (openapi.components.schemas as Record<string, object>)[$ref.split('/').at(-1) ?? '']
  const entries = Object.entries({ ...target, ...own }).filter(
    ([name, value]) => value !== 'int64' && (typeof value === 'object' || !annotations.includes(name)),
  )
  const kept = entries.filter(([name]) => !['examples', 'externalDocs', 'x-rules'].includes(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, limitsOf(value)] as const).sort())
}

/** The names of the schemas in the document, by their names in the module. */
const names = {
  ...{ resource: 'Resource', newResource: 'NewResource', resourceChange: 'ResourceChange' },
  ...{ booking: 'Booking', newBooking: 'NewBooking', bookingChange: 'BookingChange' },
  ...{ collaborator: 'Collaborator', newCollaborator: 'NewCollaborator' },
  ...{ collaboratorChange: 'CollaboratorChange', user: 'User', userChange: 'UserChange' },
  ...{ pagination: 'Pagination', error: 'Refusal' },
} as const

test('the schemas permit the same as those of the document', () => {
  for (const [name, schema] of Object.entries(schemas)) {
    const inDocument = openapi.components.schemas[names[name as keyof typeof names] as 'Resource']

    assert.is(schema.$schema, 'https://json-schema.org/draft/2020-12/schema')
    assert.equal(limitsOf(inDocument), limitsOf(schema), name)
  }
})

test('the schema of a body accepts what the service accepts, and refuses what it refuses', async () => {
  const bodies = [
    [{ name: 'Attic' }, 201],
    [{ name: ' ' }, 422],
    [{ name: 'x'.repeat(100) }, 201],
    [{ name: 'x'.repeat(101) }, 422],
    [{ name: 'Cellar', color_bk: 'red' }, 422],
    [{ name: 'Cellar', colour_bk: '#FF0000' }, 422],
    [{ name: 'Cellar', id: 'read-only members are ignored' }, 201],
  ] as const
  for (const [body, status] of bodies) {
    const answer = await scene.owner.post('/schedules/first/resources', body)

    assert.is(answer.status, status)
    assert.is(accepts(schemas.newResource, body), status === 201, JSON.stringify(body))
  }
})

test('responses match the schema of their object', async () => {
  const { data: resources } = (await scene.owner.get('/schedules/first/resources')).body
  const { data: collaborators } = (await scene.owner.get('/schedules/first/collaborators')).body
  const { data: user } = (await scene.owner.get('/users/me')).body

  assert.ok(resources.length > 0 && collaborators.length > 0)
  for (const each of resources) assert.ok(accepts(schemas.resource, each))
  for (const each of collaborators) assert.ok(accepts(schemas.collaborator, each))
  assert.ok(accepts(schemas.user, user))
})

test('a field that is missing in a body gets the default of the schema', async () => {
  const { post, get } = scene.owner
  const create = async (path: string, body: object) => `${path}/${(await post(path, body)).body.data[0].id}`
  const room = await create('/schedules/first/resources', { name: 'Defaults' })
  const resource_id = Number(room.split('/').at(-1))
  const times = { start: '2026-11-26', end: '2026-11-27' }
  const booking = await create('/schedules/first/bookings', { resource_id, ...times })
  const person = await create('/schedules/first/collaborators', { email: 'defaults@example.test' })

  for (const [path, schema, count] of [
    [room, schemas.newResource, 10],
    [booking, schemas.newBooking, 10],
    [person, schemas.newCollaborator, 1],
  ] as const) {
    const object = (await get(path)).body.data
    const members = Object.entries(schema.properties as Record<string, { default?: unknown }>)
    const defaults = members.filter(([name, member]) => 'default' in member && name in object)

    assert.is(defaults.length, count)
    for (const [name, member] of defaults) assert.equal(object[name], member.default, name)
  }
})

test('the bookings of the demo match the schema of a new one', () => {
  const [{ bookings } = { bookings: [] }] = demo({ now: 0 }).schedules

  for (const { resource: _, by: __, ...booking } of bookings)
    assert.ok(accepts(schemas.newBooking, { ...booking, resource_id: 1 }))
})

test.run()
