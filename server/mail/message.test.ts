import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Mail } from '../core/index.js'
import { compose } from './message.js'

const from = 'schedkit <no-reply@schedkit.example>'
const at = Date.UTC(2026, 10, 21, 14, 30)

async function composed(mail: Partial<Mail> = {}) {
  const { raw, envelope } = await compose(
    { kind: 'activation', to: 'ada@example.com', subject: 'Hello', text: 'Hello there.\n', ...mail },
    { from, at },
  )
  const [head = '', ...body] = raw.toString().split('\r\n\r\n')
  const headers = Object.fromEntries(
    head
      .replace(/\r\n\s+/g, ' ')
      .split('\r\n')
      .map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  return { headers, body: body.join('\r\n\r\n'), envelope, message: raw.toString() }
}

const bytesOf = (quoted: string) =>
  quoted.replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))

const utf8 = (bytes: string) => Buffer.from(bytes, 'latin1').toString()

/** Decodes the encoded words of RFC 2047. */
const words = (header: string) =>
  utf8(
    header
      .replace(/\?= =\?/g, '?==?')
      .replace(/=\?UTF-8\?(Q|B)\?(.*?)\?=/g, (_, way, text) =>
        way === 'Q' ? bytesOf(text.replaceAll('_', ' ')) : Buffer.from(text, 'base64').toString('latin1'),
      ),
  )

test('a message contains sender, recipient and date, and is marked as automatic', async () => {
  const { headers, body, envelope } = await composed()

  assert.is(headers.From, from)
  assert.is(headers.To, 'ada@example.com')
  assert.is(headers.Subject, 'Hello')
  assert.is(headers.Date, 'Sat, 21 Nov 2026 14:30:00 +0000')
  assert.is(headers['Auto-Submitted'], 'auto-generated')
  assert.is(headers['Content-Type'], 'text/plain; charset=utf-8')
  assert.match(headers['Message-ID'] ?? '', /^<\S+@schedkit\.example>$/)
  assert.is(body, 'Hello there.\r\n')
  assert.equal(envelope, { from: 'no-reply@schedkit.example', to: ['ada@example.com'] })
})

test('no two messages have the same Message-ID, whatever the time', async () => {
  const [first, second] = await Promise.all([composed(), composed()])

  assert.is.not(first.headers['Message-ID'], second.headers['Message-ID'])
})

test('umlauts and emoji are preserved in the subject, however long it is', async () => {
  for (const subject of [
    'Bitte bestätigen Sie Ihre neue E-Mail-Adresse',
    `Jörg Müller-Lüdenscheidt ${'überaus '.repeat(20)}lädt Sie ein`,
    '予定表への招待 🗓️',
  ]) {
    const { headers } = await composed({ subject })

    assert.match(headers.Subject ?? '', /^[\x20-\x7e]+$/)
    assert.is(words(headers.Subject ?? ''), subject)
  }
})

test('umlauts and long lines are preserved in the text', async () => {
  const text = `Guten Tag Jörg,\n\nhttps://example.com/${'a'.repeat(1_200)}\n\n.\nüber alles = gut\n`

  const { headers, body } = await composed({ text })

  assert.is(headers['Content-Transfer-Encoding'], 'quoted-printable')
  assert.is(utf8(bytesOf(body.replaceAll('=\r\n', ''))), text.replaceAll('\n', '\r\n'))
})

test('every line ends with CRLF and stays within 998 bytes', async () => {
  const { message } = await composed({ text: `Hello\n${'ä'.repeat(2_000)}\n` })

  const lines = message.split('\r\n')
  assert.not.match(lines.join(''), /[\r\n]/)
  assert.ok(lines.every(line => Buffer.byteLength(line) <= 998))
})

test('an address with an umlaut before the @ is unchanged', async () => {
  const { headers, envelope } = await composed({ to: 'ü@münchen.example' })

  assert.is(headers.To, 'ü@münchen.example')
  assert.equal(envelope.to, ['ü@münchen.example'])
})

test('a domain with an umlaut is converted to the form that mail servers know', async () => {
  const { headers, envelope } = await composed({ to: 'ada@münchen.example' })

  assert.is(headers.To, 'ada@xn--mnchen-3ya.example')
  assert.equal(envelope.to, ['ada@xn--mnchen-3ya.example'])
})

test('a subject cannot inject a header', async () => {
  const { headers } = await composed({ subject: 'Hello\r\nBcc: eve@example.com' })

  assert.is(headers.Bcc, undefined)
})

test('an address cannot inject a second recipient', async () => {
  const { envelope } = await composed({ to: 'ada@example.com, eve@example.com' })

  assert.equal(envelope.to, ['"ada@example.com, eve"@example.com'])
})

test.run()
