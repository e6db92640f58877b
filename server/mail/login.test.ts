import type { SMTPServerOptions } from 'smtp-server'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { endAll, entriesOf, mail, open, receive } from './testing/smtp-servers.js'

test.after.each(endAll)

const encoded = (text: string) => Buffer.from(text).toString('base64')

/** A server that requires a login and quotes a wrong one in its response. */
const login: SMTPServerOptions = {
  authOptional: false,
  allowInsecureAuth: true,
  onAuth({ username, password }, _session, done) {
    if (username === 'ada@example.com' && password === 'p@ss/wört') return done(null, { user: username })
    const repeated = [username, password, encoded(`${password}`), encoded(`\0${username}\0${password}`)]
    done(new Error(`Invalid: ${repeated.join(' ')}`))
  },
}

test('a server that requires a login gets that of the URL', async () => {
  const { received, address } = await receive(login)
  const mailer = await open({ smtp: `smtp://ada%40example.com:p%40ss%2Fw%C3%B6rt@${address}` })

  await mailer.send(mail)
  await entriesOf(mailer)

  assert.is(received[0]?.user, 'ada@example.com')
})

test('a login that is refused is not retried, and the problem does not contain the password', async () => {
  const { address } = await receive(login)
  const mailer = await open({ smtp: `smtp://ada%40example.com:geheim@${address}` })

  await mailer.send(mail)
  const [entry] = await entriesOf(mailer)

  assert.is(entry?.delivery, 'failed')
  assert.match(entry?.problem ?? '', /Invalid: ada@example\.com \*\*\* \*\*\* \*\*\*$/)
})

test('a connection is encrypted if the server supports it', async () => {
  const { received, address } = await receive({ disabledCommands: [] })
  const mailer = await open({ smtp: `smtp://${address}` })

  await mailer.send(mail)
  await entriesOf(mailer)

  assert.is(received[0]?.secure, true)
})

test('a password is not sent to a server with an untrusted certificate', async () => {
  for (const [scheme, options] of [
    ['smtp', { disabledCommands: [] }],
    ['smtps', { secure: true }],
  ] as const) {
    const { received, address } = await receive({ ...login, ...options, disabledCommands: [] })
    const mailer = await open({ smtp: `${scheme}://ada%40example.com:p%40ss%2Fw%C3%B6rt@${address}` })

    await mailer.send(mail)
    const [entry] = await entriesOf(mailer)

    assert.is(entry?.delivery, 'failed')
    assert.match(entry?.problem ?? '', /certificate/)
    assert.equal(received, [])
  }
})

test('a password is not sent to another machine without encryption', async () => {
  const { received, address } = await receive(login)
  // It reaches this machine, but is not a loopback address.
  const other = address.replace('127.0.0.1', '0.0.0.0')
  const mailer = await open({ smtp: `smtp://ada%40example.com:p%40ss%2Fw%C3%B6rt@${other}` })

  await mailer.send(mail)
  const [entry] = await entriesOf(mailer)

  assert.is(entry?.delivery, 'failed')
  assert.match(entry?.problem ?? '', /STARTTLS/)
  assert.equal(received, [])
})

test.run()
