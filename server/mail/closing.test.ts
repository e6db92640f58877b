import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { endAll, entriesOf, listen, mail, open, receive } from './testing/smtp-servers.js'

test.after.each(endAll)

test('closing waits for a delivery under way', async () => {
  const { received, address } = await receive({
    onMailFrom: (_address, _session, done) => setTimeout(done, 100),
  })
  const mailer = open(`smtp://${address}`)
  mailer.send(mail)

  await mailer.close()

  assert.is(received.length, 1)
  assert.is(mailer.outbox.list()[0]?.delivery, 'delivered')
})

test('closing waits only so long for a server that is stuck', async () => {
  const { port } = await listen(() => {})
  const mailer = open(`smtp://127.0.0.1:${port}`, { grace: 50 })
  mailer.send(mail)

  await mailer.close()

  const [entry] = mailer.outbox.list()
  assert.is(entry?.delivery, 'failed')
  assert.is(entry?.problem, 'the service stopped before the SMTP server accepted it')
})

test('closing does not wait for a next try', async () => {
  const { port, close } = await listen(() => {})
  await close()
  const mailer = open(`smtp://127.0.0.1:${port}`, { pauses: [60_000], grace: 60_000 })
  mailer.send(mail)
  await entriesOf(mailer, ({ problem }) => problem !== undefined)

  await mailer.close()

  assert.is(mailer.outbox.list()[0]?.delivery, 'failed')
  assert.match(mailer.outbox.list()[0]?.problem ?? '', /ECONNREFUSED/)
})

test('a mail sent after closing has failed', async () => {
  const { received, address } = await receive()
  const mailer = open(`smtp://${address}`)
  await mailer.close()

  mailer.send(mail)
  const [entry] = await entriesOf(mailer)

  assert.is(entry?.delivery, 'failed')
  assert.equal(received, [])
})

test.run()
