import { connect, type Socket } from 'node:net'
import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { startServer } from './index.js'
import { password, withCluster } from './storage/postgres/testing/cluster.js'
import { openCountingProxy } from './storage/postgres/testing/counting-proxy.js'
import { serverGrants, withRole } from './storage/postgres/testing/role.js'
import { migrateDatabase } from './storage/transfer.js'
import { basic, createScene, people, sceneSeed } from './testing/scene.js'

/* The server on PostgreSQL, including a database that stops, hangs, or is overloaded. */

const { test, cluster } = withCluster(all)
const times = { start: '2030-01-01 10:00', end: '2030-01-01 11:00' }

/** Sends a request and reads only the first line of the response. */
function firstLineOf(port: number, request: string): Promise<{ line: string; socket: Socket }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.once('error', reject)
    socket.once('data', data => {
      socket.pause()
      resolve({ line: String(data).split('\r\n')[0] ?? '', socket })
    })
  })
}

/** Returns what this process writes to standard error while work runs. */
async function printed(work: () => Promise<unknown>): Promise<string> {
  const { write } = process.stderr
  let text = ''
  process.stderr.write = ((chunk: string) => {
    text += chunk
    return true
  }) as typeof write
  try {
    await work()
  } finally {
    process.stderr.write = write
  }
  return text
}

test('given a database that stops, then requests get 503 until it is back, with all data', async () => {
  let printedText = ''
  const scene = await createScene({ database: cluster().database() })
  const { owner } = scene
  await owner.post('/schedules/first/resources', { name: 'Room' })

  printedText += await printed(async () => {
    cluster().stop('immediate')
    for (const answer of [
      await owner.get('/schedules/first/resources'),
      await owner.post('/schedules/first/resources', { name: 'Other' }),
    ]) {
      assert.is(answer.status, 503)
      assert.is(answer.headers['retry-after'], '2')
      // `overloaded` would mean that a create can be sent again.
      assert.is(answer.body.error.code, 'unavailable')
      assert.match(answer.body.error.message, /^The database does not answer/)
    }
    cluster().start()
    const names = (await owner.get('/schedules/first/resources?fields=name')).body.data
    assert.equal(names, [{ name: 'Room' }])
    assert.is((await owner.post('/schedules/first/resources', { name: 'Other' })).status, 201)
  })

  await scene.end()
  assert.match(
    printedText,
    /^database lost: The database postgres:\/\/schedkit@127\.0\.0\.1:\d+\/test_\d+ does not/,
  )
  assert.match(printedText, /database found: .* answers again\./)
  assert.not.ok(printedText.includes(encodeURIComponent(password)))
})

test('given a database that accepts data but does not respond, then requests get 503 within 5 seconds', async () => {
  const proxy = await openCountingProxy(cluster().database())
  const scene = await createScene({ database: proxy.url })
  await scene.owner.get('/users/me')
  const get = () =>
    scene.owner.get('/users/me').then(({ status, headers }) => [status, headers['retry-after'] !== undefined])

  await printed(async () => {
    proxy.silence(true)
    const begun = performance.now()
    const answers = await Promise.all(Array.from({ length: 30 }, get))
    const took = performance.now() - begun
    proxy.silence(false)

    assert.equal(answers, Array(30).fill([503, true]))
    assert.ok(took < 5_000, `it took ${took} ms`)
    assert.equal(await get(), [200, false])
  })

  await scene.end()
  proxy.close()
})

test('given lists that nobody reads, then other requests are served: such lists get half of the connections', async () => {
  const note = '€'.repeat(500)
  const bookings = Array.from({ length: 6_000 }, () => ({ resource: 'Room', ...times, note }))
  const seed = {
    ...sceneSeed,
    schedules: [{ id: 'first', owner: people.owner.email, resources: [{ name: 'Room' }], bookings }],
  }
  const database = cluster().database()
  const scene = await createScene({ database, seed, databaseLimits: { connectionTimeout: 3_000 } })
  const request = `GET /v1/schedules/first/bookings?limit=0 HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(people.owner.email, people.owner.password)}\r\n\r\n`
  await scene.owner.get('/users/me')

  const answers = await Promise.all(Array.from({ length: 12 }, () => firstLineOf(scene.server.port, request)))
  const others = await Promise.all(
    Array.from({ length: 8 }, () => scene.stranger.get('/schedules/first/resources')),
  )

  assert.is(answers.filter(({ line }) => line.includes('200')).length, 3)
  assert.is(answers.filter(({ line }) => line.includes('503')).length, 9)
  assert.equal(new Set(others.map(({ status }) => status)), new Set([404]))
  for (const { socket } of answers) socket.destroy()
  await scene.end()
})

test('given a statement that waits too long for a lock, then the request gets 503 and nothing is changed', async () => {
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

test('given a server that restarts, then the data is preserved, and the seed is not loaded', async () => {
  const database = cluster().database()
  const first = await createScene({ database })
  await first.owner.post('/schedules/first/resources', { name: 'Room' })
  await first.end()

  const second = await createScene({ database })

  assert.ok(second.server.isContinued)
  assert.is((await second.owner.get('/schedules/first/resources')).body.data[0].name, 'Room')
  await second.end()
})

test('given tables that a newer version migrates, then a running server asks to be closed, and has failed', async () => {
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

test('given a directory and a database, then the server does not start', async () => {
  const both = startServer({ data: 'data', database: 'postgres://localhost/x' })

  const error = await both.catch(error => error)

  assert.match(error.message, /there are a directory and a database\. Give one of them/)
})

test.run()
