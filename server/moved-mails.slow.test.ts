import { join } from 'node:path'
import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { createMailer } from './mail/index.js'
import { clock, endAll, listen, mail, receive, until } from './mail/testing/smtp-servers.js'
import { openStore } from './storage/open-store.js'
import { withCluster } from './storage/postgres/testing/cluster.js'
import { withDirectory } from './storage/sqlite/testing/temporary-directory.js'
import { copyData } from './storage/transfer.js'

const { test, cluster } = withCluster(all)

test.after.each(endAll)

/** Opens the data at a place with a mailer that delivers its mails. */
async function open(place: string, smtp: string) {
  const where = place.startsWith('postgres:') ? { database: place } : { data: place }
  const store = await openStore({ uniqueNames: 'service', notify: () => {}, ...where })
  const { mails: queue } = store
  const mailer = createMailer({ clock, queue, smtp, keepsDelivered: true, interval: 30 })
  const send = async (to: string) => (await store.write(rows => mailer.keep({ ...mail, to }, rows)))()
  const entries = async () =>
    (await mailer.outbox.list()).map(({ id, to, delivery }) => `${id} ${to} ${delivery}`)
  async function close(): Promise<void> {
    await mailer.close()
    await store.close()
  }
  return { mailer, send, entries, close }
}

/** Leaves a mail waiting, moves the data to another place, and delivers it there. */
async function move(from: string, to: string): Promise<void> {
  const { port, close } = await listen(socket => socket.destroy())
  const first = await open(from, `smtp://127.0.0.1:${port}`)
  await first.send('ada@example.com')
  await until(async () => (await first.mailer.outbox.list())[0]?.problem !== undefined)
  await first.close()
  await close()

  assert.is((await copyData(from, to)).mails, 1)

  const { received, address } = await receive()
  const second = await open(to, `smtp://${address}`)
  await until(async () => (await second.entries())[0]?.endsWith('delivered') === true)
  await second.send('bo@example.com')
  await until(async () => (await second.entries())[1]?.endsWith('delivered') === true)
  assert.equal(
    received.map(({ to }) => to),
    [['ada@example.com'], ['bo@example.com']],
  )
  assert.equal(await second.entries(), ['1 ada@example.com delivered', '2 bo@example.com delivered'])
  await second.close()
}

test('a mail waiting in a directory is delivered once from the database that its data is copied to', () =>
  withDirectory(parent => move(join(parent, 'data'), cluster().database())))

test('a mail waiting in a database is delivered once from the directory that its data is copied to', () =>
  withDirectory(parent => move(cluster().database(), join(parent, 'data'))))

all.run()
