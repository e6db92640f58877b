import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createClock, type Mail } from '../core/index.js'
import { createPostOffice, type OutboxEntry, type PostOffice, type PostOfficeOptions } from './index.js'

const clock = createClock(() => Date.UTC(2026, 10, 21, 14, 30))

const mail: Mail = {
  kind: 'activation',
  to: 'ada@example.com',
  subject: 'Bitte bestätigen Sie Ihre neue E-Mail-Adresse',
  text: 'Guten Tag Jörg,\n\n.\nhttps://example.com/activate\n',
  link: 'https://example.com/activate',
}

const ends: (() => Promise<unknown>)[] = []

test.after.each(async () => {
  // The last opened is the first closed: an SMTP server waits for its clients.
  for (const end of ends.splice(0).reverse()) await end()
})

/** A real SMTP server, and what it received. */
async function receive(options: SMTPServerOptions = {}, port = 0) {
  const received: { to: string[]; message: string; secure: boolean; user: unknown }[] = []
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 500,
    async onData(stream, { envelope, secure, user }, done) {
      const message = Buffer.concat(await stream.toArray()).toString()
      received.push({ to: envelope.rcptTo.map(({ address }) => address), message, secure, user })
      done()
    },
    ...options,
  })
  // A client that walks away (because it trusts no stranger, say) is no failure of the test.
  server.on('error', () => {})
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  ends.push(() => new Promise<void>(resolve => server.close(resolve)))
  return { received, address: `127.0.0.1:${(server.server.address() as AddressInfo).port}` }
}

