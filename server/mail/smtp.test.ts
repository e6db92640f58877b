import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { endAll, entriesOf, mail, open, receive } from './testing/smtp-servers.js'

test.after.each(endAll)

test('an SMTP server receives the message that the outbox shows', async () => {
  const { received, address } = await receive()
  const mailer = await open({ smtp: `smtp://${address}` })

  await mailer.send(mail)
  const [queued] = await mailer.outbox.list()
  const [entry] = await entriesOf(mailer)

  assert.is(queued?.delivery, 'sending')
  assert.is(entry?.delivery, 'delivered')
  assert.is(entry?.problem, undefined)
  assert.match(entry?.message ?? '', /^Subject: =\?UTF-8\?Q\?Bitte_best=C3=A4tigen/m)
  assert.equal(received, [
    { to: ['ada@example.com'], message: entry?.message, secure: false, user: undefined },
  ])
  assert.equal(mailer.heard, ['ada@example.com sending', 'ada@example.com delivered'])
})

test('an address with umlauts reaches the server unchanged', async () => {
  const { received, address } = await receive()
  const mailer = await open({ smtp: `smtp://${address}` })

  await mailer.send({ ...mail, to: 'ü@münchen.example' })
  await entriesOf(mailer)

  assert.equal(received[0]?.to, ['ü@münchen.example'])
})

test('many concurrent mails are all delivered, over few connections', async () => {
  const warnings: Error[] = []
  const warn = (warning: Error) => warnings.push(warning)
  process.on('warning', warn)
  let connections = 0
  const { received, address } = await receive({
    onConnect: (_session, done) => {
      connections += 1
      done()
    },
  })
  const mailer = await open({ smtp: `smtp://${address}` })

  for (let sent = 0; sent < 40; sent++) await mailer.send({ ...mail, to: `user${sent}@example.com` })
  await entriesOf(mailer, ({ delivery }) => delivery === 'delivered' && received.length === 40)

  assert.is(new Set(received.flatMap(({ to }) => to)).size, 40)
  assert.ok(connections <= 3, `${connections} connections`)
  process.off('warning', warn)
  assert.equal(warnings, [])
})

test('an invalid SMTP URL is refused when the mailer opens', async () => {
  const refusal = await open({ smtp: 'http://localhost' }).catch(error => error.message)

  assert.match(refusal, /Failed to use the SMTP URL/)
})

test.run()
