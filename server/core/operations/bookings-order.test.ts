import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { sceneFor } from '../../testing/scene.js'
import { create, done, refused } from '../../testing/values.js'

const scene = await sceneFor(test)
test.before.each(async () => {
  await create(scene.owner, '/schedules/first/resources', { name: 'Red' })
})

const all = '/schedules/first/bookings'
const ofRed = '/schedules/first/resources/1/bookings'
const book = (start: string, end: string) => create(scene.owner, all, { resource_id: 1, start, end })
const listed = async () => (await scene.owner.get(all)).body.data
const instants = async () =>
  (await listed()).map(({ start_utc, end_utc }: Record<string, string>) => [start_utc, end_utc])

test('given a create whose end is before its start, even across zones, then it is refused', async () => {
  const create = (start: string, end: string) => scene.owner.post(all, { resource_id: 1, start, end })

  refused(await create('2023-07-15 12:00', '2023-07-15 11:59'), 422, /end must not be before start/)
  refused(await create('2023-07-15T12:00:01Z', '2023-07-15T12:00Z'), 422, /end must not be before start/)
  refused(
    await create('2023-07-15 12:00', '2023-07-15T09:59Z'),
    422,
    /2023-07-15 11:59 is before 2023-07-15 12:00/,
  )

  assert.equal(await listed(), [])
  assert.is((await create('2023-07-15 12:00', '2023-07-15T10:00Z')).status, 201)
})

test('given a single PUT of only the start, then the end stays the same, and the start must not be after it', async () => {
  await book('2023-07-15T10:00Z', '2023-07-15T11:00Z')
  const before = await listed()

  const answer = await scene.owner.put(`${all}/1`, { start: '2023-07-15 13:01', title: 'x' })

  refused(answer, 422)
  assert.equal(answer.body.error.details, [
    {
      path: 'end',
      message: 'must not be before start: 2023-07-15 13:00 is before 2023-07-15 13:01 (Europe/Berlin)',
    },
  ])
  assert.equal(await listed(), before)
  done(await scene.owner.put(`${all}/1`, { start: '2023-07-15 13:00' }))
  assert.equal(await instants(), [['2023-07-15T11:00:00Z', '2023-07-15T11:00:00Z']])
})

test('given a bulk PUT that is valid for all but the last, then none changes; without that one, all others do', async () => {
  await book('2023-07-15T10:00Z', '2023-07-15T11:00Z')
  await book('2023-07-16T10:00Z', '2023-07-16T11:00Z')
  await book('2023-07-14T10:00Z', '2023-07-14T11:00Z')
  const before = await listed()
  const body = { start: '2023-07-15T09:00Z', title: 'x', resource_id: 1 }

  for (const path of [all, ofRed, `${all}?ids=1,3`, `${ofRed}?ids=2,3`]) {
    refused(
      await scene.owner.put(path, body),
      422,
      /2023-07-14 13:00 of booking \d+ is before 2023-07-15 11:00/,
    )
  }
  assert.equal(await listed(), before)
  done(await scene.owner.put(`${ofRed}?ids=1,2`, body))

  assert.equal(await instants(), [
    ['2023-07-15T09:00:00Z', '2023-07-15T11:00:00Z'],
    ['2023-07-15T09:00:00Z', '2023-07-16T11:00:00Z'],
    ['2023-07-14T10:00:00Z', '2023-07-14T11:00:00Z'],
  ])
})

test('given a bulk PUT of times that some already have, then only those that change get a new updated_at', async () => {
  await book('2023-07-15T10:00:30Z', '2023-07-15T11:00:30Z')
  await book('2023-07-15T10:00Z', '2023-07-15T10:30Z')
  await book('2023-07-15T08:00Z', '2023-07-15T11:00Z')
  await book('2023-07-15T08:00Z', '2023-07-15T10:30Z')
  const before = await listed()
  scene.server.clock.advance(1_000)

  done(await scene.owner.put(all, { start: '2023-07-15 12:00', end: '2023-07-15 13:00' }))

  const after = await listed()
  assert.equal(after[0], before[0])
  assert.equal(await instants(), [
    ['2023-07-15T10:00:30Z', '2023-07-15T11:00:30Z'],
    ...[2, 3, 4].map(() => ['2023-07-15T10:00:00Z', '2023-07-15T11:00:00Z']),
  ])
  for (const index of [1, 2, 3]) assert.ok(after[index].updated_at > before[index].updated_at)
})

test('given bookings at both ends of the calendar, then whatever anyone reads of them can be sent back', async () => {
  await book('0001-01-01T00:00:02Z', '0001-01-01T00:59:59Z')
  await book('9999-12-31T22:59:59Z', '9999-12-31T23:59:59Z')
  const before = await instants()

  for (const who of [scene.owner, scene.editor]) {
    for (const booking of (await who.get(all)).body.data) done(await who.put(`${all}/${booking.id}`, booking))
  }

  assert.equal(await instants(), before)
  const edges = (await scene.owner.get(`${all}?fields=end&ids=2`)).body.data
  assert.equal(edges, [{ end: '10000-01-01 00:59' }])
  assert.equal((await scene.editor.get(`${all}?fields=start&ids=1`)).body.data, [
    { start: '0000-12-31 19:04' },
  ])
  refused(await scene.owner.put(`${all}/2`, { end: '10000-01-01 01:00' }), 422, /years 0001 to 9999 in UTC/)
})

test.run()