/** A server that accepts connections and leaves them to `meet`. */
async function listen(meet: (socket: Socket) => void) {
  const server = createServer(socket => meet(socket.on('error', () => {}))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => new Promise<unknown>(resolve => server.close(resolve))
  ends.push(close)
  return { port: (server.address() as AddressInfo).port, close }
}

function open(smtp: string, options: Partial<PostOfficeOptions> = {}) {
  const heard: string[] = []
  const office = createPostOffice({
    clock,
    smtp,
    pauses: [20, 20],
    notify: ({ id, delivery }) => heard.push(`${id} ${delivery}`),
    ...options,
  })
  ends.push(office.close)
  return { ...office, heard }
}

/** The entries, once `enough` holds for all of them. */
async function entriesOf(
  { outbox }: PostOffice,
  enough = (entry: OutboxEntry) => entry.delivery === 'delivered' || entry.delivery === 'failed',
) {
  for (let waited = 0; waited < 500; waited++) {
    const entries = outbox.list()
    if (entries.length > 0 && entries.every(enough)) return entries
    await pause(10)
  }
  throw new Error(`Failed to see it happen: ${JSON.stringify(outbox.list())}`)
}

test('an SMTP server gets the message that the outbox shows', async () => {
  const { received, address } = await receive()
  const office = open(`smtp://${address}`)

  office.mailer.send(mail)
  const [queued] = office.outbox.list()
  const [entry] = await entriesOf(office)

  assert.is(queued?.delivery, 'sending')
  assert.is(entry?.delivery, 'delivered')
  assert.is(entry?.problem, undefined)
  assert.match(entry?.message ?? '', /^Subject: =\?UTF-8\?Q\?Bitte_best=C3=A4tigen/m)
  assert.equal(received, [
    { to: ['ada@example.com'], message: entry?.message, secure: false, user: undefined },
  ])
  assert.equal(office.heard, ['1 sending', '1 delivered'])
})

test('an address with umlauts reaches the server as it is', async () => {
  const { received, address } = await receive()
  const office = open(`smtp://${address}`)

  office.mailer.send({ ...mail, to: 'ü@münchen.example' })
  await entriesOf(office)

  assert.equal(received[0]?.to, ['ü@münchen.example'])
})

test('many mails at once are all delivered, over few connections', async () => {
  let connections = 0
  const { received, address } = await receive({
    onConnect: (_session, done) => {
      connections += 1
      done()
    },
  })
  const office = open(`smtp://${address}`)

  for (let sent = 0; sent < 40; sent++) office.mailer.send({ ...mail, to: `user${sent}@example.com` })
  await entriesOf(office)

  assert.is(new Set(received.flatMap(({ to }) => to)).size, 40)
  assert.ok(connections <= 3, `${connections} connections`)
})

const login: SMTPServerOptions = {
  authOptional: false,
  allowInsecureAuth: true,
  onAuth({ username, password }, _session, done) {
    if (username === 'ada@example.com' && password === 'p@ss/wört') done(null, { user: username })
    else done(new Error(`Invalid password "${password}" of ${username}`))
  },
}

test('a server that asks for a login gets that of the URL', async () => {
  const { received, address } = await receive(login)
  const office = open(`smtp://ada%40example.com:p%40ss%2Fw%C3%B6rt@${address}`)

  office.mailer.send(mail)
  await entriesOf(office)

  assert.is(received[0]?.user, 'ada@example.com')
})

test('a login that is refused is not tried again, and the problem does not tell the password', async () => {
  const { address } = await receive(login)
  const office = open(`smtp://ada%40example.com:geheim@${address}`)

  office.mailer.send(mail)
  const [entry] = await entriesOf(office)

  assert.is(entry?.delivery, 'failed')
  assert.match(entry?.problem ?? '', /Invalid password "\*\*\*" of ada@example\.com/)
  assert.not.match(JSON.stringify(office.outbox.list()), /geheim/)
})

test('a connection is encrypted where the server offers it', async () => {
  const { received, address } = await receive({ disabledCommands: [] })
  const office = open(`smtp://${address}`)

  office.mailer.send(mail)
  await entriesOf(office)

  assert.is(received[0]?.secure, true)
})

test('a password goes to no server whose certificate nobody vouches for', async () => {
  for (const [scheme, options] of [
    ['smtp', { disabledCommands: [] }],
    ['smtps', { secure: true }],
  ] as const) {
    const { received, address } = await receive({ ...login, ...options, disabledCommands: [] })
    const office = open(`${scheme}://ada%40example.com:p%40ss%2Fw%C3%B6rt@${address}`)

    office.mailer.send(mail)
    const [entry] = await entriesOf(office)

    assert.is(entry?.delivery, 'failed')
    assert.match(entry?.problem ?? '', /certificate/)
    assert.equal(received, [])
  }
})

test('a mail that is refused for good has failed at the first try', async () => {
  let tries = 0
  const { address } = await receive({
    onRcptTo(_address, _session, done) {
      tries += 1
      done(Object.assign(new Error('No such\u001b[2J user'), { responseCode: 550 }))
    },
  })
  const office = open(`smtp://${address}`)

  office.mailer.send(mail)
  const [entry] = await entriesOf(office)

  assert.is(entry?.delivery, 'failed')
  assert.match(entry?.problem ?? '', /550 No such \[2J user/)
  assert.is(tries, 1)
  assert.equal(office.heard, ['1 sending', '1 failed'])
})

test('a mail that is refused for now is delivered by a later try', async () => {
  let tries = 0
  const { received, address } = await receive({
    onRcptTo(_address, _session, done) {
      tries += 1
      done(tries < 3 ? Object.assign(new Error('Come back later'), { responseCode: 451 }) : null)
    },
  })
  const office = open(`smtp://${address}`)

  office.mailer.send(mail)
  const [entry] = await entriesOf(office)

  assert.is(entry?.delivery, 'delivered')
  assert.is(entry?.problem, undefined)
  assert.is(received.length, 1)
})

test('a server that is down gets the mail when it is up', async () => {
  const { port, close } = await listen(() => {})
  await close()
  const office = open(`smtp://127.0.0.1:${port}`, { pauses: Array(100).fill(50) })

  office.mailer.send(mail)
  const [waiting] = await entriesOf(office, ({ problem }) => problem !== undefined)
  const { received } = await receive({}, port)
  const [entry] = await entriesOf(office)

  assert.is(waiting?.delivery, 'sending')
  assert.match(waiting?.problem ?? '', /ECONNREFUSED/)
  assert.is(entry?.delivery, 'delivered')
  assert.is(received.length, 1)
  assert.equal(office.heard, ['1 sending', '1 delivered'])
})

test('a server that never greets is given up after as many tries as there are pauses, and one', async () => {
  let tries = 0
  const { port } = await listen(() => {
    tries += 1
  })
  const office = open(`smtp://127.0.0.1:${port}`, { timeout: 150 })

  office.mailer.send(mail)
  const [entry] = await entriesOf(office)

  assert.is(entry?.delivery, 'failed')
  assert.is(entry?.problem, 'Greeting never received')
  assert.is(tries, 3)
})

test('a server that greets and says no more is given up too', async () => {
  const { port } = await listen(socket => socket.write('220 mail.example.com\r\n'))
  const office = open(`smtp://127.0.0.1:${port}`, { pauses: [], timeout: 150 })

  office.mailer.send(mail)
  const [entry] = await entriesOf(office)

  assert.is(entry?.delivery, 'failed')
  assert.is(entry?.problem, 'Timeout')
})

test('a server that hangs up at once is given up too', async () => {
  const { port } = await listen(socket => socket.end())
  const office = open(`smtp://127.0.0.1:${port}`, { pauses: [] })

  office.mailer.send(mail)
  const [entry] = await entriesOf(office)

  assert.is(entry?.delivery, 'failed')
  assert.match(entry?.problem ?? '', /closed/)
})

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

test('a mail on its way is delivered even when the outbox is emptied', async () => {
  const { received, address } = await receive()
  const office = open(`smtp://${address}`)
  office.mailer.send(mail)

  office.outbox.empty()
  await office.close()

  assert.is(received.length, 1)
  assert.equal(office.outbox.list(), [])
})

test('an SMTP URL that cannot be used is refused when the post office opens', () => {
  assert.throws(() => createPostOffice({ clock, smtp: 'http://localhost' }), /Failed to use the SMTP URL/)
})

test.run()
