import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { endAll, entriesOf, listen, mail, open, receive } from './testing/post.js'

test.after.each(endAll)

test('closing waits for a delivery under way', async () => {
  const { received, address } = await receive({
    onMailFrom: (_address, _session, done) => setTimeout(done, 100),
  })
  const office = open(`smtp://${address}`)
  office.mailer.send(mail)

  await office.close()

  assert.is(received.length, 1)
  assert.is(office.outbox.list()[0]?.delivery, 'delivered')
})

test('closing waits only so long for a server that is stuck', async () => {
  const { port } = await listen(() => {})
  const office = open(`smtp://127.0.0.1:${port}`, { grace: 50 })
  office.mailer.send(mail)

  await office.close()

  const [entry] = office.outbox.list()
  assert.is(entry?.delivery, 'failed')
  assert.is(entry?.problem, 'the service stopped before the SMTP server had taken it')
})

test('closing does not wait for a next try', async () => {
  const { port, close } = await listen(() => {})
  await close()
  const office = open(`smtp://127.0.0.1:${port}`, { pauses: [60_000], grace: 60_000 })
  office.mailer.send(mail)
  await entriesOf(office, ({ problem }) => problem !== undefined)

  await office.close()

  assert.is(office.outbox.list()[0]?.delivery, 'failed')
  assert.match(office.outbox.list()[0]?.problem ?? '', /ECONNREFUSED/)
})

test('a mail sent after closing has failed', async () => {
  const { received, address } = await receive()
  const office = open(`smtp://${address}`)
  await office.close()

  office.mailer.send(mail)
  const [entry] = await entriesOf(office)

  assert.is(entry?.delivery, 'failed')
  assert.equal(received, [])
})

test.run()
