import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { sceneFor } from '../../testing/scene.js'
import { create, done, idsOf, refused } from '../../testing/values.js'

const scene = await sceneFor(test)
test.before.each(async () => {
  for (const name of ['Red', 'Blue']) await create(scene.owner, '/schedules/first/resources', { name })
  await create(scene.owner, '/schedules/second/resources', { name: 'Foreign' })
})

const all = '/schedules/first/bookings'
const [red, blue] = ['/schedules/first/resources/1/bookings', '/schedules/first/resources/2/bookings']
const minimal = { resource_id: 1, start: '2023-07-15 12:00', end: '2023-07-15 13:00' }

const bookingOf = async (id: number) => (await scene.owner.get(`${all}/${id}`)).body.data
const placesOf = async () => [idsOf(await scene.owner.get(red)), idsOf(await scene.owner.get(blue))]
const book = (resource_id: number, hour: number) =>
  create(scene.owner, all, { resource_id, start: `2023-07-15 ${hour}:00`, end: `2023-07-15 ${hour}:30` })

test('given a booking that is moved individually, then its id, times and all other fields stay the same', async () => {
  const id = await book(1, 10)
  const { resource_id: _, updated_at: __, ...before } = await bookingOf(id)

  done(await scene.owner.put(`${all}/${id}`, { resource_id: 2 }))

  const { resource_id, updated_at, ...after } = await bookingOf(id)
  assert.equal([resource_id, after], [2, before])
  assert.equal(await placesOf(), [[], [id]])
})

test('given PUT with ids, then the listed bookings move, even from several resources of the schedule', async () => {
  for (const [resource_id, hour] of [
    [1, 10],
    [1, 11],
    [2, 12],
    [2, 13],
  ] as const)
    await book(resource_id, hour)
  await create(scene.owner, '/schedules/first/resources', { name: 'Green' })

  done(await scene.owner.put(`${red}?ids=2`, { resource_id: 2 }))
  assert.equal(await placesOf(), [[1], [2, 3, 4]])
  done(await scene.owner.put(`${all}?ids=1,4`, { resource_id: 4, title: 'moved' }))

  assert.equal(await placesOf(), [[], [2, 3]])
  assert.equal(
    (await scene.owner.get('/schedules/first/resources/4/bookings?fields=id,title')).body.data,
    [1, 4].map(id => ({ id, title: 'moved' })),
  )
  assert.is((await bookingOf(2)).title, '')
})

test('given PUT without ids on a resource, then all 25 of its bookings move with the title sent, and existing ones keep their own', async () => {
  for (let count = 0; count < 25; count++) await create(scene.owner, all, minimal)
  const old = await create(scene.owner, all, { ...minimal, resource_id: 2, title: 'old' })
  const before = await bookingOf(old)
  scene.server.clock.advance(1_000)

  done(await scene.owner.put(red, { resource_id: 2, title: 'moved' }))

  assert.is((await scene.owner.get(red)).body.pagination.total_count, 0)
  const { data } = (await scene.owner.get(`${blue}?limit=0&fields=title`)).body
  assert.equal(data, [...Array.from({ length: 25 }, () => ({ title: 'moved' })), { title: 'old' }])
  assert.equal(await bookingOf(old), before)
})

test('given PUT without ids on the schedule, then all its bookings move, and none of another schedule', async () => {
  await book(1, 10)
  await book(2, 11)
  const foreign = await create(scene.owner, '/schedules/second/bookings', { ...minimal, resource_id: 3 })

  done(await scene.owner.put(all, { resource_id: 2 }))

  assert.equal(await placesOf(), [[], [1, 2]])
  const { data } = (await scene.owner.get(`/schedules/second/bookings/${foreign}`)).body
  assert.is(data.resource_id, 3)
})

test('given a move to the current resource, then nothing changes, including updated_at', async () => {
  await book(1, 10)
  await book(2, 11)
  const before = [await bookingOf(1), await bookingOf(2)]
  scene.server.clock.advance(1_000)

  done(await scene.owner.put(red, { resource_id: 1 }))
  assert.equal([await bookingOf(1), await bookingOf(2)], before)
  done(await scene.owner.put(all, { resource_id: 1 }))

  assert.equal(await bookingOf(1), before[0])
  assert.ok((await bookingOf(2)).updated_at > before[1].updated_at)
})

test('given a move with times, then lists, ids and time filters reflect it immediately', async () => {
  await book(1, 10)
  await book(1, 11)

  done(await scene.owner.put(`${red}?ids=1`, { resource_id: 2, end: '2023-07-15 18:00' }))

  assert.equal(idsOf(await scene.owner.get(`${red}?ids=1,2`)), [2])
  assert.equal(idsOf(await scene.owner.get(`${blue}?time_max=2023-07-15T12:00`)), [])
  assert.equal(
    idsOf(await scene.owner.get(`${blue}?time_min=2023-07-15T10:00&time_max=2023-07-15T18:01`)),
    [1],
  )
})

test('given a move to a resource that is unknown, deleted or in another schedule, then nothing moves', async () => {
  await book(1, 10)
  const gone = await create(scene.owner, '/schedules/first/resources', { name: 'Gone' })
  done(await scene.owner.delete(`/schedules/first/resources/${gone}`))
  const before = (await scene.owner.get(all)).body

  for (const resource_id of [3, gone, 99]) {
    const message = new RegExp(`resource_id does not name a resource of this schedule: ${resource_id}`)
    for (const path of [`${all}/1`, `${all}?ids=1`, `${red}?ids=1`, all, red, blue]) {
      refused(await scene.owner.put(path, { resource_id, title: 'x' }), 422, message)
    }
    refused(await scene.owner.post(all, { ...minimal, resource_id }), 422, message)
  }

  assert.equal((await scene.owner.get(all)).body, before)
})

test('given ids outside the scope, or a resource that does not exist, then nothing moves', async () => {
  await book(1, 10)
  await book(2, 11)
  const before = (await scene.owner.get(all)).body

  refused(
    await scene.owner.put(`${red}?ids=1,2`, { resource_id: 2 }),
    404,
    /no booking 2 here; nothing was changed/,
  )
  refused(await scene.owner.put(`${all}?ids=1,7`, { resource_id: 2 }), 404, /no booking 7 here/)
  for (const resource of [3, 99]) {
    const path = `/schedules/first/resources/${resource}/bookings`
    refused(await scene.owner.put(path, { resource_id: 2 }), 404, new RegExp(`no resource ${resource} here`))
    refused(await scene.owner.get(path), 404)
    refused(await scene.owner.delete(`${path}?all=1`), 404)
  }

  assert.equal((await scene.owner.get(all)).body, before)
})

test.run()
