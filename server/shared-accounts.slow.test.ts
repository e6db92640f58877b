import { Readable } from 'node:stream'
import { setTimeout as waitFor } from 'node:timers/promises'
import { request } from 'undici'
import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { withCluster } from './storage/postgres/testing/cluster.js'
import { basic, createScene, people, type Scene } from './testing/scene.js'

/*
 * A change made by one server is effective in the next request to another one on the same database, although that has cached
 * logins, accounts and roles.
 */

const { test, cluster } = withCluster(all)
const { email, password } = people.editor
const path = '/schedules/first/resources'
let url = ''
let here: Scene
let there: Scene

test.before.each(async () => {
  url = cluster().database()
  here = await createScene({ database: url })
  there = await createScene({ database: url })
  await here.owner.post(path, { name: 'Room' })
  // Now everything is cached.
  for (let time = 0; time < 3; time++) assert.is((await there.editor.get(path)).status, 200)
})
test.after.each(async () => {
  await here.end()
  await there.end()
})

test('given a changed password, then the old one is refused and the new one accepted', async () => {
  await here.editor.put('/users/me', { new_password: 'a new password' })

  assert.is((await there.editor.get(path)).status, 401)
  assert.is((await there.editor.get('/users/me')).status, 401)
  assert.is((await there.editor.put(`${path}/1`, { note: 'mine' })).status, 401)
  assert.is((await there.caller(basic(email, 'a new password')).get(path)).status, 200)
})

test('given a deleted account, then it is refused', async () => {
  const { body } = await here.editor.get('/users/me')
  await here.control('DELETE', `/users/${body.data.id}`)

  assert.is((await there.editor.get(path)).status, 401)
  assert.is((await there.editor.post(path, { name: 'Other' })).status, 401)
})

test('given a removed collaborator, then the schedule does not exist for them', async () => {
  await here.owner.delete('/schedules/first/collaborators/1')

  assert.is((await there.editor.get(path)).status, 404)
  assert.is((await there.editor.put(`${path}/1`, { note: 'mine' })).status, 404)
  assert.is((await there.editor.get(`${path}/1`)).status, 404)
})

/** Sends a booking of a room to the server that has cached account, role and room, after a change on the other one. */
async function bookAfter(change: () => Promise<unknown>): Promise<[status: number, stored: number]> {
  const bookings = '/schedules/first/bookings'
  const booking = { resource_id: 1, start: '2030-01-01 10:00', end: '2030-01-01 11:00' }
  for (let time = 0; time < 2; time++) assert.is((await there.editor.post(bookings, booking)).status, 201)
  await here.owner.delete(`${bookings}?all=1`)
  await change()
  const { status } = await there.editor.post(bookings, booking)
  return [status, (await here.owner.get(bookings)).body.pagination.total_count]
}

test('given a booking that relies on a removed role, then it is refused and not stored', async () => {
  const collaborator = '/schedules/first/collaborators/1'

  assert.equal(await bookAfter(() => here.owner.put(collaborator, { user_role: 'viewer' })), [403, 0])
  await here.owner.put(collaborator, { user_role: 'editor' })
  assert.equal(await bookAfter(() => here.owner.delete(collaborator)), [404, 0])
})

test('given a booking of a removed resource, then it is refused and not stored', async () => {
  assert.equal(await bookAfter(() => here.owner.delete(`${path}/1`)), [422, 0])
})

test('given a booking with an outdated password, then it is refused and not stored', async () => {
  const change = () => here.editor.put('/users/me', { new_password: 'a new password' })

  assert.equal(await bookAfter(change), [401, 0])
})

test('given a deleted account without requests left, then it is refused as unknown', async () => {
  const { body } = await here.editor.get('/users/me')
  await there.control('PUT', '/rate-limit', { requests: 2 })
  const statuses: number[] = []
  for (let time = 0; time < 4; time++) statuses.push((await there.editor.get(path)).status)
  assert.is(statuses.at(-1), 429)

  await here.control('DELETE', `/users/${body.data.id}`)

  assert.is((await there.editor.get(path)).status, 401)
})

test('given a collaborator with another role, then it applies', async () => {
  await here.owner.put('/schedules/first/collaborators/1', { user_role: 'viewer' })

  assert.is((await there.editor.put(`${path}/1`, { note: 'mine' })).status, 403)
  assert.is((await there.editor.get(path)).status, 200)
})

test('given another address of an account, then the old one is refused', async () => {
  await here.editor.put('/users/me', { email: 'new@example.test' })
  const mail = (await here.server.outbox()).find(({ link }) => link !== undefined)
  await here.caller().get(new URL(String(mail?.link)).pathname.slice('/v1'.length))

  assert.is((await there.editor.get(path)).status, 401)
  assert.is((await there.caller(basic('new@example.test', password)).get(path)).status, 200)
})

/** Sends a write whose body is completed only when `work` is done. */
async function whileSending(work: () => Promise<unknown>): Promise<number> {
  async function* parts() {
    yield '{"note": '
    // The login is verified as soon as the headers arrive.
    await waitFor(300)
    await work()
    yield '"new"}'
  }
  const { statusCode, body } = await request(`${there.server.url}/v1${path}/1`, {
    method: 'PUT',
    headers: { authorization: basic(email, password) },
    body: Readable.from(parts()),
  })
  await body.dump()
  return statusCode
}

test('given a new password while a body arrives, then the request is refused', async () => {
  const status = await whileSending(() => here.editor.put('/users/me', { new_password: 'a new password' }))

  assert.is(status, 401)
  assert.is((await here.owner.get(`${path}/1`)).body.data.note, '')
})

test.run()
