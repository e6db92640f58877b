import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import type { MailQueue, Store } from './core/index.js'
import { createMailer, type MailerOptions, type ServerMailer } from './mail/index.js'
import { clock, endAll, listen, mail, receive, until } from './mail/testing/smtp-servers.js'
import { openPostgresStore } from './storage/postgres/postgres-store.js'
import { withCluster } from './storage/postgres/testing/cluster.js'
import { openSqlStore } from './storage/sqlite/sql-store.js'
import { withDirectory } from './storage/sqlite/testing/temporary-directory.js'

/* Mails that are stored with the data until they are delivered. */

const { test, cluster } = withCluster(all)

type MailStore = Store & { mails: MailQueue; close(): Promise<void> }

/** Reopens the data; data in a directory must have been closed first. */
type Open = () => Promise<MailStore>

const invitation = (to: string) => ({ ...mail, to, kind: 'invitation' as const })
const toOf = (mails: readonly { to: string }[]) => mails.map(({ to }) => to).sort()
const idOf = (message: string) => /^Message-ID: (.*)\r$/m.exec(message)?.[1]

function mailerOn(store: MailStore, options: Partial<MailerOptions> = {}): ServerMailer {
  return createMailer({ clock, queue: store.mails, pauses: [20, 20], ...options })
}

async function send(store: MailStore, mailer: ServerMailer, to: string): Promise<void> {
  const sent = await store.write(rows => mailer.keep(invitation(to), rows))
  sent()
}

/** Runs a test on both engines. */
function onBoth(title: string, work: (open: Open) => Promise<void>): void {
  all(`SQLite: ${title}`, () =>
    withDirectory(directory => work(() => openSqlStore({ data: { directory, notify() {} } }))),
  )
  test(`PostgreSQL: ${title}`, () => {
    const url = cluster().database()
    return work(() => openPostgresStore({ url }))
  })
}

all.after.each(endAll)

onBoth('a mail of a write that is rolled back is not sent', async open => {
  const { received, address } = await receive()
  const store = await open()
  const mailer = mailerOn(store, { smtp: `smtp://${address}`, keepsDelivered: true })

  const undone = Promise.resolve(
    store.write(async rows => {
      mailer.keep(invitation('no@example.com'), rows)
      throw new Error('no')
    }),
  ).catch(error => error.message)
  assert.is(await undone, 'no')
  await send(store, mailer, 'yes@example.com')
  await until(() => received.length > 0)

  await mailer.close()
  assert.equal(toOf(await mailer.outbox.list()), ['yes@example.com'])
  assert.equal(
    received.map(({ to }) => to),
    [['yes@example.com']],
  )
  await store.close()
})

onBoth(
  'a mail that was not delivered when the process ended is delivered by the next one, with the same id',
  async open => {
    const { port, close } = await listen(socket => socket.destroy())
    const first = await open()
    const mailer = mailerOn(first, { smtp: `smtp://127.0.0.1:${port}`, pauses: [60_000] })
    await send(first, mailer, 'ada@example.com')
    await until(async () => (await mailer.outbox.list())[0]?.problem !== undefined)
    const [waiting] = await mailer.outbox.list()
    await mailer.close()
    await first.close()
    await close()

    const { received, address } = await receive()
    const second = await open()
    const next = mailerOn(second, { smtp: `smtp://${address}`, keepsDelivered: true, interval: 50 })
    await until(async () => {
      const [entry] = await next.outbox.list()
      if (entry?.delivery !== 'delivered') await makeDue(second)
      return entry?.delivery === 'delivered'
    })

    assert.is(waiting?.delivery, 'sending')
    assert.is(idOf(received[0]?.message ?? ''), idOf(waiting?.message ?? ''))
    assert.is(received.length, 1)
    await next.close()
    await second.close()
  },
)

/** Makes mails that wait for a retry due now. */
async function makeDue(store: MailStore): Promise<void> {
  const [waiting] = await store.mails.list(1)
  if (waiting) await store.mails.end(waiting, { state: 'sending', problem: waiting.problem ?? '', due: 0 })
}

onBoth('a delivered mail is removed, unless it can be read', async open => {
  const { received, address } = await receive()
  const store = await open()
  const mailer = mailerOn(store, { smtp: `smtp://${address}` })

  await send(store, mailer, 'ada@example.com')
  await until(async () => received.length === 1 && (await mailer.outbox.list()).length === 0)

  await mailer.close()
  await store.close()
})

onBoth(
  'a mail that is refused permanently has failed; one that is refused temporarily is retried',
  async open => {
    let tries = 0
    const { received, address } = await receive({
      onRcptTo({ address: to }, _session, done) {
        const code = to.startsWith('never') ? 550 : 451
        const isRefused = to.startsWith('never') || tries++ < 2
        done(isRefused ? Object.assign(new Error('No'), { responseCode: code }) : null)
      },
    })
    const store = await open()
    const heard: string[] = []
    const mailer = mailerOn(store, {
      smtp: `smtp://${address}`,
      keepsDelivered: true,
      notify: ({ to, delivery, problem }) => heard.push([to, delivery, problem].join(' ')),
    })

    await send(store, mailer, 'never@example.com')
    await send(store, mailer, 'later@example.com')
    await until(() => heard.some(text => text.includes('delivered')))
    await until(() => heard.some(text => text.includes('failed')))

    const entries = await mailer.outbox.list()
    assert.equal(
      entries.map(({ id, delivery }) => `${id} ${delivery}`),
      ['1 failed', '2 delivered'],
    )
    assert.match(entries[0]?.problem ?? '', /550 No/)
    assert.is(received.length, 1)
    assert.match(
      heard.sort().join('\n'),
      /^later.* delivered .*\nlater.* sending \nlater.* sending .*451 No\nnever.* failed .*550 No\nnever.* sending $/,
    )
    await mailer.close()
    await store.close()
  },
)

