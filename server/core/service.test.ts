import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openSqlStore } from '../storage/index.js'
import { createClock } from './clock.js'
import { parseSeed } from './contract/seed-check.js'
import { createService } from './service.js'
import { type Repositories, UniqueViolation } from './store.js'

/** A service whose passwords are hashed by a fake, and the rows behind it. */
async function planted() {
  const hashed: string[] = []
  const store = await openSqlStore()
  const passwords = {
    async hash(password: string) {
      hashed.push(password)
      return `hash of ${password}`
    },
    verify: async () => false,
    forget: () => undefined,
  }
  let made = 0
  const ids = { user: () => `made-${++made}`, schedule: () => '', secret: () => '' }
  const log = { defect: () => undefined }
  const clock = createClock(() => 0)
  const service = createService(
    { store, clock, passwords, ids, log, mailer: { send: () => undefined } },
    { requestRateLimit: 10 },
  )
  const read = <T>(work: (rows: Repositories) => Promise<T>) => store.read(work)
  return { service, hashed, read }
}

test('given a password with its hash, the hash is kept; given one without, it is hashed', async () => {
  const { service, hashed, read } = await planted()
  const seed = parseSeed({
    users: [
      { email: 'a@b', password: 'secret-a', password_hash: 'known' },
      { email: 'c@d', password: 'secret-c' },
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
})

test('given a seed that cannot be planted, what was there before stays', async () => {
  const { service, read } = await planted()
  const user = { email: 'a@b', password: 'secret', password_hash: 'known' }
  await service.loadSeed(parseSeed({ users: [user] }))
  const twice = [
    { ...user, id: 'x' },
    { ...user, id: 'x', email: 'c@d' },
  ]

  const error = await service.loadSeed({ users: twice, schedules: [] }).catch(error => error)

  assert.instance(error, UniqueViolation)
  assert.equal(
    (await read(rows => rows.users.list())).map(({ id }) => id),
    ['made-1'],
  )
})

test.run()
