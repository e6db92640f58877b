import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openSqlStore } from '../storage/index.js'
import { parseSeed } from './contract/seed-check.js'
import { createService } from './service.js'
import { type Repositories, UniqueViolation } from './store.js'
import { createClock } from './times/clock.js'
import type { Awaitable } from './wire/call.js'

/** A service with fake password hashing, and its rows. */
async function seeded() {
  const hashed: string[] = []
  const remembered: unknown[][] = []
  const store = await openSqlStore()
  const passwords = {
    async hash(password: string) {
      hashed.push(password)
      return `hash of ${password}`
    },
    verify: async () => true,
    remember: (...given: unknown[]) => void remembered.push(given),
    isProven: () => false,
    forget: () => undefined,
  }
  let made = 0
  const ids = { user: () => `made-${++made}`, schedule: () => '', secret: () => '' }
  const log = { defect: () => undefined }
  let now = 0
  const clock = createClock(() => ++now)
  const service = createService(
    { store, clock, passwords, ids, log, mailer: { keep: () => () => {} } },
    { requestRateLimit: 10 },
  )
  const read = <T>(work: (rows: Repositories) => Awaitable<T>) => store.read(work)
  return { service, passwords, store, hashed, remembered, read }
}

test('given a password with its hash, then the hash is stored; given one without, then it is hashed', async () => {
  const { service, hashed, remembered, read } = await seeded()
  const seed = parseSeed({
    users: [
      { email: 'a@b', password: 'secret-a', password_hash: 'known' },
      { email: 'C@d', password: 'secret-c' },
    ],
  })

  await service.loadSeed(seed)

  const users = await read(rows => rows.users.list())
  assert.equal(
    users.map(user => [user.id, user.password_hash]),
    [
      ['made-1', 'known'],
      ['made-2', 'hash of secret-c'],
    ],
  )
  assert.equal(hashed, ['secret-c'])
  assert.equal(remembered, [['secret-c', 'hash of secret-c']])
})

test('given a seed that cannot be loaded, then the existing data remains', async () => {
  const { service, remembered, read } = await seeded()
  const user = { email: 'a@b', password: 'secret', password_hash: 'known' }
  await service.loadSeed(parseSeed({ users: [user] }))
  const twice = [
    { ...user, id: 'x' },
    { ...user, id: 'x', email: 'c@d' },
  ]

  const error = await service.loadSeed({ users: twice, schedules: [] }).catch(error => error)

  assert.instance(error, UniqueViolation)
  assert.equal(remembered, [])
  assert.equal(
    (await read(rows => rows.users.list())).map(({ id }) => id),
    ['made-1'],
  )
})

test('a request for an unknown activation link, which needs no credentials, starts no write', async () => {
  const { service, store } = await seeded()
  let writes = 0
  const { write } = store
  store.write = (work, options) => {
    writes++
    return write(work, options)
  }

  const reply = await service.answer({
    ...{ method: 'GET', target: '/v1/activations/unknown', origin: 'http://localhost', peer: '127.0.0.1' },
    header: () => undefined,
    body: new Uint8Array(),
  })

  assert.equal([reply.status, writes], [404, 0])
})

test.run()
