import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { sceneFor } from '../../testing/scene.js'
import { create, done, idsOf, refused } from '../../testing/values.js'

const scene = await sceneFor(test)
test.before.each(async () => {
  await create(scene.owner, '/schedules/first/resources', { name: 'Red' })
})

const all = '/schedules/first/bookings'
const wide = { resource_id: 1, start: '2000-01-01T00:00Z', end: '2030-01-01T00:00Z' }

/** What a user in New York writes, the instant it means, and how that user reads it. */
const forms: [sent: string, utc: string, shown: string][] = [
  ['2023-07-15T12:00:00Z', '2023-07-15T12:00:00Z', '2023-07-15 08:00'],
  ['2023-07-15T12:00:00+05:00', '2023-07-15T07:00:00Z', '2023-07-15 03:00'],
  ['2023-07-15T12:00:00-03:30', '2023-07-15T15:30:00Z', '2023-07-15 11:30'],
  ['2023-07-15T12:00:00', '2023-07-15T16:00:00Z', '2023-07-15 12:00'],
  ['2023-07-15T12:00', '2023-07-15T16:00:00Z', '2023-07-15 12:00'],
  ['2023-07-15 12:00', '2023-07-15T16:00:00Z', '2023-07-15 12:00'],
  ['2023-01-15 12:00', '2023-01-15T17:00:00Z', '2023-01-15 12:00'],
  ['2023-07-15 12:00:59.9+02:00', '2023-07-15T10:00:59Z', '2023-07-15 06:00'],
  ['20230715T120030Z', '2023-07-15T12:00:30Z', '2023-07-15 08:00'],
  ['2023-W28-6T12:00', '2023-07-15T16:00:00Z', '2023-07-15 12:00'],
  ['2023-196T12:00', '2023-07-15T16:00:00Z', '2023-07-15 12:00'],
  ['2023-07-15', '2023-07-15T04:00:00Z', '2023-07-15 00:00'],
  ['2023-07', '2023-07-01T04:00:00Z', '2023-07-01 00:00'],
  ['2023-07-15T24:00', '2023-07-16T04:00:00Z', '2023-07-16 00:00'],
  ['2023-03-12 02:30', '2023-03-12T07:30:00Z', '2023-03-12 03:30'],
  ['2023-11-05 01:30', '2023-11-05T05:30:00Z', '2023-11-05 01:30'],
]
for (const [sent, utc, shown] of forms) {
  test(`given ${sent} in New York, then a create, a PUT and a bulk PUT read it as ${utc}`, async () => {
    await create(scene.editor, all, { ...wide, start: sent, end: sent })
    for (const path of [`${all}/2`, `${all}?ids=3`]) {
      await create(scene.editor, all, wide)
      done(await scene.editor.put(path, { start: sent, end: sent }))
    }

    const { data } = (await scene.editor.get(`${all}?fields=start,end,start_utc,end_utc`)).body

    const expected = { start: shown, end: shown, start_utc: utc, end_utc: utc }
    assert.equal(data, [expected, expected, expected])
  })
}

const noTimes = [
  ...['tomorrow', 'abc', '', '15.07.2023 12:00', '12:00', 'T12:00', '2023-07-15T12:00[Europe/Berlin]'],
  ...['2023-02-30 10:00', '2023-06-31 10:00', '2023-13-01 10:00', '2023-07-15 10:60', '2023-07-15 25:00'],
  ...[
    '2023-07-15T12:00+99:00',
    '+002023-07-15T12:00Z',
    '2023-07-15t12:00z',
    ' 2023-07-15 12:00',
    '٢٠٢٣-07-15',
  ],
]
test('given an invalid time, then start, end and the filters refuse it, and nothing changes', async () => {
  await create(scene.owner, all, wide)
  const before = (await scene.owner.get(all)).body

  for (const text of noTimes) {
    for (const member of ['start', 'end']) {
      const message = new RegExp(`^${member} must be a time such as`)
      refused(await scene.owner.post(all, { ...wide, [member]: text }), 422, message)
      refused(await scene.owner.put(`${all}/1`, { title: 'x', [member]: text }), 422, message)
      refused(await scene.owner.put(`${all}?ids=1`, { title: 'x', [member]: text }), 422, message)
    }
    for (const filter of ['time_min', 'time_max']) {
      const path = `${all}?${filter}=${encodeURIComponent(text)}`
      refused(await scene.owner.get(path), 400, new RegExp(`${filter} must be a time such as`))
    }
  }

  assert.equal((await scene.owner.get(all)).body, before)
})

test('given a change of only the title, by a user in another zone and in bulk, then the instants stay the same', async () => {
  const times = { start: '2023-10-29T01:30:20Z', end: '2023-10-29T01:45:40Z' }
  await create(scene.owner, all, { ...wide, ...times })

  done(await scene.editor.put(all, { title: 'in bulk' }))

  const { data } = (await scene.owner.get(`${all}/1`)).body
  assert.equal([data.title, data.start_utc, data.end_utc], ['in bulk', times.start, times.end])
})

test('given the two instants of an overlap hour, then a filter with Z distinguishes them', async () => {
  await create(scene.owner, all, { ...wide, start: '2023-10-29T00:30Z', end: '2023-10-29T00:40Z' })
  await create(scene.owner, all, { ...wide, start: '2023-10-29T01:30Z', end: '2023-10-29T01:40Z' })

  assert.equal(idsOf(await scene.owner.get(`${all}?time_min=2023-10-29T01:00Z`)), [2])
  assert.equal(idsOf(await scene.owner.get(`${all}?time_max=2023-10-29T01:00Z`)), [1])
  assert.equal(idsOf(await scene.owner.get(`${all}?time_min=2023-10-29T02:30`)), [1, 2])
})

test('given filters, then they determine total_count, pages and their links', async () => {
  for (let hour = 10; hour < 17; hour++) {
    await create(scene.owner, all, {
      ...wide,
      start: `2023-07-15T${hour}:00Z`,
      end: `2023-07-15T${hour}:30Z`,
    })
  }
  const seen: number[] = []

  let path: string | undefined = `${all}?limit=2&time_min=2023-07-15%2013:00&time_max=2023-07-15T16:00Z`
  while (path) {
    const answer = await scene.owner.get(path)
    assert.is(answer.body.pagination.total_count, 5)
    seen.push(...idsOf(answer))
    const next: string | undefined = answer.body.pagination.links.next
    path = next?.slice(next.indexOf('/schedules'))
  }

  assert.equal(seen, [2, 3, 4, 5, 6])
})

test('given a deleted booking, then only it is gone, its resource stays, and its id is not reused', async () => {
  for (let count = 0; count < 2; count++) await create(scene.owner, all, wide)

  done(await scene.owner.delete(`${all}/2`))

  for (const answer of [
    await scene.owner.get(`${all}/2`),
    await scene.owner.put(`${all}/2`, { title: 'x' }),
    await scene.owner.delete(`${all}/2`),
  ]) {
    refused(answer, 404, /no booking 2 here/)
  }
  assert.equal(idsOf(await scene.owner.get(`${all}?ids=1,2`)), [1])
  assert.is((await scene.owner.get('/schedules/first/resources/1')).status, 200)
  assert.is(await create(scene.owner, all, wide), 3)
})

test.run()
