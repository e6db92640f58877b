import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { endAll, entriesOf, listen, mail, open, receive } from './testing/smtp-servers.js'

test.after.each(endAll)

test('closing waits for a delivery in progress', async () => {
  const { received, address } = await receive({
    onMailFrom: (_address, _session, done) => setTimeout(done, 100),
  })
  const mailer = await open({ smtp: `smtp://${address}` })
  await mailer.send(mail)

  await mailer.close()

  assert.is(received.length, 1)
  assert.is((await mailer.outbox.list())[0]?.delivery, 'delivered')
})

test('closing delivers what was sent just before, even more than is delivered concurrently', async () => {
  const { received, address } = await receive()
  const mailer = await open({ smtp: `smtp://${address}` })
  for (let sent = 0; sent < 20; sent++) await mailer.send(mail)

  await mailer.close()

  assert.is(received.length, 20)
})

test('closing waits only for a limited time for a server that hangs', async () => {
  const { port } = await listen(() => {})
  const mailer = await open({ smtp: `smtp://127.0.0.1:${port}`, grace: 50 })
  await mailer.send(mail)

  await mailer.close()

  const [entry] = await mailer.outbox.list()
  assert.is(entry?.delivery, 'sending')
  assert.is(entry?.problem, 'the service stopped before the SMTP server accepted it')
})

test('closing does not wait for a retry', async () => {
  const { port, close } = await listen(() => {})
  await close()
  const mailer = await open({ smtp: `smtp://127.0.0.1:${port}`, pauses: [60_000], grace: 60_000 })
  await mailer.send(mail)
  await entriesOf(mailer, ({ problem }) => problem !== undefined)

  await mailer.close()

  const [entry] = await mailer.outbox.list()
  assert.is(entry?.delivery, 'sending')
  assert.match(entry?.problem ?? '', /ECONNREFUSED/)
  assert.is(mailer.heard.at(-1), 'ada@example.com failed')
})

test('closing reports all mails that are lost, also those that the outbox does not show', async () => {
  const { port, close } = await listen(() => {})
  await close()
  const mailer = await open({ smtp: `smtp://127.0.0.1:${port}`, pauses: [60_000], outboxLimit: 1 })
  for (let sent = 0; sent < 3; sent++) await mailer.send(mail)
  await mailer.outbox.empty()
  await mailer.send(mail)

  await mailer.close()

  assert.is(mailer.heard.filter(line => line === 'ada@example.com failed').length, 4)
})

test('a mail sent after closing stays in the queue', async () => {
  const { received, address } = await receive()
  const mailer = await open({ smtp: `smtp://${address}` })
  await mailer.close()

  await mailer.send(mail)

  assert.is((await mailer.outbox.list())[0]?.delivery, 'sending')
  assert.equal(received, [])
})

test.run()
