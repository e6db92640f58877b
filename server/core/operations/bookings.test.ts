import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { sceneFor } from '../../testing/scene.js'
import { create, done, refused } from '../../testing/values.js'

const scene = await sceneFor(test)
test.before.each(async () => {
  for (const name of ['Red', 'Blue']) await create(scene.owner, '/schedules/first/resources', { name })
  await create(scene.owner, '/schedules/second/resources', { name: 'Foreign' })
})

const all = '/schedules/first/bookings'
const times = { start: '2023-07-15 12:00', end: '2023-07-15 13:00' }
const minimal = { resource_id: 1, ...times }

const full = {
  resource_id: 2,
  title: 'Team 😀',
  start: '2023-07-15 00:00',
  end: '2023-07-16 00:00',
  all_day_display: true,
  color_fg: '#123456',
  color_bk: '#abcdef',
  text_bold: true,
  link: 'https://example.com/{id}',
  link_title: 'Plan',
  note: 'a\nb',
  custom_1: 'one',
  custom_2: 'two',
}

const bookingOf = async (id: number) => (await scene.owner.get(`${all}/${id}`)).body.data

test('given only a resource and times, then the booking has every field, with its default', async () => {
  scene.server.clock.freeze()
  scene.server.clock.set(Date.UTC(2026, 0, 2, 3, 4, 5, 6))

  const id = await create(scene.owner, all, minimal)

  assert.equal(await bookingOf(id), {
    id: 1,
    schedule_id: 'first',
    resource_id: 1,
    title: '',
    start: '2023-07-15 12:00',
    end: '2023-07-15 13:00',
    all_day_display: false,
    color_fg: '#000000',
    color_bk: '#FFFFFF',
    text_bold: false,
    link: '',
    link_title: '',
    note: '',
    custom_1: '',
    custom_2: '',
    start_utc: '2023-07-15T10:00:00Z',
    end_utc: '2023-07-15T11:00:00Z',
    updated_at: '2026-01-02T03:04:05.006Z',
    created_at: '2026-01-02T03:04:05.006Z',
  })
})

test('given every writable field, then each is returned, in the single read and all lists', async () => {
  const id = await create(scene.owner, all, full)

  const data = await bookingOf(id)

  assert.equal({ ...data, ...full }, data)
  assert.equal((await scene.owner.get(all)).body.data, [data])
  assert.equal((await scene.owner.get('/schedules/first/resources/2/bookings')).body.data, [data])
  assert.equal((await scene.owner.get('/schedules/first/resources/1/bookings')).body.data, [])
})

const changes: Record<string, unknown> = {
  resource_id: 1,
  title: '',
  start: '2023-07-14 22:30',
  end: '2023-07-16 00:01',
  all_day_display: false,
  color_fg: '#000000',
  color_bk: '#FFFFFF',
  text_bold: false,
  link: '',
  link_title: '',
  note: '',
  custom_1: '',
  custom_2: '',
}
for (const [member, value] of Object.entries(changes)) {
  for (const path of ['/1', '?ids=1']) {
    test(`given only ${member} in PUT bookings${path}, then only it changes`, async () => {
      await create(scene.owner, all, full)
      const { updated_at, start_utc, end_utc, ...before } = await bookingOf(1)
      scene.server.clock.advance(1_000)

      done(await scene.owner.put(all + path, { [member]: value }))

      const after = await bookingOf(1)
      assert.equal({ ...after, ...before, [member]: value }, after)
      assert.is(after.start_utc === start_utc, member !== 'start')
      assert.is(after.end_utc === end_utc, member !== 'end')
      assert.ok(after.updated_at > updated_at)
    })
  }
}

