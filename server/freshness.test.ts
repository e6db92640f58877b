import { Client } from 'undici'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { basic, createScene, people, type Scene } from './testing/scene.js'

/*
 * Nothing that is cached may outlive a change: each thing is read over two connections, changed, and read again over both.
 */

let scene: Scene
let connections: Client[]
test.before(async () => {
  scene = await createScene()
  connections = [new Client(scene.server.url), new Client(scene.server.url)]
})
test.before.each(() => scene.server.reset())
test.after(async () => {
  for (const connection of connections) await connection.close()
  await scene.end()
})

const { owner, editor } = people
const ownerLogin = basic(owner.email, owner.password)
const editorLogin = basic(editor.email, editor.password)
const me = '/v1/users/me'
const resources = '/v1/schedules/first/resources'

/** The status and, on success, the data that each connection receives. */
async function readings(path: string, authorization: string) {
  const read: unknown[] = []
  for (const connection of connections) {
    const { statusCode, body } = await connection.request({ method: 'GET', path, headers: { authorization } })
    const { data } = (await body.json()) as { data?: unknown }
    read.push(statusCode === 200 ? data : statusCode)
  }
  return read
}

async function memberOf(name: 'id' | 'email', kind: 'users' | 'collaborators') {
  if (kind === 'users') return (await scene.control('GET', '/users')).body.data
  return (await scene.owner.get('/schedules/first/collaborators')).body.data.find(
    (each: Record<string, unknown>) => each[name] === editor.email,
  )
}

const idOf = async (email: string) =>
  (await memberOf('id', 'users')).find((user: { email: string }) => user.email === email).id

const bookings = '/v1/schedules/first/bookings'
const titles = `${bookings}?fields=title`

/** Creates a booking, which is read before it changes. */
async function createBooking() {
  const { body } = await scene.owner.post('/schedules/first/resources', { name: 'Room' })
  const sent = {
    resource_id: body.data[0].id,
    title: 'old',
    start: '2026-01-05T12:00Z',
    end: '2026-01-05T13:00Z',
  }
  await scene.owner.post('/schedules/first/bookings', sent)
  await readings(titles, ownerLogin)
  await readings(`${bookings}/1`, ownerLogin)
  return sent
}

interface Change {
  path: string
  login: string
  change(): Promise<unknown>
  after: unknown
}

