import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { serveMock } from '../mock/serve/index.js'
import { SeedError, startServer } from './index.js'
import { createScene, people, sceneSeed } from './testing/scene.js'

test('given no options, then an empty server starts on a free port of this machine', async () => {
  const server = await startServer()

  const answer = await fetch(`${server.url}/v1/users/me`)

  await server.close()
  assert.match(server.url, /^http:\/\/127\.0\.0\.1:\d+$/)
  assert.is(answer.status, 401)
})

test('given a world, then the server plays it, also after a reset, and reports exchanges', async () => {
  const targets: string[] = []
  const scene = await createScene({
    world: 'newest-first',
    onExchange: ({ target }) => void targets.push(target),
  })
  const namesOf = async () => {
    for (const name of ['First', 'Second']) await scene.owner.post('/schedules/first/resources', { name })
    const { body } = await scene.owner.get('/schedules/first/resources')
    return body.data.map(({ name }: { name: string }) => name)
  }

  const names = [await namesOf()]
  await scene.server.reset()
  names.push(await namesOf())

  await scene.end()
  assert.equal(names, [
    ['Second', 'First'],
    ['Second', 'First'],
  ])
  assert.is(targets.length, 6)
})

test('given a time world, then the clock of the server runs from there, also after a reset', async () => {
  const server = await startServer({ world: 'leap-day' })
  const times = [server.clock.now()]
  server.clock.advance(60_000)
  await server.reset()
  times.push(server.clock.now())
  const { frozen } = server.clock
  await server.close()

  assert.is(frozen, false)
  assert.equal(
    times.map(time => new Date(time).toISOString().slice(5, 10)),
    ['02-29', '02-29'],
  )
})

test('given an unknown world, then the error suggests a similar one', async () => {
  const message = await startServer({ world: 'newest-frist' as 'newest-first' }).catch(error => error.message)

  assert.is(message, 'There is no world "newest-frist"; did you mean "newest-first"?')
})

test('several servers in one process share nothing', async () => {
  const [one, two] = [await createScene(), await createScene()]

  await one.owner.post('/schedules/first/resources', { name: 'Room' })
  const other = await two.owner.post('/schedules/first/resources', { name: 'Room' })
  await one.server.reset()

  const kept = await two.owner.get('/schedules/first/resources')
  await Promise.all([one.end(), two.end()])
  assert.is(other.status, 201)
  assert.is(kept.body.pagination.total_count, 1)
})

test('a closed server cannot be reached, and can be closed again', async () => {
  const server = await startServer()
  await server.close()
  await server.close()

  const failed = await fetch(server.url).catch(error => error.cause.code)

  assert.is(failed, 'ECONNREFUSED')
})

test('a port in use fails the start with the code of the system', async () => {
  const server = await startServer()

  const error = await startServer({ port: server.port }).catch(error => error)

  await server.close()
  assert.is(error.code, 'EADDRINUSE')
})

test('the links in responses and e-mails start with the public URL', async () => {
  const scene = await createScene({ publicUrl: 'https://api.example.com/prefix/' })

  const list = await scene.owner.get('/schedules/first/resources')
  await scene.owner.put('/users/me', { email: 'else@example.test' })
  const [mail] = await scene.server.outbox()

  await scene.end()
  assert.is(
    list.body.pagination.links.first,
    'https://api.example.com/prefix/v1/schedules/first/resources?offset=0&limit=20',
  )
  assert.match(mail?.link ?? '', /^https:\/\/api\.example\.com\/prefix\/v1\/activations\//)
})

for (const publicUrl of [
  'example.com',
  'ftp://example.com',
  'https://example.com/?x=1',
  'https://u@example.com',
]) {
  test(`given the public URL ${publicUrl}, then the start is refused with what to fix`, async () => {
    const error = await startServer({ publicUrl }).catch(error => error)

    assert.match(error.message, /Failed to use the public URL .* Write it as https:\/\/example\.com/)
  })
}

for (const controlToken of ['', ' token', 'clé', 'two\nlines']) {
  test(`given the control token ${JSON.stringify(controlToken)}, which no header can carry, then the start is refused`, async () => {
    for (const start of [startServer, serveMock]) {
      const error = await start({ controlToken }).catch(error => error)

      assert.match(
        error.message,
        /^Failed to use the control token: .* printable ASCII characters, without a space at either end\.$/,
      )
    }
  })
}

test('the given rate limit applies to new accounts', async () => {
  const scene = await createScene({ requestRateLimit: 3 })

  const answers = [1, 2, 3, 4].map(() => scene.owner.get('/users/me'))
  const statuses = (await Promise.all(answers)).map(answer => answer.status)

  await scene.end()
  assert.equal(statuses.sort(), [200, 200, 200, 429])
})

test('an invalid seed is refused with all its errors', async () => {
  const [owner] = Object.values(people)
  const users = [{ ...(owner as typeof people.owner), password_hash: 'plain' }]

  const hash = await startServer({ seed: { users } }).catch(error => error)
  const unknown = await startServer({ seed: { schedules: [{ id: 's', owner: 'x@example.test' }] } }).catch(
    e => e,
  )

  assert.instance(hash, SeedError)
  assert.match(hash.message, /users\.0\.password_hash must be of the form/)
  assert.match(unknown.message, /schedules\.0\.owner does not name a user/)
})

test('names are unique per schedule if so configured', async () => {
  const scene = await createScene({ uniqueNames: 'schedule', seed: sceneSeed })

  const first = await scene.owner.post('/schedules/first/resources', { name: 'Room' })
  const second = await scene.owner.post('/schedules/second/resources', { name: 'Room' })
  const again = await scene.owner.post('/schedules/second/resources', { name: 'Room' })

  await scene.end()
  assert.equal([first.status, second.status, again.status], [201, 201, 409])
})

test.run()