const wrong: [member: string, value: unknown, message: RegExp][] = [
  ['resource_id', '1', /must be an integer, not "1"/],
  ['resource_id', 99, /does not name a resource of this schedule: 99/],
  ['resource_id', 3, /does not name a resource of this schedule: 3/],
  ['resource_id', 0, /must be a positive integer/],
  ['resource_id', 1.5, /must be an integer/],
  ['title', 'x'.repeat(101), /has 101 characters/],
  ['title', '😀'.repeat(101), /has 101 characters/],
  ['start', 'tomorrow', /must be a time such as "2026-11-21 14:30" or .*, not "tomorrow"/],
  ['start', '', /must be a time/],
  ['start', 1689422400, /must be a time/],
  ['start', null, /must be a time/],
  ['end', '15.07.2023 12:00', /must be a time/],
  ['end', '12:00', /must be a time/],
  [
    'end',
    '2023-07-15 09:00',
    /must not be before start: 2023-07-15 09:00 is before 2023-07-15 12:00 \(Europe\/Berlin\)/,
  ],
  ['end', '9999-12-31T23:59-05:00', /must be .*/],
  ['all_day_display', 1, /must be true or false, not 1/],
  ['color_schedule', '#FFFFFF', /is not a known field/],
  ['link', 'ftp://x.test', /must start with http/],
  ['note', 'x'.repeat(501), /has 501 characters/],
]
test('given an invalid value, then a booking is refused in each way of writing, and all stay as they were', async () => {
  await create(scene.owner, all, minimal)
  const before = (await scene.owner.get(all)).body

  for (const [member, value, message] of wrong) {
    const body = { custom_1: 'companion', [member]: value }
    for (const answer of [
      await scene.owner.post(all, { ...minimal, ...body }),
      await scene.owner.put(`${all}/1`, body),
      await scene.owner.put(`${all}?ids=1`, body),
      await scene.owner.put(all, body),
      await scene.owner.put('/schedules/first/resources/1/bookings', body),
    ]) {
      refused(answer, 422, message)
    }
  }
  for (const member of ['resource_id', 'start', 'end'] as const) {
    const { [member]: _, ...rest } = minimal
    refused(await scene.owner.post(all, rest), 422, new RegExp(`^${member} is required$`))
  }

  assert.equal((await scene.owner.get(all)).body, before)
})

test('given an end equal to the start, then the booking is stored', async () => {
  await create(scene.owner, all, { ...minimal, end: minimal.start })

  assert.is((await bookingOf(1)).end, times.start)
})

test('given a bulk change that would end one booking before its start, then none changes', async () => {
  await create(scene.owner, all, minimal)
  await create(scene.owner, all, { ...minimal, start: '2023-07-20 12:00', end: '2023-07-20 13:00' })
  const before = (await scene.owner.get(all)).body

  refused(
    await scene.owner.put(all, { end: '2023-07-16 12:00', title: 'x' }),
    422,
    /must not be before start: 2023-07-16 12:00 of booking 2 is before 2023-07-20 12:00/,
  )
  assert.equal((await scene.owner.get(all)).body, before)

  done(await scene.owner.put(all, { end: '2023-07-21 12:00', title: 'x' }))
  assert.equal(
    (await scene.owner.get(`${all}?fields=end,title`)).body.data,
    [1, 2].map(() => ({ title: 'x', end: '2023-07-21 12:00' })),
  )
})

test('given an object as it was read, then it can be sent back, and computed fields have no effect', async () => {
  await create(scene.owner, all, full)
  const before = await bookingOf(1)
  const altered = {
    ...before,
    id: 9,
    schedule_id: 'x',
    start_utc: 'x',
    end_utc: 5,
    created_at: 'x',
    updated_at: 'x',
  }
  scene.server.clock.advance(1_000)

  for (const body of [before, altered, { start_utc: '2020-01-01T00:00:00Z' }]) {
    done(await scene.owner.put(`${all}/1`, body))
    done(await scene.owner.put(`${all}?ids=1`, body))
  }

  assert.equal(await bookingOf(1), before)
})

test('given a booking of another schedule, then no path of this schedule reaches it', async () => {
  const other = await create(scene.owner, '/schedules/second/bookings', { ...minimal, resource_id: 3 })

  refused(await scene.owner.get(`${all}/${other}`), 404)
  refused(await scene.owner.put(`${all}/${other}`, { title: 'x' }), 404)
  refused(await scene.owner.delete(`${all}/${other}`), 404)
  assert.is((await scene.owner.get(`/schedules/second/bookings/${other}`)).body.data.title, '')

  done(await scene.owner.delete(`/schedules/second/bookings/${other}`))
  refused(await scene.owner.get(`/schedules/second/bookings/${other}`), 404)
})

test.run()
