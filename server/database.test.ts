import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { startServer } from './index.js'
import { withCluster } from './storage/postgres/testing/cluster.js'
import { serverGrants, withRole } from './storage/postgres/testing/role.js'
import { migrateDatabase } from './storage/transfer.js'
import { createScene } from './testing/scene.js'

/* The server on PostgreSQL. */

const { test, cluster } = withCluster(all)

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

test('given tables that a newer version migrates, a running server asks to be closed, and has failed', async () => {
  const database = cluster().database()
  const server = await startServer({ database })
  cluster().run(database, 'UPDATE schedkit SET version = 99; ALTER TABLE users RENAME COLUMN object TO other')

  await fetch(`${server.url}/v1/users/me`, { headers: { authorization: 'Basic YTpi' } })
  await server.mustEnd
  await server.close()

  assert.ok(server.hasFailed)
})

test('given a role that may only change rows, when a reset or another seed is asked for, then it is refused, with the reason', async () => {
  const { owner, url } = withRole(cluster(), serverGrants)
  await migrateDatabase(owner, 'service')
  const scene = await createScene({ database: url })
  await scene.owner.post('/schedules/first/resources', { name: 'Room' })

  const refused = [await scene.control('POST', '/reset'), await scene.control('PUT', '/seed', { users: [] })]

  for (const { status, body } of refused) {
    assert.equal([status, body.error.code], [503, 'unavailable'])
    assert.match(body.error.message, /A reset needs the owner of the tables/)
  }
  assert.is((await scene.owner.get('/schedules/first/resources')).body.data[0].name, 'Room')
  await scene.end()
})

test('given a directory and a database, the server does not start', async () => {
  const both = startServer({ data: 'data', database: 'postgres://localhost/x' })

  const error = await both.catch(error => error)

  assert.match(error.message, /there are a directory and a database\. Give one of them/)
})

test.run()
