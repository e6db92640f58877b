import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { sceneFor } from '../../testing/scene.js'
import { create, done, refused } from '../../testing/values.js'

const scene = await sceneFor(test)

const all = '/schedules/first/resources'
const names = async () =>
  (await scene.owner.get(`${all}?limit=0`)).body.data.map((resource: { name: string }) => resource.name)

test('given a name in use, even in another schedule, then a create is refused', async () => {
  await create(scene.owner, all, { name: 'Red' })

  refused(
    await scene.owner.post(all, { name: 'Red' }),
    409,
    /names must be unique: this name is already in use/,
  )
  refused(await scene.owner.post('/schedules/second/resources', { name: 'Red' }), 409)

  assert.equal(await names(), ['Red'])
})

test('given names that differ in case, accent form, spaces or the last of 100 characters, then both are stored', async () => {
  const long = 'x'.repeat(99)
  const different = [
    'Red',
    'red',
    ' Red',
    '\u00e9',
    'e\u0301',
    `${long}1`,
    `${long}2`,
    '7',
    '007',
    'toString',
    'a\u0000b',
    'a\u0000c',
  ]

  for (const name of different) await create(scene.owner, all, { name })

  assert.equal(await names(), different)
})

test('given a rename to another’s name, then it is refused and neither changes; to its own name, it succeeds', async () => {
  await create(scene.owner, all, { name: 'Red' })
  await create(scene.owner, all, { name: 'Blue' })

  refused(await scene.owner.put(`${all}/1`, { name: 'Blue', note: 'x' }), 409)
  refused(await scene.owner.put(`${all}?ids=1`, { name: 'Blue' }), 409)
  done(await scene.owner.put(`${all}/1`, { name: 'Red' }))

  assert.equal(await names(), ['Red', 'Blue'])
  assert.is((await scene.owner.get(`${all}/1`)).body.data.note, '')
})

test('given one name for two resources in bulk, then none is renamed and no other field changes', async () => {
  for (const name of ['Red', 'Blue', 'Green']) await create(scene.owner, all, { name })
  const before = (await scene.owner.get(all)).body

  refused(await scene.owner.put(`${all}?ids=1,2`, { name: 'Same', note: 'x' }), 409)
  refused(await scene.owner.put(all, { name: 'Same' }), 409)
  assert.equal((await scene.owner.get(all)).body, before)

  done(await scene.owner.put(`${all}?ids=2,2`, { name: 'Same' }))
  assert.equal(await names(), ['Red', 'Same', 'Green'])
})

test('given a schedule with one resource, then a bulk rename renames it', async () => {
  await create(scene.owner, all, { name: 'Red' })

  done(await scene.owner.put(all, { name: 'Blue' }))

  assert.equal(await names(), ['Blue'])
})

test('given a deletion or a rename, then the name is free again; a refused request neither takes nor frees one', async () => {
  for (const name of ['Red', 'Blue']) await create(scene.owner, all, { name })
  refused(await scene.owner.post(all, { name: 'Green', color_fg: 'red' }), 422)
  refused(await scene.owner.put(`${all}/1`, { name: 'Green', color_fg: 'red' }), 422)

  done(await scene.owner.delete(`${all}/1`))
  done(await scene.owner.put(`${all}/2`, { name: 'Green' }))

  for (const name of ['Red', 'Blue']) await create(scene.owner, all, { name })
  refused(await scene.owner.post(all, { name: 'Green' }), 409)
})

test('given 10 concurrent creates of one name, or 10 renames to it, then one is accepted', async () => {
  const creates = await Promise.all(Array.from({ length: 10 }, () => scene.owner.post(all, { name: 'Same' })))
  for (let index = 0; index < 9; index++) await create(scene.owner, all, { name: `Room ${index}` })
  const renames = await Promise.all(
    Array.from({ length: 10 }, (_, index) => scene.owner.put(`${all}/${index + 1}`, { name: 'One' })),
  )

  assert.is(creates.filter(answer => answer.status === 201).length, 1)
  assert.is(creates.filter(answer => answer.status === 409).length, 9)
  const renamed = renames.filter(answer => answer.status === 200).length
  assert.is((await names()).filter((name: string) => name === 'One').length, renamed)
  assert.is(renamed, 1)
})

test.run()
