import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { endAll, entriesOf, listen, mail, open, receive } from './testing/smtp-servers.js'

test.after.each(endAll)

test('a mail that is refused permanently fails at the first attempt', async () => {
  let tries = 0
  const { address } = await receive({
    onRcptTo(_address, _session, done) {
      tries += 1
      done(Object.assign(new Error('No such user'), { responseCode: 550 }))
    },
  })
  const mailer = await open({ smtp: `smtp://${address}` })

  await mailer.send(mail)
  const [entry] = await entriesOf(mailer)

  assert.is(entry?.delivery, 'failed')
  assert.match(entry?.problem ?? '', /550 No such user/)
  assert.is(tries, 1)
  assert.equal(mailer.heard, ['ada@example.com sending', 'ada@example.com failed'])
})

test('a mail that is refused temporarily is delivered by a retry', async () => {
  let tries = 0
  const { received, address } = await receive({
    onRcptTo(_address, _session, done) {
      tries += 1
      done(tries < 3 ? Object.assign(new Error('Come back later'), { responseCode: 451 }) : null)
    },
  })
  const mailer = await open({ smtp: `smtp://${address}` })

  await mailer.send(mail)
  const [entry] = await entriesOf(mailer)

  assert.is(entry?.delivery, 'delivered')
  assert.is(entry?.problem, undefined)
  assert.is(received.length, 1)
})

test('a server that is down gets the mail when it is up again', async () => {
  const { port, close } = await listen(() => {})
  await close()
  const mailer = await open({ smtp: `smtp://127.0.0.1:${port}`, pauses: Array(100).fill(50) })

  await mailer.send(mail)
  const [waiting] = await entriesOf(mailer, ({ problem }) => problem !== undefined)
  const { received } = await receive({}, port)
  const [entry] = await entriesOf(mailer)

  assert.is(waiting?.delivery, 'sending')
  assert.match(waiting?.problem ?? '', /ECONNREFUSED/)
  assert.is(entry?.delivery, 'delivered')
  assert.is(received.length, 1)
  assert.equal(mailer.heard, [
    'ada@example.com sending',
    'ada@example.com sending',
    'ada@example.com delivered',
  ])
})

test('a server that never greets is given up after one more attempt than there are pauses', async () => {
  let tries = 0
  const { port } = await listen(() => {
    tries += 1
  })
  const mailer = await open({ smtp: `smtp://127.0.0.1:${port}`, timeout: 150 })

  await mailer.send(mail)
  const [entry] = await entriesOf(mailer)

  assert.is(entry?.delivery, 'failed')
  assert.is(entry?.problem, 'Greeting never received')
  assert.is(tries, 3)
})

test('a server that greets and then hangs is also given up', async () => {
  const { port } = await listen(socket => socket.write('220 mail.example.com\r\n'))
  const mailer = await open({ smtp: `smtp://127.0.0.1:${port}`, pauses: [], patience: 150 })

  await mailer.send(mail)
  const [entry] = await entriesOf(mailer)

  assert.is(entry?.delivery, 'failed')
  assert.is(entry?.problem, 'Timeout')
})

test('a server that takes longer to accept a mail than to greet gets it once', async () => {
  const { received, address } = await receive({
    onRcptTo: (_address, _session, done) => setTimeout(done, 600),
  })
  const mailer = await open({ smtp: `smtp://${address}`, timeout: 150 })

  await mailer.send(mail)
  const [entry] = await entriesOf(mailer)

  assert.is(entry?.delivery, 'delivered')
  assert.is(received.length, 1)
  assert.equal(mailer.heard, ['ada@example.com sending', 'ada@example.com delivered'])
})

test('a reply of a server is quoted on one line, without control characters', async () => {
  const { port } = await listen(socket => socket.end('554-No\u001b[2J\r\n554 thanks\r\n'))
  const mailer = await open({ smtp: `smtp://127.0.0.1:${port}` })

  await mailer.send(mail)
  const [entry] = await entriesOf(mailer)

  assert.match(entry?.problem ?? '', /554-No \[2J 554 thanks$/)
})

test('a server that disconnects at once is also given up', async () => {
  let tries = 0
  const { port } = await listen(socket => {
    tries += 1
    socket.end()
  })
  const mailer = await open({ smtp: `smtp://127.0.0.1:${port}`, pauses: [] })

  await mailer.send(mail)
  const [entry] = await entriesOf(mailer)

  assert.is(entry?.delivery, 'failed')
  assert.match(entry?.problem ?? '', /closed/)
  assert.is(tries, 1)
})

test.run()
