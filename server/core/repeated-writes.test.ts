import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openSqlStore } from '../storage/index.js'
import { basic, people, sceneSeed } from '../testing/scene.js'
import { parseSeed } from './contract/seed-check.js'
import { createService } from './service.js'
import type { Store } from './store.js'

/** A store on SQLite that rolls back each write once and retries it, as after a conflict. */
async function repeatingStore(): Promise<Store> {
  const store = await openSqlStore()
  const conflict = new Error('conflict')
  return {
    read: store.read,
    async write(work, options) {
      const undone = async () =>
        store.write(async rows => {
          await work(rows)
          throw conflict
        }, options)
      await undone().catch(error => {
        if (error !== conflict) throw error
      })
      return store.write(work, options)
    },
  }
}

test('given a store that retries writes, then each mail is sent once', async () => {
  const sent: string[] = []
  const passwords = {
    hash: async () => 'hash',
    verify: async () => true,
    remember: () => {},
    isProven: () => false,
    forget: () => {},
  }
  let made = 0
  const next = () => `made-${++made}`
  const service = createService(
    {
      store: await repeatingStore(),
      clock: { now: () => 0 },
      passwords,
      ids: { user: next, schedule: next, secret: next },
      log: { defect: assert.unreachable },
      mailer: {
        keep:
          ({ kind, to }) =>
          () =>
            void sent.push(`${kind} to ${to}`),
      },
    },
    { requestRateLimit: 1000 },
  )
  await service.loadSeed(parseSeed(sceneSeed))
  const authorization = basic(people.owner.email, people.owner.password)

  const reply = await service.answer({
    method: 'POST',
    target: '/v1/schedules/first/collaborators',
    header: name => ({ authorization, 'content-type': 'application/json' })[name],
    body: new TextEncoder().encode(JSON.stringify({ email: 'new@example.test', invite: true })),
    origin: 'http://localhost',
  })

  assert.is(reply.status, 201)
  assert.equal(sent, ['invitation to new@example.test'])
})

test.run()
