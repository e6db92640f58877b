import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { endAll, entriesOf, mail, open } from './testing/smtp-servers.js'

test.after.each(endAll)

const mailTo = (to: string) => ({ ...mail, to })

test('the outbox lists mails with their messages, newest last', async () => {
  const mailer = await open()

  await mailer.send(mailTo('ada@example.com'))
  await mailer.send(mailTo('bob@example.com'))

  const entries = await mailer.outbox.list()
  const recipients = entries.map(({ message }) => /^To: (.*)\r$/m.exec(message ?? '')?.[1])
  assert.equal(recipients, ['ada@example.com', 'bob@example.com'])
  assert.equal(
    entries.map(({ message: _, ...entry }) => entry),
    [
      { id: 1, at: '2026-11-21T14:30:00.000Z', ...mailTo('ada@example.com'), delivery: 'outbox' },
      { id: 2, at: '2026-11-21T14:30:00.000Z', ...mailTo('bob@example.com'), delivery: 'outbox' },
    ],
  )
  assert.equal(mailer.heard, ['ada@example.com outbox', 'bob@example.com outbox'])
})

test('a full outbox lists its newest mails, 1,000 by default', async () => {
  const [some, many] = [await open({ outboxLimit: 2 }), await open()]

  for (const to of ['a@example.com', 'b@example.com', 'c@example.com']) await some.send(mailTo(to))
  for (let sent = 0; sent < 1_001; sent++) await many.send(mail)

  assert.equal(
    (await some.outbox.list()).map(({ id, to }) => ({ id, to })),
    [
      { id: 2, to: 'b@example.com' },
      { id: 3, to: 'c@example.com' },
    ],
  )
  const entries = await many.outbox.list()
  assert.is(entries.length, 1_000)
  assert.is(entries[0]?.id, 2)
})

test('a failing log does not prevent a mail from being sent', async () => {
  const notify = () => {
    throw new Error('no space left')
  }
  const mailer = await open({ notify })

  await mailer.send(mail)

  assert.is((await mailer.outbox.list()).length, 1)
})

test('a mail that cannot be composed fails, with the reason', async () => {
  const mailer = await open()
  const file = { path: '/etc/hostname' } as never

  await mailer.send({ ...mail, text: file })
  const [entry] = await entriesOf(mailer)

  assert.is(entry?.delivery, 'failed')
  assert.match(entry?.problem ?? '', /^it could not be composed: .*file access/i)
  assert.is(entry?.message, undefined)
})

test('a sender without an address is reported with every mail', async () => {
  const mailer = await open({ from: 'schedkit' })

  await mailer.send(mail)
  const [entry] = await entriesOf(mailer)

  assert.is(entry?.delivery, 'failed')
  assert.match(entry?.problem ?? '', /the sender "schedkit" has no address; write it as/)
})

test('a mailer without an SMTP server closes at once', async () => {
  const mailer = await open()
  await mailer.send(mail)

  await mailer.close()

  assert.is((await mailer.outbox.list())[0]?.delivery, 'outbox')
})

test.run()