const changes: Record<string, Change> = {
  'a changed password': {
    path: me,
    login: ownerLogin,
    change: () => scene.owner.put('/users/me', { new_password: 'another-password' }),
    after: 401,
  },
  'a changed setting': {
    path: `${me}?fields=firstname`,
    login: ownerLogin,
    change: () => scene.owner.put('/users/me', { firstname: 'Changed' }),
    after: { firstname: 'Changed' },
  },
  'a confirmed new address': {
    path: me,
    login: ownerLogin,
    async change() {
      await scene.owner.put('/users/me', { email: 'new@example.test' })
      const [mail] = (await scene.control('GET', '/outbox')).body.data
      await scene.caller().get(new URL(mail.link).pathname.replace('/v1', ''))
    },
    after: 401,
  },
  'a deleted account': {
    path: me,
    login: ownerLogin,
    change: () => scene.owner.delete('/users/me?me=1'),
    after: 401,
  },
  'an account deleted through the control interface': {
    path: me,
    login: editorLogin,
    change: async () => scene.control('DELETE', `/users/${await idOf(editor.email)}`),
    after: 401,
  },
  'a changed rate limit': {
    path: me,
    login: ownerLogin,
    async change() {
      await scene.control('PUT', '/rate-limit', { requests: 1, email: owner.email })
      await scene.owner.get('/users/me')
    },
    after: 429,
  },
  'a removed collaborator': {
    path: resources,
    login: editorLogin,
    change: async () =>
      scene.owner.delete(`/schedules/first/collaborators/${(await memberOf('email', 'collaborators')).id}`),
    after: 404,
  },
  'a new collaborator': {
    path: '/v1/schedules/second/resources',
    login: editorLogin,
    change: () =>
      scene.owner.post('/schedules/second/collaborators', { email: editor.email, user_role: 'viewer' }),
    after: [],
  },
  'a deleted owner': {
    path: resources,
    login: editorLogin,
    change: () => scene.owner.delete('/users/me?me=1'),
    after: 404,
  },
  'a time zone': {
    path: '/v1/schedules/first/bookings?fields=start',
    login: ownerLogin,
    async change() {
      await createBooking()
      await readings('/v1/schedules/first/bookings?fields=start', ownerLogin)
      await scene.owner.put('/users/me', { timezone: 'Asia/Tokyo' })
    },
    after: [{ start: '2026-01-05 21:00' }],
  },
  'a new booking': {
    path: titles,
    login: editorLogin,
    change: async () =>
      scene.owner.post('/schedules/first/bookings', { ...(await createBooking()), title: 'new' }),
    after: [{ title: 'old' }, { title: 'new' }],
  },
  'a changed booking': {
    path: `${bookings}/1?fields=title`,
    login: editorLogin,
    async change() {
      await createBooking()
      await scene.owner.put('/schedules/first/bookings/1', { title: 'new' })
    },
    after: { title: 'new' },
  },
  'a deleted booking': {
    path: titles,
    login: editorLogin,
    async change() {
      await createBooking()
      await scene.owner.delete('/schedules/first/bookings/1')
    },
    after: [],
  },
  'a deleted resource': {
    path: titles,
    login: editorLogin,
    async change() {
      const { resource_id } = await createBooking()
      await scene.owner.delete(`/schedules/first/resources/${resource_id}`)
    },
    after: [],
  },
  'a reset': {
    path: `${me}?fields=lastname`,
    login: ownerLogin,
    async change() {
      await scene.owner.put('/users/me', { lastname: 'Changed' })
      await readings(`${me}?fields=lastname`, ownerLogin)
      await scene.control('POST', '/reset')
    },
    after: { lastname: 'Test' },
  },
  'a restored snapshot': {
    path: `${me}?fields=lastname`,
    login: ownerLogin,
    async change() {
      await scene.control('POST', '/snapshots', { id: 'before' })
      await scene.owner.put('/users/me', { lastname: 'Changed' })
      await readings(`${me}?fields=lastname`, ownerLogin)
      await scene.control('POST', '/snapshots/before/restore')
    },
    after: { lastname: 'Test' },
  },
}

for (const [what, { path, login, change, after }] of Object.entries(changes)) {
  test(`${what} takes effect on the next request, on every connection`, async () => {
    const [before, same] = await readings(path, login)
    assert.equal(before, same)

    await change()

    assert.equal(await readings(path, login), [after, after])
  })
}

test('a new role takes effect on writes from the next request', async () => {
  const collaborator = `/schedules/first/collaborators/${(await memberOf('email', 'collaborators')).id}`
  assert.is((await scene.editor.post('/schedules/first/resources', { name: 'One' })).status, 201)

  await scene.owner.put(collaborator, { user_role: 'viewer' })

  assert.is((await scene.editor.post('/schedules/first/resources', { name: 'Two' })).status, 403)
})

test('a former password counts as a guess, and takes as long as one', async () => {
  await scene.owner.get('/users/me')
  await scene.owner.put('/users/me', { new_password: 'another-password' })

  const statuses = []
  for (let index = 0; index < 12; index++) {
    statuses.push(
      (await scene.caller(basic(owner.email, `${owner.password}${index || ''}`)).get('/users/me')).status,
    )
  }

  assert.equal([statuses[0], statuses.at(-1)], [401, 429])
})

test('a failed write leaves nothing in caches', async () => {
  const before = await readings(`${me}?fields=firstname,email`, ownerLogin)

  const refused = await scene.owner.put('/users/me', { firstname: 'Half', email: editor.email })

  assert.is(refused.status, 409)
  assert.equal(await readings(`${me}?fields=firstname,email`, ownerLogin), before)
})

test.run()
