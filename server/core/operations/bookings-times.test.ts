import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Scene, sceneFor } from '../../testing/scene.js'
import { create, done, idsOf, refused } from '../../testing/values.js'

const scene = await sceneFor(test)
test.before.each(async () => {
  for (const name of ['Red', 'Blue']) await create(scene.owner, '/schedules/first/resources', { name })
})

const all = '/schedules/first/bookings'
const book = (start: string, end: string, resource_id = 1) =>
  create(scene.owner, all, { resource_id, start, end })
const localOf = async (who: Scene['owner'], id: number) => {
  const { start, end, start_utc, end_utc } = (await who.get(`${all}/${id}`)).body.data
  return [start, end, start_utc, end_utc]
}

test('each user reads a booking in their own zone, in one form whatever was sent, and in UTC', async () => {
  const id = await book('2023-03-20T12:00:59.9Z', '2023-03-20T20:00:00+02:00')

  const utc = ['2023-03-20T12:00:59Z', '2023-03-20T18:00:00Z']
  assert.equal(await localOf(scene.owner, id), ['2023-03-20 13:00', '2023-03-20 19:00', ...utc])
  assert.equal(await localOf(scene.editor, id), ['2023-03-20 08:00', '2023-03-20 14:00', ...utc])
  assert.equal(await localOf(scene.viewer, id), ['2023-03-20 17:30', '2023-03-20 23:30', ...utc])
})

test('a time without a zone is in the zone of the user who sends it', async () => {
  const times = { start: '2023-07-15 12:00', end: '2023-07-15T13:00:00' }

  const id = await create(scene.editor, all, { resource_id: 1, ...times })

  assert.equal((await localOf(scene.owner, id)).slice(2), ['2023-07-15T16:00:00Z', '2023-07-15T17:00:00Z'])
})

test('a changed time zone applies from the next request, preserves instants, and the account formats have no effect', async () => {
  const id = await book('2023-07-15 12:00', '2023-07-15 13:00')

  done(await scene.owner.put('/users/me', { timezone: 'Asia/Kathmandu' }))
  const other = await book('2023-07-15 12:00', '2023-07-15 13:00', 2)
  done(await scene.owner.put('/users/me', { date_format: 'd.m.Y', time_format: 'h:i A', language_tag: 'de' }))

  const [start, , start_utc] = await localOf(scene.owner, id)
  assert.equal([start, start_utc], ['2023-07-15 15:45', '2023-07-15T10:00:00Z'])
  assert.is((await localOf(scene.owner, other))[2], '2023-07-15T06:15:00Z')
  done(await scene.owner.put(`${all}/${id}`, { title: 'renamed' }))
  assert.is((await localOf(scene.owner, id))[2], '2023-07-15T10:00:00Z')
})

test('local midnight is 00:00; winter and summer have their own offsets', async () => {
  await book('2023-01-15T23:00:00Z', '2023-01-15T23:30:00Z')
  await book('2023-07-15T22:00:00Z', '2023-07-15T22:30:00Z')

  const { data } = (await scene.owner.get(`${all}?fields=start`)).body

  assert.equal(data, [{ start: '2023-01-16 00:00' }, { start: '2023-07-16 00:00' }])
})

test('a round trip loses neither seconds nor the side of an overlap, singly, in bulk and from another zone', async () => {
  const earlier = await book('2023-10-29T00:30:20Z', '2023-10-29T00:30:40Z')
  const later = await book('2023-10-29T01:30:20Z', '2023-10-29T01:30:40Z', 2)
  const before = [await localOf(scene.owner, earlier), await localOf(scene.owner, later)]

  for (const id of [earlier, later]) {
    for (const who of [scene.owner, scene.editor]) {
      const { data } = (await who.get(`${all}/${id}`)).body
      done(await who.put(`${all}/${id}`, data))
    }
  }
  done(await scene.owner.put(all, { start: '2023-10-29 02:30', end: '2023-10-29 02:30' }))

  assert.equal([await localOf(scene.owner, earlier), await localOf(scene.owner, later)], before)
  assert.is(before[0]?.[0], before[1]?.[0])

  done(await scene.owner.put(`${all}/${earlier}`, { start: '2023-10-29 02:30:00' }))
  assert.is((await localOf(scene.owner, earlier))[2], '2023-10-29T00:30:00Z')
})

test('a bulk change of an end in the repeated hour gives each booking the end that is not before its start', async () => {
  const hours = ['00', '01']
  for (const order of [hours, [...hours].reverse()]) {
    await scene.owner.delete(`${all}?all=1`)
    for (const hour of order) await book(`2023-10-29T${hour}:00Z`, `2023-10-29T${hour}:10Z`)

    done(await scene.owner.put(all, { end: '2023-10-29 02:30' }))

    const { data } = (await scene.owner.get(all)).body
    assert.equal(
      data.map(({ end_utc }: { end_utc: string }) => end_utc),
      order.map(hour => `2023-10-29T${hour}:30:00Z`),
    )
  }
})

