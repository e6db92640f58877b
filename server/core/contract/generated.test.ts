import { createGeneratorSync, type JsonSchema } from 'json-schema-faker'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { sceneFor } from '../../testing/scene.js'
import { timezoneNames } from '../times/timezone-names.js'
import type { Body } from './body.js'
import { bookingChange, bookingCreate } from './booking.js'
import { collaboratorChange, collaboratorCreate } from './collaborator.js'
import { resourceChange, resourceCreate } from './resource.js'
import { userChange } from './user.js'

/*
 * Bodies generated from the JSON Schema of the contract: what the contract accepts, the server also accepts, and stores.
 */

const scene = await sceneFor(test)

const wanted = 120
const R = '/schedules/first/resources'
const B = '/schedules/first/bookings'
const C = '/schedules/first/collaborators'

type Members = Record<string, unknown>

const text = { pattern: '^[ -~\\t\\n\\u00e0-\\u00ff\\u4e00-\\u4eff]{0,50}$' }

/** Hints for what a JSON Schema cannot express about a field, or too broadly for generated values to be likely valid. */
const hints: Record<string, object> = {
  resource_id: { enum: [1, 2, 3] },
  start: { pattern: '^20[0-9]{2}-0[1-9]-1[0-9] 1[0-9]:[0-5][0-9]$' },
  end: { pattern: '^21[0-9]{2}-0[1-9]-1[0-9] 1[0-9]:[0-5][0-9]$' },
  timezone: { enum: [...timezoneNames].slice(0, 200) },
  ...Object.fromEntries(
    [
      'name',
      'title',
      'description',
      'link_title',
      'note',
      'custom_1',
      'custom_2',
      'firstname',
      'lastname',
    ].map(name => [name, text]),
  ),
}

/** Generates bodies of a kind, the same each time: from the schema alone, or with the hints. */
function generated(body: Body, given: Record<string, object> = hints): () => Members {
  const schema = z.toJSONSchema(body.schema, { io: 'input' })
  // Hashing a hundred passwords would take too long.
  const { new_password, ...members } = schema.properties ?? {}
  const properties = Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, { ...(member as object), ...given[name] }]),
  )
  const generator = createGeneratorSync({ seed: 2023, optionalsProbability: 0.7, useDefaultValue: false })
  return () => generator.generate({ ...schema, properties } as JsonSchema) as Members
}

/** Times are returned as they were written. */
const writtenTimes = (sent: Members) =>
  Object.fromEntries(Object.entries(sent).filter(([name]) => name === 'start' || name === 'end'))

/** Generates bodies that the contract accepts, each with its parsed form. */
function accepted(body: Body, isNew: (parsed: Members) => boolean = () => true) {
  const make = generated(body)
  const bodies: { sent: Members; parsed: Members }[] = []
  for (let tries = 0; bodies.length < wanted; tries++) {
    assert.ok(tries < 10 * wanted, `${bodies.length} bodies in ${tries} tries`)
    const sent = make()
    const result = body.schema.safeParse(sent)
    if (!result.success || !isNew(result.data as Members)) continue
    bodies.push({ sent, parsed: { ...(result.data as Members), ...writtenTimes(sent) } })
  }
  return bodies
}

/** Bodies that the schema accepts but the contract, which is stricter, does not. */
function refusedBodies(body: Body): Members[] {
  const make = generated(body, {})
  return Array.from({ length: wanted }, make).filter(sent => !body.schema.safeParse(sent).success)
}

const unique = (member: string) => {
  const seen = new Set<unknown>()
  return (parsed: Members) => seen.size < seen.add(String(parsed[member]).toLowerCase()).size
}

const read = async (path: string): Promise<Members> => (await scene.owner.get(path)).body.data

async function createAll(path: string, bodies: readonly { sent: Members }[]): Promise<number[]> {
  const answers = await Promise.all(bodies.map(({ sent }) => scene.owner.post(path, sent)))
  for (const { status, text } of answers) assert.is(status, 201, text)
  const ids = answers.map(answer => answer.body.data[0].id)
  assert.is(new Set(ids).size, bodies.length)
  return ids
}

/** Asserts that objects contain the values of the bodies that created or changed them. */
async function assertRead(path: string, ids: readonly number[], expected: readonly Members[]): Promise<void> {
  const objects = await Promise.all(ids.map(id => read(`${path}/${id}`)))
  for (const [index, members] of expected.entries())
    assert.equal({ ...objects[index], ...members }, objects[index])
}

