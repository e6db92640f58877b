import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import type { Options } from 'nodemailer/lib/mailer/index.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { parseMail } from './mail-source.js'

/** The source of a mail as frameworks compose it. */
const compose = async (mail: Options) =>
  (await new MailComposer({ from: 'service@example.test', ...mail }).compile().build()).toString('latin1')

const link = `https://service.example.test/activate?user=7&code=${'0123456789abcdef'.repeat(8)}`
const text = `Grüße an Ada 🎉,\nöffnen Sie bitte\n${link}\n`

for (const textEncoding of ['quoted-printable', 'base64'] as const) {
  test(`given a text in ${textEncoding}, when it is parsed, then it is as it was written`, async () => {
    const mail = parseMail(
      await compose({ to: 'Ada <ada@example.test>', subject: 'Grüße 🎉', text, textEncoding }),
    )

    assert.equal(mail, { to: ['ada@example.test'], subject: 'Grüße 🎉', text })
  })
}

test('given a subject too long for a line, when it is parsed, then it is whole', async () => {
  const subject = 'Bitte bestätigen Sie Ihre neue E-Mail-Adresse – '.repeat(4).trim()

  assert.is(parseMail(await compose({ to: 'a@example.test', subject, text })).subject, subject)
})

test('given HTML whose links are escaped by a template, when it is parsed, then they are decoded, as in a mail program', async () => {
  const html =
    '<a href="https:&#x2F;&#47;service.example.test/activate?token&#x3D;a&amp;user=7&amp;lt;">yes</a>'

  const mail = parseMail(await compose({ to: 'a@example.test', html }))

  assert.match(mail.text, 'href="https://service.example.test/activate?token=a&user=7&lt;"')
})

test('given several recipients, when it is parsed, then all are there in lower case', async () => {
  const source = await compose({
    to: ['A@Example.test', '"B, c" <b@example.test>'],
    cc: 'c@example.test',
    text,
  })

  assert.equal(parseMail(source).to, ['a@example.test', 'b@example.test', 'c@example.test'])
})

test('given a plain text, an HTML text and an attachment, when it is parsed, then the plain text is used', async () => {
  const attachments = [{ filename: 'a.txt', content: 'of the attachment' }]

  assert.is(
    parseMail(await compose({ to: 'a@example.test', text, html: '<p>Hello</p>', attachments })).text,
    text,
  )
})

test('given only HTML, when it is parsed, then its links can be followed', async () => {
  const html = `<p>Hello</p><a href="${link.replace('&', '&amp;')}">activate</a>`

  assert.match(parseMail(await compose({ to: 'a@example.test', html })).text, `"${link}"`)
})

test('given an older charset, when it is parsed, then its letters are right', () => {
  const source =
    'To: a@example.test\r\nSubject: =?iso-8859-1?Q?Gr=FC=DFe?= =?ISO-8859-15?B?pA==?=\r\n' +
    'Content-Type: text/plain; charset="iso-8859-1"\r\nContent-Transfer-Encoding: 8bit\r\n\r\nGr\xfc\xdfe\r\n'

  assert.equal(parseMail(source), { to: ['a@example.test'], subject: 'Grüße€', text: 'Grüße\n' })
})

test('given an unknown charset, or an empty mail, when it is parsed, then there is no error', () => {
  const source = 'Content-Type: text/plain; charset=x-none\r\n\r\nGr\xc3\xbc\xc3\x9fe'

  assert.equal(parseMail(source), { to: [], subject: '', text: 'Grüße' })
  assert.equal(parseMail(''), { to: [], subject: '', text: '' })
})

test.run()