onBoth('an emptied queue restarts at 1, and waiting mails are still delivered', async open => {
  const { received, address } = await receive()
  const store = await open()
  const silent = mailerOn(store)
  await send(store, silent, 'old@example.com')
  const mailer = mailerOn(store, { smtp: `smtp://${address}`, keepsDelivered: true })
  const sent = await store.write(rows => mailer.keep(invitation('hidden@example.com'), rows))

  await mailer.outbox.empty()
  assert.equal(await mailer.outbox.list(), [])
  sent()
  await until(() => received.length === 1)
  await send(store, silent, 'new@example.com')

  assert.equal(
    (await mailer.outbox.list()).map(({ id, to, delivery }) => `${id} ${to} ${delivery}`),
    ['1 new@example.com outbox'],
  )
  await mailer.close()
  await store.close()
})

onBoth('of the mails that are not waiting, the newest are kept', async open => {
  const store = await open()
  const mailer = mailerOn(store, { outboxLimit: 10 })

  for (let count = 1; count <= 120; count++) await send(store, mailer, `${count}@example.com`)
  await store.mails.prune(10)

  assert.equal(
    (await store.mails.list(1_000)).map(({ number }) => number),
    Array.from({ length: 10 }, (_, index) => index + 111),
  )
  await store.close()
})

onBoth('mails that wait when the queue is emptied do not count among the newest', async open => {
  const { port, close } = await listen(socket => socket.destroy())
  const store = await open()
  const silent = mailerOn(store)
  for (let count = 1; count <= 20; count++) await send(store, silent, `${count}@example.com`)
  const mailer = mailerOn(store, { smtp: `smtp://127.0.0.1:${port}`, pauses: [60_000] })
  await send(store, mailer, 'waiting@example.com')
  await until(async () => (await mailer.outbox.list()).at(-1)?.problem !== undefined)

  await store.mails.empty()
  for (let count = 1; count <= 12; count++) await send(store, silent, `new-${count}@example.com`)
  await store.mails.prune(10)

  assert.equal(
    (await store.mails.list(1_000)).map(({ number }) => number),
    Array.from({ length: 10 }, (_, index) => index + 3),
  )
  await mailer.close()
  await store.close()
  await close()
})

test('PostgreSQL: two processes that deliver at the same time send each mail once', async () => {
  const url = cluster().database()
  const { received, address } = await receive()
  const stores = await Promise.all([1, 2].map(() => openPostgresStore({ url })))
  const mailers = stores.map(store => mailerOn(store, { smtp: `smtp://${address}`, interval: 30 }))

  await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      send(stores[index % 2] as MailStore, mailers[index % 2] as ServerMailer, `${index}@example.com`),
    ),
  )
  await until(async () => received.length >= 60 && (await mailers[0]?.outbox.list())?.length === 0)

  assert.is(received.length, 60)
  assert.is(new Set(received.map(({ message }) => idOf(message))).size, 60)
  for (const mailer of mailers) await mailer.close()
  for (const store of stores) await store.close()
})

test('PostgreSQL: mails taken by a process that never came back are delivered by another one', async () => {
  const url = cluster().database()
  const { received, address } = await receive()
  const stores = await Promise.all([1, 2].map(() => openPostgresStore({ url })))
  const [lost, other] = [stores[0] as MailStore, stores[1] as MailStore]
  const waiting = { ...invitation('ada@example.com'), key: 'key', at: Date.now(), state: 'sending' as const }
  await lost.write(rows => lost.mails.add(waiting, rows))
  const taken = await lost.mails.take({ count: 5, until: Date.now() + 300 })

  const mailer = mailerOn(other, { smtp: `smtp://${address}`, interval: 30, keepsDelivered: true })
  await until(() => received.length === 1)
  await until(async () => (await mailer.outbox.list())[0]?.delivery === 'delivered')
  if (taken[0]) await lost.mails.end(taken[0], { state: 'failed', problem: 'too late' })

  assert.is(taken.length, 1)
  assert.is((await mailer.outbox.list())[0]?.delivery, 'delivered')
  await mailer.close()
  for (const store of stores) await store.close()
})

test('PostgreSQL: a mail that is due later than the longest pause is taken, because the clock was set back', async () => {
  const store = await openPostgresStore({ url: cluster().database() })
  const waiting = { ...invitation('ada@example.com'), key: 'key', at: Date.now(), state: 'sending' as const }
  await store.write(rows => store.mails.add(waiting, rows))
  const takenAfter = async (pause: number) => {
    const [mail] = await store.mails.take({ count: 1, until: Date.now() })
    if (mail) await store.mails.end(mail, { state: 'sending', problem: undefined, due: Date.now() + pause })
    return mail !== undefined
  }

  const taken = [await takenAfter(3_600_000), await takenAfter(600_000), await takenAfter(0)]

  await store.close()
  assert.equal(taken, [true, true, false])
})

all.run()
