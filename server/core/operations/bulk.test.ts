import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fill, type ListUnderTest, lists } from '../../testing/lists.js'
import { sceneFor } from '../../testing/scene.js'
import { create, done, refused } from '../../testing/values.js'

const scene = await sceneFor(test)

const read = async ({ path }: ListUnderTest) => (await scene.owner.get(`${path}?limit=0`)).body.data

for (const list of lists) {
  const { name, path, member, values } = list
  const [before, after] = values

  test(`given PUT with ids, then only the listed ${name} change, and the rest is identical`, async () => {
    const [a, b, c, d] = await fill(scene.owner, list, 4)
    const earlier = await read(list)
    scene.server.clock.advance(5_000)

    done(await scene.owner.put(`${path}?ids=${b},${d},${b}`, { [member]: after }))

    const later = await read(list)
    assert.equal(
      later.map((object: Record<string, unknown>) => object[member]),
      [before, after, before, after],
    )
    assert.equal([later[0], later[2]], [earlier[0], earlier[2]])
    assert.ok(later[1].updated_at > earlier[1].updated_at)
    assert.is(later[1].created_at, earlier[1].created_at)
    assert.equal(
      [a, b, c, d],
      later.map((object: { id: number }) => object.id),
    )
  })

  test(`given PUT without ids, then all 25 ${name} change; those that already have the value keep updated_at`, async () => {
    const [first] = await fill(scene.owner, list, 25)
    done(await scene.owner.put(`${path}?ids=${first}`, { [member]: after }))
    const [kept] = await read(list)
    scene.server.clock.advance(5_000)

    done(await scene.owner.put(path, { [member]: after }))

    const later = await read(list)
    assert.ok(later.every((object: Record<string, unknown>) => object[member] === after))
    assert.equal(later[0], kept)
  })

  test(`given DELETE with ids, then only the listed ${name} are deleted; with all=1, all 25`, async () => {
    const ids = await fill(scene.owner, list, 25)

    done(await scene.owner.delete(`${path}?ids=${ids[3]},${ids[7]}`))
    assert.equal(
      (await read(list)).map((object: { id: number }) => object.id),
      ids.filter(id => id !== ids[3] && id !== ids[7]),
    )
    done(await scene.owner.delete(`${path}?all=0&ids=${ids[0]}`))
    done(await scene.owner.delete(`${path}?all=1&ids=${ids[1]}`))
    assert.is((await read(list)).length, 21)

    done(await scene.owner.delete(`${path}?all=1`))
    assert.equal(await read(list), [])
    done(await scene.owner.delete(`${path}?all=1`))
  })

  test(`given a bulk write of ${name} without a safeguard or with unknown ids, then nothing changes`, async () => {
    const [id, other] = await fill(scene.owner, list, 3)
    const earlier = await read(list)
    const guards: [query: string, status: number, message: RegExp][] = [
      ['', 400, /add ids=1,2 for some of them, or all=1/],
      ['?all=0', 400, /all=1/],
      ['?all=2', 400, /all must be 1 \(or 0, the default\), not "2"; write all=1/],
      ['?all=', 400, /all must be/],
      ['?all=no', 400, /all must be/],
      ['?all=true', 400, /all must be/],
      ['?ids=', 400, /ids is empty/],
      ['?all=1&idss=5', 400, /did you mean ids\?/],
      ['?all=1&time_max=2026-01-01', 400, /time_max is not a known query parameter/],
      [`?ids=${id}abc`, 400, /ids must be/],
      [`?ids=${id},998,999`, 404, /There are no \w+ 998, 999 here; nothing was changed/],
    ]

    for (const [query, status, message] of guards)
      refused(await scene.owner.delete(path + query), status, message)
    refused(
      await scene.owner.put(`${path}?ids=${id},999`, { [member]: after }),
      404,
      /no \w+ 999 here; nothing was/,
    )
    refused(await scene.owner.put(`${path}?ids=`, { [member]: after }), 400)
    refused(
      await scene.owner.put(`${path}?all=1`, { [member]: after }),
      400,
      /all is not a known query parameter/,
    )
    refused(await scene.owner.put(`${path}?ids=${id},${other}`, { [member]: 5 }), 422)
    refused(await scene.owner.send('DELETE', `${path}?all=1`, { ids: [id] }), 400, /does not take a body/)

    assert.equal(await read(list), earlier)
  })
}

test('given ids of another schedule or resource, then a bulk write does not affect them', async () => {
  const [room] = [await create(scene.owner, '/schedules/first/resources', { name: 'Room' })]
  const other = await create(scene.owner, '/schedules/first/resources', { name: 'Other room' })
  const foreign = await create(scene.owner, '/schedules/second/resources', { name: 'Foreign' })
  const times = { start: '2026-01-05 10:00', end: '2026-01-05 11:00' }
  const booking = await create(scene.owner, '/schedules/first/bookings', { resource_id: other, ...times })

  refused(await scene.owner.put(`/schedules/first/resources?ids=${room},${foreign}`, { note: 'x' }), 404)
  refused(await scene.owner.delete(`/schedules/first/resources?ids=${foreign}`), 404)
  refused(
    await scene.owner.put(`/schedules/first/resources/${room}/bookings?ids=${booking}`, { note: 'x' }),
    404,
  )
  refused(await scene.owner.delete(`/schedules/first/resources/${room}/bookings?ids=${booking}`), 404)
  assert.equal(
    (await scene.owner.get(`/schedules/first/resources/${room}/bookings?ids=${booking}`)).body.data,
    [],
  )

  done(await scene.owner.put('/schedules/first/resources', { note: 'all of first' }))
  done(await scene.owner.delete(`/schedules/first/resources/${room}/bookings?all=1`))
  done(await scene.owner.delete('/schedules/first/bookings?all=1'))
  done(await scene.owner.delete('/schedules/first/resources?all=1'))

  assert.is((await scene.owner.get(`/schedules/second/resources/${foreign}`)).body.data.note, '')
})

test.run()
