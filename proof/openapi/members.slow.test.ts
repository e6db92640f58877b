import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { OperationId } from '../../server/core/index.js'
import { openApiDocument } from '../../server/core/openapi/index.js'
import { createDocumentCheck, type Exchange } from '../../server/testing/documented/index.js'
import { tour, type Visits } from './tour.js'

/*
 * Responses that lack a member or give it another name violate the document.
 */

/** The operations that return each object. */
const readOperations = {
  Resource: ['readResource', 'listResources'],
  Booking: ['readBooking', 'listBookings'],
  Collaborator: ['readCollaborator', 'listCollaborators'],
  User: ['readMe'],
} as const satisfies Record<string, readonly OperationId[]>

/** Makes a mistake about a member of an object. */
type MemberChange = (object: Record<string, unknown>, name: string) => void

/** Mistakes about a required member, by name. */
const memberChanges: Record<string, MemberChange> = {
  dropped: (object, name) => delete object[name],
  renamed(object, name) {
    object[`${name}_`] = object[name]
    delete object[name]
  },
}

let visits: Visits
test.before(async () => {
  visits = await tour()
})

const document = openApiDocument()
const ajv = new Ajv2020({ strict: false })
formats.default(ajv)
ajv.addSchema(document, 'document')

/** Whether plain ajv accepts a response with the schema of its component. */
function isAccepted({ body }: Exchange, component: string): boolean {
  const pointer = `document#/components/responses/${component}/content/application~1json/schema`
  const validate = ajv.getSchema(pointer)
  assert.ok(validate, pointer)
  return validate(JSON.parse(body)) as boolean
}

for (const [object, operations] of Object.entries(readOperations)) {
  for (const operation of operations) {
    test(`a member of a ${object} that is dropped or renamed by ${operation} is noticed`, () => {
      const exchange = visits.get(`${operation} 200`)
      assert.ok(exchange)
      const component = `${object}${operation.startsWith('list') ? 'List' : 'Read'}`
      const { problemsOf } = createDocumentCheck(document)
      const { required = [] } = document.components.schemas[object as keyof typeof readOperations]

      assert.ok(required.length > 5)
      assert.equal(problemsOf(exchange), [])
      assert.ok(isAccepted(exchange, component))
      for (const name of required) {
        for (const [what, change] of Object.entries(memberChanges)) {
          const answer = JSON.parse(exchange.body)
          change([answer.data].flat()[0], name)
          const changed = { ...exchange, body: JSON.stringify(answer) }

          assert.ok(problemsOf(changed).length > 0, `${name} is ${what}`)
          assert.not(isAccepted(changed, component), `${name} is ${what}`)
        }
      }
    })
  }
}

test('members that fields leaves out may be absent, and no others may be present', () => {
  const exchange = visits.get('readResource 200')
  assert.ok(exchange)
  const { problemsOf } = createDocumentCheck(document)
  const withData = (data: object): Exchange => ({
    ...exchange,
    target: `${exchange.target}?fields=name`,
    body: JSON.stringify({ success: true, data }),
  })

  assert.equal(problemsOf(withData({ name: 'Tejo' })), [])
  assert.ok(problemsOf(withData({ nmae: 'Tejo' })).length > 0)
})

test('an object may be sent back as it was read', () => {
  const bodies = {
    Resource: ['NewResource', 'ResourceChange'],
    Booking: ['NewBooking', 'BookingChange'],
    Collaborator: ['NewCollaborator', 'CollaboratorChange'],
    User: ['UserChange'],
  }
  for (const [object, names] of Object.entries(bodies)) {
    const [operation] = readOperations[object as keyof typeof readOperations]
    const { data } = JSON.parse(visits.get(`${operation} 200`)?.body ?? '')
    for (const name of names) {
      const validate = ajv.getSchema(`document#/components/schemas/${name}`)

      assert.ok(validate?.(data), `${name}: ${JSON.stringify(validate?.errors)}`)
      assert.equal(readOnlyMembers(name), [], name)
    }
  }
})

/** The read-only members of an object, which validators refuse in requests. */
const readOnlyMembers = (name: string): string[] => {
  const { properties = {} } = document.components.schemas[name as 'NewResource']
  return Object.entries(properties).flatMap(([member, schema]) =>
    typeof schema === 'object' && schema.readOnly ? [member] : [],
  )
}

test('every member and every parameter has an example, its own or that of its schema', () => {
  const schemas = document.components.schemas as Record<string, Described>
  const withoutExample = (place: string, { properties = {} }: Described): string[] =>
    Object.entries(properties).flatMap(([name, member]) => {
      const at = `${place}.${name}`
      const { examples = schemas[member.$ref?.split('/').at(-1) ?? '']?.examples } = member
      const isTold = examples !== undefined || member.const !== undefined
      return [...(isTold || member.properties ? [] : [at]), ...withoutExample(at, member)]
    })

  assert.equal(
    Object.entries(schemas).flatMap(([name, schema]) => withoutExample(name, schema)),
    [],
  )
  assert.equal(
    Object.values(document.components.parameters).filter(
      ({ example, examples }) => example === undefined && examples === undefined,
    ),
    [],
  )
})

interface Described {
  $ref?: string
  const?: unknown
  examples?: readonly unknown[]
  properties?: Readonly<Record<string, Described>>
}

test('every example is valid', () => {
  const { schemas, parameters } = document.components
  for (const [name, schema] of Object.entries(schemas)) {
    for (const [member, { examples = [] }] of Object.entries(
      (schema.properties ?? {}) as Record<string, Described>,
    )) {
      const validate = ajv.getSchema(`document#/components/schemas/${name}/properties/${member}`)
      for (const example of examples) assert.ok(validate?.(example), `${name}.${member}: ${example}`)
    }
    const validate = ajv.getSchema(`document#/components/schemas/${name}`)
    for (const example of schema.examples ?? []) assert.ok(validate?.(example), `${name}: ${example}`)
  }
  for (const [name, { example, examples = {} }] of Object.entries(parameters)) {
    const validate = ajv.getSchema(`document#/components/parameters/${name}/schema`)
    const values = example === undefined ? Object.values(examples).map(({ value }) => value) : [example]
    for (const value of values) assert.ok(validate?.(value), `${name}: ${value}`)
  }
})

test.run()
