import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { basic, sceneFor } from '../testing/scene.js'

const scene = await sceneFor(test)
test.before.each(async () => {
  for (const { id } of (await scene.control('GET', '/snapshots')).body.data) {
    await scene.control('DELETE', `/snapshots/${id}`)
  }
})

const resources = '/schedules/first/resources'
const take = (id?: string) => scene.control('POST', '/snapshots', id === undefined ? {} : { id })
const restore = (id: string) => scene.control('POST', `/snapshots/${id}/restore`)
const listed = async () =>
  (await scene.control('GET', '/snapshots')).body.data.map(({ id }: { id: string }) => id)
const names = async () =>
  (await scene.owner.get(`${resources}?fields=name`)).body.data.map(({ name }: { name: string }) => name)

test('given a snapshot, when it is restored, then all data is as before, and it can be restored again', async () => {
  await scene.owner.post(resources, { name: 'Before' })
  const taken = await take('furnished')
  const before = await scene.owner.get(resources)

  for (let round = 0; round < 2; round++) {
    await scene.owner.put(resources, { note: 'changed' })
    await scene.owner.post(resources, { name: 'After' })
    await scene.owner.delete('/users/me?me=1')
    const restored = await restore('furnished')

    assert.is(restored.status, 200)
    assert.equal((await scene.owner.get(resources)).body, before.body)
  }

  assert.is(taken.status, 201)
  assert.equal(taken.body.data, { id: 'furnished' })
})

test('given a restore, then the next id is the one that would have followed', async () => {
  await scene.owner.post(resources, { name: 'One' })
  await take('one')
  const { id } = (await scene.owner.post(resources, { name: 'Two' })).body.data[0]

  await restore('one')

  assert.is((await scene.owner.post(resources, { name: 'Other' })).body.data[0].id, id)
})

test('given no name, then an unused one is generated', async () => {
  await take('snapshot-2')

  const first = (await take()).body.data.id
  const next = (await take()).body.data.id

  assert.match(first, /^snapshot-\d+$/)
  assert.match(next, /^snapshot-\d+$/)
  assert.is(new Set(await listed()).size, 3)
})

test('given an existing name, then the new snapshot replaces the old one', async () => {
  await take('same')
  await scene.owner.post(resources, { name: 'Room' })
  await take('same')
  await scene.owner.delete(`${resources}?all=1`)

  await restore('same')

  assert.equal(await names(), ['Room'])
  assert.equal(await listed(), ['same'])
})

test('given an unknown name, then the nearest is suggested, and nothing is lost', async () => {
  await scene.owner.post(resources, { name: 'Room' })
  await take('furnished')

  const restored = await restore('furnishd')
  const removed = await scene.control('DELETE', '/snapshots/furnishd')

  for (const refused of [restored, removed]) {
    assert.is(refused.status, 404)
    assert.is(refused.body.error.message, 'There is no snapshot furnishd; did you mean furnished?')
  }
  assert.equal(await names(), ['Room'])
  assert.equal(await listed(), ['furnished'])
})

test('given no snapshots, then a restore says so', async () => {
  const refused = await restore('any')

  assert.is(refused.body.error.message, 'There is no snapshot any; there are none')
})

test('given an invalid name, then it is refused', async () => {
  const wrong = await take('a/b')
  const member = await scene.control('POST', '/snapshots', { name: 'x' })

  assert.is(wrong.status, 422)
  assert.match(wrong.body.error.message, /^id must be 1 to 100 letters/)
  assert.match(member.body.error.message, /^name is not a known field; (did you mean|known:) id/)
  assert.equal(await listed(), [])
})

test('given a deleted snapshot, then it cannot be restored', async () => {
  await take('brief')

  const removed = await scene.control('DELETE', '/snapshots/brief')

  assert.is(removed.status, 200)
  assert.is((await restore('brief')).status, 404)
})

test('a restore does not affect clock, outbox, latency and failures, and a reset does not affect snapshots', async () => {
  await scene.owner.post(resources, { name: 'Room' })
  await take('kept')
  await scene.control('PUT', '/clock', { now: '2030-01-01T00:00:00Z', frozen: true })
  await scene.owner.put('/users/me', { email: 'else@example.test' })
  await scene.control('PUT', '/latency', { ms: 1 })
  await scene.control('POST', '/failures', { with: 500, operation: 'deleteMe' })

  await restore('kept')

  assert.is((await scene.control('GET', '/clock')).body.data.now, '2030-01-01T00:00:00.000Z')
  assert.is((await scene.control('GET', '/outbox')).body.data.length, 2)
  assert.equal((await scene.control('GET', '/latency')).body.data, { ms: 1 })
  assert.is((await scene.control('GET', '/failures')).body.data.length, 1)
  await scene.control('POST', '/reset')
  assert.equal(await names(), [])
  await restore('kept')
  assert.equal(await names(), ['Room'])
})

test('given a password that was changed since, then the old one is valid again after a restore', async () => {
  await take('old')
  await scene.stranger.put('/users/me', { new_password: 'another-password' })
  const changed = await scene.stranger.get('/users/me')

  await restore('old')

  assert.is(changed.status, 401)
  assert.is((await scene.stranger.get('/users/me')).status, 200)
  const other = scene.caller(basic('stranger@example.test', 'another-password'))
  assert.is((await other.get('/users/me')).status, 401)
})

test('given delayed requests, when a snapshot is restored, then they are aborted and write nothing later', async () => {
  await take('calm')
  await scene.control('PUT', '/latency', { ms: 300 })
  const slow = scene.owner.post(resources, { name: 'Late' }).catch(error => error.code)
  await new Promise(resolve => setTimeout(resolve, 80))

  await restore('calm')
  const outcome = await slow
  await new Promise(resolve => setTimeout(resolve, 300))

  assert.is(outcome, 'UND_ERR_SOCKET')
  assert.equal(await names(), [])
})

test('given restores between writes, then each response shows one state or the other', async () => {
  await scene.owner.post(resources, { name: 'A' })
  await scene.owner.post(resources, { name: 'B' })
  await take('pair')

  const tasks = Array.from({ length: 60 }, async (_, index) => {
    if (index % 3 === 0) return restore('pair')
    if (index % 3 === 1) return scene.owner.delete(`${resources}?all=1`)
    return scene.owner.get(`${resources}?fields=name`)
  })
  const answers = await Promise.all(tasks)

  assert.ok(answers.every(({ status }) => status === 200))
  for (const { body } of answers.filter(each => each.body.data)) {
    assert.ok(body.data.length === 0 || body.data.length === 2, JSON.stringify(body))
    assert.is(body.pagination.total_count, body.data.length)
  }
})

test.run()