test('an all-day booking is stored as written and reads the same in every zone, even if its times are not midnight', async () => {
  const id = await create(scene.owner, all, {
    resource_id: 1,
    start: '2023-07-15 00:00',
    end: '2023-07-16 00:00',
    all_day_display: true,
  })

  done(await scene.owner.put(`${all}/${id}`, { end: '2023-07-16 09:30' }))

  const { data } = (await scene.editor.get(`${all}/${id}`)).body
  assert.equal([data.start, data.end, data.all_day_display], ['2023-07-14 18:00', '2023-07-16 03:30', true])
})

test('a year beyond the UTC calendar is refused', async () => {
  const answer = await scene.editor.post(all, {
    resource_id: 1,
    start: '9999-12-31 23:00',
    end: '9999-12-31 23:30',
  })

  refused(answer, 422, /start, end/)
  assert.is(answer.body.error.details[0].message, 'must be within the years 0001 to 9999 in UTC')
  await book('9999-12-31T22:00:00Z', '9999-12-31T23:59:59Z')
})

const filters: [query: string, expected: number[]][] = [
  ['time_min=2023-07-15T10:59Z', [2, 3]],
  ['time_min=2023-07-15T11:00Z', [2, 3]],
  ['time_min=2023-07-15T11:01Z', [3]],
  ['time_min=2023-07-15T11:10Z', [3]],
  ['time_max=2023-07-15T11:29Z', [1]],
  ['time_max=2023-07-15T11:30Z', [1]],
  ['time_max=2023-07-15T11:31Z', [1, 2]],
  ['time_max=2023-07-15T11:10Z', [1]],
  ['time_min=2023-07-15T11:00Z&time_max=2023-07-15T11:31Z', [2]],
  ['time_min=2023-07-15T11:00Z&time_max=2023-07-15T11:30Z', []],
  ['time_min=2023-07-15T13:00:00%2B02:00', [2, 3]],
  ['time_min=2023-07-15T13:00:01%2B02:00', [3]],
  ['time_min=2023-07-15T11:00:00.001Z', [3]],
  ['time_min=2023-07-15T11:00:00.000Z', [2, 3]],
  ['time_min=2023-07-15T10:59:59.9999Z', [2, 3]],
  ['time_max=2023-07-15T11:30:00.5Z', [1, 2]],
  ['time_max=2023-07-15T11:30:00.0Z', [1]],
  ['time_max=2023-07-15T13:30:00,0001', [1, 2]],
  ['time_min=2023-07-15%2013:00', [2, 3]],
  ['time_min=2023-07-15+13:01', [3]],
  ['time_max=2023-07-15T13:31', [1, 2]],
  ['time_min=2023-07-15', [1, 2, 3]],
  ['time_min=2023-07-16&time_max=2023-07-15', []],
  ['ids=1,3&time_min=2023-07-15T11:00Z', [3]],
]
test('filters select bookings that start at time_min or later and end before time_max, in every list', async () => {
  for (const hour of [10, 11, 12]) await book(`2023-07-15T${hour}:00:00Z`, `2023-07-15T${hour}:30:00Z`)
  await book('2023-07-15T11:00:00Z', '2023-07-15T11:30:00Z', 2)

  for (const [query, expected] of filters) {
    const ofResource = await scene.owner.get(`/schedules/first/resources/1/bookings?${query}`)
    assert.equal(idsOf(ofResource), expected, query)
    assert.is(ofResource.body.pagination.total_count, expected.length)
    if (query.startsWith('ids')) continue
    assert.equal(idsOf(await scene.owner.get(`${all}?${query}&ids=1,2,3`)), expected, query)
  }
})

test('the same filter without a zone means another time to a user in another zone', async () => {
  await book('2023-07-15T10:00:00Z', '2023-07-15T10:30:00Z')

  assert.equal(idsOf(await scene.owner.get(`${all}?time_min=2023-07-15T12:00`)), [1])
  assert.equal(idsOf(await scene.editor.get(`${all}?time_min=2023-07-15T12:00`)), [])
})

test('links preserve the meaning of the filters', async () => {
  for (const hour of [10, 11, 12]) await book(`2023-07-15T${hour}:00:00Z`, `2023-07-15T${hour}:30:00Z`)

  const { pagination } = (
    await scene.owner.get(`${all}?limit=1&time_min=2023-07-15T13:00:00%2B02:00&fields=id`)
  ).body
  const { pathname, search } = new URL(pagination.links.next)

  assert.is(pagination.total_count, 2)
  assert.is(search, '?time_min=2023-07-15T13:00:00%2B02:00&fields=id&offset=1&limit=1')
  assert.equal((await scene.owner.get(pathname.slice(3) + search)).body.data, [{ id: 3 }])
})

test('an invalid time in a filter is refused, with a hint about +', async () => {
  refused(await scene.owner.get(`${all}?time_min=noon`), 400, /time_min must be a time such as/)
  refused(await scene.owner.get(`${all}?time_max=`), 400, /time_max must be a time/)
  refused(
    await scene.owner.get(`${all}?time_min=2023-07-15T13:00:00+02:00`),
    400,
    /write the \+ of an offset as %2B/,
  )
  refused(
    await scene.owner.get(`${all}?time_min=2023-07-15+13:00+02`),
    400,
    /write the \+ of an offset as %2B/,
  )
})

test.run()
