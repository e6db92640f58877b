import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { startServer } from './index.js'
import { withCluster } from './storage/postgres/testing/cluster.js'
import { openCountingProxy } from './storage/postgres/testing/counting-proxy.js'
import { type Answer, createScene } from './testing/scene.js'

/* The server on PostgreSQL. */

const { test, cluster } = withCluster(all)
const bookings = '/schedules/first/bookings'
const times = { start: '2030-01-01 10:00', end: '2030-01-01 11:00' }

test('given what is known, GET one, a list and POST take 1 round trip each', async () => {
  const proxy = await openCountingProxy(cluster().database())
  // With one connection, each round trip follows the one before it.
  const scene = await createScene({ database: proxy.url, databaseLimits: { poolSize: 1 } })
  const { owner } = scene
  const resource = (await owner.post('/schedules/first/resources', { name: 'Room' })).body.data[0].id
  const post = () => owner.post(bookings, { resource_id: resource, ...times })
  await post()
  const requests: [most: number, send: () => Promise<Answer>][] = [
    [1, post],
    [1, () => owner.get(`${bookings}/1`)],
    [1, () => owner.get(bookings)],
    [3, () => owner.put(`${bookings}/1`, { title: 'new' })],
    [2, () => owner.delete(`${bookings}/1`)],
  ]

  for (const [most, send] of requests) {
    proxy.count()
    const { status, text } = await send()
    const trips = proxy.count()

    assert.ok(status < 300, text)
    assert.ok(trips <= most, `${trips} round trips instead of ${most}`)
  }

  await scene.end()
  proxy.close()
})

test('given a statement that waits for a lock too long, the request gets 503 and nothing is changed', async () => {
  const url = cluster().database()
  const scene = await createScene({ database: url, databaseLimits: { lockTimeout: 100 } })
  await scene.owner.post('/schedules/first/resources', { name: 'Room' })
  const held = cluster().hold(url, 'LOCK TABLE resources IN ACCESS EXCLUSIVE MODE')
  await held.isHeld

  const answer = await scene.owner.put('/schedules/first/resources/1', { note: 'new' })
  held.release()

  assert.is(answer.status, 503)
  assert.match(answer.body.error.message, /^The database is busy: nothing was changed/)
  assert.is((await scene.owner.get('/schedules/first/resources/1')).body.data.note, '')
  await scene.end()
})

test('given a server that starts again, the data are continued, and the seed is not loaded', async () => {
  const database = cluster().database()
  const first = await createScene({ database })
  await first.owner.post('/schedules/first/resources', { name: 'Room' })
  await first.end()

  const second = await createScene({ database })

  assert.ok(second.server.isContinued)
  assert.is((await second.owner.get('/schedules/first/resources')).body.data[0].name, 'Room')
  await second.end()
})

test('given a directory and a database, the server does not start', async () => {
  const both = startServer({ data: 'data', database: 'postgres://localhost/x' })

  const error = await both.catch(error => error)

  assert.match(error.message, /there are a directory and a database\. Give one of them/)
})

test.run()
