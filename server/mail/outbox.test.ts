import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { OutboxEntry } from '../core/index.js'
import { createClock, type Mail } from '../core/index.js'
import { createMailer } from './index.js'

const clock = createClock(() => Date.UTC(2026, 10, 21, 14, 30))

const mailTo = (to: string): Mail => ({
  kind: 'invitation',
  to,
  subject: 'Hello',
  text: 'Hello,\n\nthere.\n',
})

test('a mail is in the outbox as soon as it is sent, the newest last', () => {
  const mailer = createMailer({ clock })

  mailer.send(mailTo('ada@example.com'))
  mailer.send({ ...mailTo('bob@example.com'), kind: 'activation', link: 'https://example.com/activate' })

  assert.equal(mailer.outbox.list(), [
    { id: 1, at: '2026-11-21T14:30:00.000Z', ...mailTo('ada@example.com'), delivery: 'outbox' },
    {
      id: 2,
      at: '2026-11-21T14:30:00.000Z',
      ...mailTo('bob@example.com'),
      kind: 'activation',
      link: 'https://example.com/activate',
      delivery: 'outbox',
    },
  ])
})

test('a settled outbox has the message of every mail', async () => {
  const mailer = createMailer({ clock })
  mailer.send(mailTo('ada@example.com'))
  mailer.send(mailTo('bob@example.com'))

  await mailer.outbox.settled()

  const recipients = mailer.outbox.list().map(({ message }) => /^To: (.*)\r$/m.exec(message ?? '')?.[1])
  assert.equal(recipients, ['ada@example.com', 'bob@example.com'])
})

test('a full outbox drops the oldest mail', () => {
  const mailer = createMailer({ clock, outboxLimit: 2 })

  for (const to of ['a@example.com', 'b@example.com', 'c@example.com']) mailer.send(mailTo(to))

  assert.equal(
    mailer.outbox.list().map(({ id, to }) => ({ id, to })),
    [
      { id: 2, to: 'b@example.com' },
      { id: 3, to: 'c@example.com' },
    ],
  )
})

test('an outbox keeps 1,000 mails unless it is told otherwise', () => {
  const mailer = createMailer({ clock })

  for (let sent = 0; sent < 1_001; sent++) mailer.send(mailTo('ada@example.com'))

  assert.is(mailer.outbox.list().length, 1_000)
  assert.is(mailer.outbox.list()[0]?.id, 2)
})

test('an emptied outbox counts from 1 again', async () => {
  const mailer = createMailer({ clock })
  mailer.send(mailTo('ada@example.com'))

  mailer.outbox.empty()
  const empty = mailer.outbox.list()
  mailer.send(mailTo('bob@example.com'))
  await mailer.outbox.settled()

  assert.equal(empty, [])
  assert.equal(
    mailer.outbox.list().map(({ id, to }) => ({ id, to })),
    [{ id: 1, to: 'bob@example.com' }],
  )
})

test('a reader who changes an entry changes only the copy', () => {
  const mailer = createMailer({ clock })
  mailer.send(mailTo('ada@example.com'))

  for (const entry of mailer.outbox.list()) entry.subject = 'Changed'

  assert.is(mailer.outbox.list()[0]?.subject, 'Hello')
})

test('a log hears of a mail when it is sent', () => {
  const heard: OutboxEntry[] = []
  const mailer = createMailer({ clock, notify: entry => heard.push(entry) })

  mailer.send(mailTo('ada@example.com'))

  assert.equal(heard, mailer.outbox.list())
})

test('a log that fails does not keep a mail from being sent', () => {
  const notify = () => {
    throw new Error('no space left')
  }
  const mailer = createMailer({ clock, notify })

  mailer.send(mailTo('ada@example.com'))

  assert.is(mailer.outbox.list().length, 1)
})

test('a mail that cannot be composed has failed, and says why', async () => {
  const mailer = createMailer({ clock })
  const file = { path: '/etc/hostname' } as never

  mailer.send({ ...mailTo('ada@example.com'), text: file })
  await mailer.outbox.settled()

  const [entry] = mailer.outbox.list()
  assert.is(entry?.delivery, 'failed')
  assert.match(entry?.problem ?? '', /^it could not be composed: .*file access/i)
  assert.is(entry?.message, undefined)
})

test('a sender without an address is told with every mail', async () => {
  const mailer = createMailer({ clock, from: 'schedkit' })

  mailer.send(mailTo('ada@example.com'))
  await mailer.outbox.settled()

  const [entry] = mailer.outbox.list()
  assert.is(entry?.delivery, 'failed')
  assert.match(entry?.problem ?? '', /the sender "schedkit" has no address; write it as/)
})

test('a mailer without an SMTP server closes at once', async () => {
  const mailer = createMailer({ clock })
  mailer.send(mailTo('ada@example.com'))

  await mailer.close()

  assert.is(mailer.outbox.list()[0]?.delivery, 'outbox')
})

test.run()
