import { gzipSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { sceneFor } from '../../testing/scene.js'
import { create, done, refused } from '../../testing/values.js'

const scene = await sceneFor(test)

const all = '/schedules/first/resources'

const full = {
  name: 'Attic',
  description: 'Under the roof',
  color_fg: '#123456',
  color_bk: '#ABCDEF',
  color_schedule: '#abcdef',
  text_bold: true,
  link: 'HTTPS://example.com/{room}?x=1',
  link_title: 'Map',
  note: 'a\nb\n\nc',
  custom_1: 'one',
  custom_2: 'two',
}

const changes: Record<keyof typeof full, unknown> = {
  name: 'Cellar',
  description: '',
  color_fg: '#000000',
  color_bk: '#ffffff',
  color_schedule: '#FFFFFF',
  text_bold: false,
  link: '',
  link_title: '',
  note: '"\\<b>&amp;</b> é 漢字 😀 \u0000 \u2028',
  custom_1: ' blanks ',
  custom_2: '',
}

test('given only a name, then the resource has every field, with its default', async () => {
  scene.server.clock.freeze()
  scene.server.clock.set(Date.UTC(2026, 0, 2, 3, 4, 5, 6))

  const answer = await scene.owner.post(all, { name: 'Room' })
  const { data } = (await scene.owner.get(`${all}/1`)).body

  assert.is(answer.status, 201)
  assert.equal(answer.body, { success: true, data: [{ id: 1 }] })
  assert.match(String(answer.headers.location), /\/v1\/schedules\/first\/resources\/1$/)
  assert.equal(data, {
    id: 1,
    schedule_id: 'first',
    name: 'Room',
    description: '',
    color_fg: '#000000',
    color_bk: '#FFFFFF',
    color_schedule: '#FFFFFF',
    text_bold: false,
    link: '',
    link_title: '',
    note: '',
    custom_1: '',
    custom_2: '',
    updated_at: '2026-01-02T03:04:05.006Z',
    created_at: '2026-01-02T03:04:05.006Z',
  })
})

test('given every writable field, then each is returned as sent, and identically in the list', async () => {
  const id = await create(scene.owner, all, full)

  const { data } = (await scene.owner.get(`${all}/${id}`)).body
  const list = await scene.owner.get(all)

  assert.equal({ ...data, ...full }, data)
  assert.equal(list.body.data, [data])
})

for (const [member, value] of Object.entries(changes)) {
  for (const path of ['/1', '?ids=1', '']) {
    test(`given only ${member} in PUT resources${path}, then only it changes`, async () => {
      await create(scene.owner, all, full)
      const before = (await scene.owner.get(`${all}/1`)).body.data
      scene.server.clock.advance(1_000)

      done(await scene.owner.put(all + path, { [member]: value }))

      const { updated_at, ...after } = (await scene.owner.get(`${all}/1`)).body.data
      const { updated_at: earlier, ...expected } = { ...before, [member]: value }
      assert.equal(after, expected)
      assert.ok(updated_at > earlier)
    })
  }
}

const limits: [member: string, limit: number][] = [
  ['name', 100],
  ['description', 200],
  ['link_title', 100],
  ['note', 500],
  ['custom_1', 200],
  ['custom_2', 200],
]
for (const [member, limit] of limits) {
  for (const character of ['x', 'é', '😀', '\n.']) {
    test(`given ${member} of ${limit} ${JSON.stringify(character)}, then it is stored; one more is refused, in all three writes`, async () => {
      const most = character
        .repeat(limit)
        .slice(0, character.length === 2 && character !== '😀' ? limit : undefined)
      const id = await create(scene.owner, all, { name: 'Room', [member]: most })

      const created = await scene.owner.post(all, { name: 'Other', [member]: `${most}x` })
      const changed = await scene.owner.put(`${all}/${id}`, { [member]: `${most}x` })
      const many = await scene.owner.put(`${all}?ids=${id}`, { [member]: `${most}x` })

      const message = new RegExp(`^${member} has ${limit + 1} characters; at most ${limit} are allowed$`)
      for (const answer of [created, changed, many]) refused(answer, 422, message)
      const list = await scene.owner.get(all)
      assert.is(list.body.pagination.total_count, 1)
      assert.is(list.body.data[0][member], most)
    })
  }
}

test('given a link of 250 characters, then it is stored; one more is refused', async () => {
  const link = `https://example.com/${'x'.repeat(230)}`

  await create(scene.owner, all, { name: 'Room', link })

  refused(await scene.owner.put(`${all}/1`, { link: `${link}x` }), 422, /link has 251 characters/)
  assert.is((await scene.owner.get(`${all}/1`)).body.data.link, link)
})

const wrong: [member: string, value: unknown][] = [
  ...[
    'red',
    '123456',
    '#12345',
    '#1234567',
    '#FFF',
    '#GGGGGG',
    '#FFFFFFFF',
    'rgb(0,0,0)',
    '#12345１',
    '',
    '#123456\n',
    1,
    null,
  ].flatMap(value =>
    ['color_fg', 'color_bk', 'color_schedule'].map((member): [string, unknown] => [member, value]),
  ),
  ...['yes', 2, {}, null, 'true', 0].map((value): [string, unknown] => ['text_bold', value]),
  ...[
    'ftp://x.test',
    'javascript:alert(1)',
    'mailto:a@b.test',
    'file:///x',
    'httpx://x.test',
    'data:,x',
    'www.example.com',
    '//example.com',
    'http://',
    'https:// x',
    'http://a b',
    'http://a\nb',
    ' http://a',
    null,
    5,
  ].map((value): [string, unknown] => ['link', value]),
  ...['', ' ', '\n', null, 5, [], 'half \ud800'].map((value): [string, unknown] => ['name', value]),
  ...[null, 5, true, ['x']].map((value): [string, unknown] => ['note', value]),
]
test('given an invalid value, then it is refused in all three writes and nothing of the request is stored', async () => {
  await create(scene.owner, all, full)
  const before = (await scene.owner.get(all)).body

  for (const [member, value] of wrong) {
    const body = { custom_1: 'companion', [member]: value }
    for (const answer of [
      await scene.owner.post(all, { name: 'Other', ...body }),
      await scene.owner.put(`${all}/1`, body),
      await scene.owner.put(`${all}?ids=1`, body),
    ]) {
      refused(answer, 422, new RegExp(`^${member} `))
      assert.is(answer.body.error.details[0].path, member)
    }
  }

  assert.equal((await scene.owner.get(all)).body, before)
})

test('given a create without name, or a body that is not an object, then the refusal says what to fix', async () => {
  const bodies: [body: string, status: number, message: RegExp][] = [
    ['{}', 422, /^name is required$/],
    ['{"description":"x"}', 422, /^name is required$/],
    ['[]', 400, /must be a JSON object .* not an array/],
    ['"x"', 400, /not a string/],
    ['null', 400, /not null/],
    ['{bad', 400, /not valid JSON/],
    ['', 400, /is empty/],
    ['[['.repeat(50_000), 400, /levels deep/],
    ['{"name":"x","nmae":"y"}', 422, /^nmae is not a known field; did you mean name\?$/],
    ['{"name":"x","__proto__":{"a":1}}', 422, /^__proto__ is not a known field/],
    ['{"name":"x","constructor":1}', 422, /^constructor is not a known field/],
  ]

  for (const [body, status, message] of bodies) refused(await scene.owner.post(all, body), status, message)
  refused(await scene.owner.post(all, Buffer.from([0x7b, 0xff, 0x7d])), 400, /not valid UTF-8/)
  refused(await scene.owner.post(all, gzipSync('{"name":"x"}')), 400, /The body is compressed; send JSON/)

  assert.is((await scene.owner.get(all)).body.pagination.total_count, 0)
  assert.is(({} as { a?: number }).a, undefined)
})

test('given an object as it was read, then it can be sent back, and read-only fields have no effect', async () => {
  await create(scene.owner, all, full)
  const before = (await scene.owner.get(`${all}/1`)).body.data
  const altered = { ...before, id: 99, schedule_id: 'second', created_at: 'x', updated_at: 5 }
  scene.server.clock.advance(1_000)

  done(await scene.owner.put(`${all}/1`, before))
  done(await scene.owner.put(`${all}/1`, altered))
  done(await scene.owner.put(`${all}?ids=1`, altered))
  done(await scene.owner.put(`${all}/1`, {}))
  const id = await create(scene.owner, all, { ...altered, name: 'Other' })

  assert.equal((await scene.owner.get(`${all}/1`)).body.data, before)
  assert.is(id, 2)
})

test('given a resource of another schedule or none, then no operation reaches it', async () => {
  const id = await create(scene.owner, all, full)
  const elsewhere = `/schedules/second/resources/${id}`

  for (const path of [
    elsewhere,
    `${all}/999`,
    `${all}/0`,
    `${all}/01`,
    `${all}/1x`,
    `${all}/99999999999999999999`,
  ]) {
    refused(await scene.owner.get(path), 404)
    refused(await scene.owner.put(path, { note: 'x' }), 404)
    refused(await scene.owner.delete(path), 404)
  }
  refused(await scene.owner.get('/schedules/unknown/resources'), 404)

  assert.is((await scene.owner.get(`${all}/${id}`)).body.data.note, full.note)
})

test('given a deletion, then the resource and its bookings are gone, others stay, and the id is not reused', async () => {
  const [gone, stays] = [
    await create(scene.owner, all, full),
    await create(scene.owner, all, { name: 'Stays' }),
  ]
  const times = { start: '2026-01-05 10:00', end: '2026-01-05 11:00' }
  await create(scene.owner, '/schedules/first/bookings', { resource_id: gone, ...times })
  await create(scene.owner, '/schedules/first/bookings', { resource_id: stays, ...times })

  done(await scene.owner.delete(`${all}/${gone}`))

  refused(await scene.owner.get(`${all}/${gone}`), 404)
  assert.equal((await scene.owner.get(`${all}?ids=${gone}`)).body.data, [])
  const bookings = await scene.owner.get('/schedules/first/bookings')
  assert.is(bookings.body.pagination.total_count, 1)
  assert.is(bookings.body.data[0].resource_id, stays)
  assert.is(await create(scene.owner, all, { name: 'New' }), 3)
})

test.run()
