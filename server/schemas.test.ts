import { Ajv2020 } from 'ajv/dist/2020.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { demo } from '../fixtures/index.js'
import { createScene, type Scene } from './testing/scene.js'

/** As users import it. */
const { openapi } = await import('schedkit/openapi')
const schemas = await import('schedkit/schemas')

let scene: Scene
test.before(async () => {
  scene = await createScene()
})
test.after(() => scene.end())

const ajv = new Ajv2020({
  strict: true,
  allowUnionTypes: true,
  formats: { 'date-time': true, uri: true, password: true },
})
const accepts = (schema: object, value: unknown) => ajv.compile(schema)(value)

test('every schema stands alone: ajv compiles it without the others', () => {
  for (const [name, schema] of Object.entries(schemas)) assert.type(ajv.compile(schema), 'function', name)

  assert.is(Object.keys(schemas).length, 13)
})

test('the schemas are those of the document', () => {
  for (const schema of Object.values(schemas)) {
    const { $schema, ...own } = schema

    assert.is($schema, 'https://json-schema.org/draft/2020-12/schema')
    assert.ok(
      Object.values(openapi.components.schemas).some(each => JSON.stringify(each) === JSON.stringify(own)),
    )
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

test('what is read fits the schema of its object', async () => {
  const { data: resources } = (await scene.owner.get('/schedules/first/resources')).body
  const { data: collaborators } = (await scene.owner.get('/schedules/first/collaborators')).body
  const { data: user } = (await scene.owner.get('/users/me')).body

  assert.ok(resources.length > 0 && collaborators.length > 0)
  for (const each of resources) assert.ok(accepts(schemas.resource, each))
  for (const each of collaborators) assert.ok(accepts(schemas.collaborator, each))
  assert.ok(accepts(schemas.user, user))
})

test('the bookings of the demo fit the schema of a new one', () => {
  const [{ bookings } = { bookings: [] }] = demo({ now: 0 }).schedules

  for (const { resource: _, by: __, ...booking } of bookings)
    assert.ok(accepts(schemas.newBooking, { ...booking, resource_id: 1 }))
})

test.run()