const createRooms = async () => {
  for (const name of ['Red', 'Green', 'Blue']) await scene.owner.post(R, { name })
}

for (const [noun, path, create, change, member] of [
  ['resource', R, resourceCreate, resourceChange, 'name'],
  ['booking', B, bookingCreate, bookingChange, ''],
] as const) {
  test(`given generated bodies of a new ${noun}, each is created and read back equal`, async () => {
    if (noun === 'booking') await createRooms()
    const bodies = accepted(create, member === '' ? undefined : unique(member))

    const ids = await createAll(path, bodies)

    await assertRead(
      path,
      ids,
      bodies.map(({ parsed }) => parsed),
    )
  })

  test(`given generated changes of a ${noun}, each is made and read back equal, and the rest stays`, async () => {
    await createRooms()
    const before = { resource_id: 1, start: '2019-01-01 10:00', end: '2100-12-31 10:00', title: 'old' }
    const names = Array.from({ length: wanted }, (_, index) =>
      noun === 'booking' ? before : { name: `old ${index}`, note: 'old' },
    )
    const ids = await createAll(
      path,
      names.map(sent => ({ sent })),
    )
    const isNew = unique(member)
    const bodies = accepted(change, parsed => !(member in parsed) || isNew(parsed))

    const answers = await Promise.all(
      bodies.map(({ sent }, index) => scene.owner.put(`${path}/${ids[index]}`, sent)),
    )

    for (const { text } of answers) assert.is(text, '{"success":true}\n')
    await assertRead(
      path,
      ids,
      bodies.map(({ parsed }, index) => ({ ...names[index], ...parsed })),
    )
  })
}

test('given generated bodies of a new collaborator, each is created, read back equal, and invited if wanted', async () => {
  const bodies = accepted(collaboratorCreate, unique('email'))

  const ids = await createAll(C, bodies)

  const expected = bodies.map(({ parsed: { invite: _, ...members } }) => members)
  await assertRead(C, ids, expected)
  const invited = bodies.filter(({ parsed }) => parsed.invite === true).map(({ parsed }) => parsed.email)
  const mails = (await scene.server.outbox()).map(({ to }) => to)
  assert.ok(invited.length > 10 && invited.length < wanted)
  assert.equal(mails.sort(), invited.sort())
})

test('given generated changes of a collaborator, each is made and read back equal', async () => {
  const before = await read(`${C}/1`)
  const roles = new Set<unknown>()
  for (const { sent, parsed } of accepted(collaboratorChange)) {
    assert.is((await scene.owner.put(`${C}/1`, sent)).status, 200)

    const after = await read(`${C}/1`)

    const user_role = parsed.user_role ?? [...roles].at(-1) ?? before.user_role
    roles.delete(user_role)
    roles.add(user_role)
    assert.equal(after, { ...before, user_role, updated_at: after.updated_at })
  }
  assert.is(roles.size, 2)
})

test('given generated settings, each is stored and read back equal, except the address', async () => {
  let before = await read('/users/me')
  const bodies = accepted(userChange)
  for (const { sent, parsed } of bodies) {
    assert.is((await scene.owner.put('/users/me', sent)).status, 200)

    const after = await read('/users/me')

    const { email } = before
    assert.equal(after, { ...before, ...parsed, email, updated_at: after.updated_at })
    before = after
  }
  const sentTo = bodies.flatMap(({ parsed }) => (parsed.email === undefined ? [] : [parsed.email]))
  assert.equal(
    (await scene.server.outbox()).filter(({ kind }) => kind === 'activation').map(({ to }) => to),
    sentTo,
  )
})

test('given generated bodies that the contract refuses, the server refuses each and stores nothing', async () => {
  await createRooms()
  const [resources, bookings, me] = [await read(R), await read(B), await read('/users/me')]
  const bookingBodies = refusedBodies(bookingCreate)
  const settings = refusedBodies(userChange)

  const answers = await Promise.all([
    ...bookingBodies.map(sent => scene.owner.post(B, sent)),
    ...settings.map(sent => scene.owner.put('/users/me', sent)),
  ])

  assert.ok(bookingBodies.length > 100 && settings.length > 30, `${bookingBodies.length}, ${settings.length}`)
  for (const { status, body } of answers) {
    assert.is(status, 422)
    assert.is(body.success, false)
    assert.ok(body.error.details.length > 0)
  }
  assert.equal([await read(R), await read(B), await read('/users/me')], [resources, bookings, me])
})

test.run()
