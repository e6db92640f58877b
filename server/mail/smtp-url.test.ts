import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { SmtpUrlError } from './index.js'
import { parseSmtpUrl } from './smtp.js'

const refusal = (url: string): string => {
  try {
    parseSmtpUrl(url)
  } catch (error) {
    assert.instance(error, SmtpUrlError)
    return (error as Error).message
  }
  return 'no refusal'
}

test('a URL names a host and a port', () => {
  assert.equal(parseSmtpUrl('smtp://localhost:1025'), { host: 'localhost', port: 1025, secure: false })
  assert.equal(parseSmtpUrl('smtps://mail.example.com:2465/'), {
    host: 'mail.example.com',
    port: 2465,
    secure: true,
  })
})

test('a URL without a port uses that of mail submission', () => {
  assert.is(parseSmtpUrl('smtp://mail.example.com').port, 587)
  assert.is(parseSmtpUrl('smtps://mail.example.com').port, 465)
})

test('a host can be an address or contain an umlaut', () => {
  assert.is(parseSmtpUrl('smtp://127.0.0.1').host, '127.0.0.1')
  assert.is(parseSmtpUrl('smtp://[::1]:25').host, '::1')
  assert.is(parseSmtpUrl('smtp://post.münchen.example').host, 'post.xn--mnchen-3ya.example')
})

test('user and password can contain any character, percent-encoded', () => {
  const { login } = parseSmtpUrl('smtps://ada%40example.com:p%40ss%2Fw%C3%B6rt%25@mail.example.com')

  assert.equal(login, { user: 'ada@example.com', password: 'p@ss/wört%' })
})

test('an invalid URL is refused with the reason and the expected form', () => {
  assert.is(
    refusal('http://mail.example.com:25'),
    'Failed to use the SMTP URL "http***": it starts with neither smtp:// nor smtps://. ' +
      'Write it as smtp://HOST:PORT or smtps://USER:PASSWORD@HOST:PORT',
  )
  for (const [url, reason] of [
    ['', 'it is not a URL'],
    ['mail.example.com', 'it is not a URL'],
    ['localhost:25', 'it starts with neither smtp:// nor smtps://'],
    ['smtp://localhost:99999', 'it is not a URL'],
    ['smtp://localhost:0', '0 is not a port'],
    ['smtp:localhost', 'it has no host'],
    ['smtp://', 'it has no host'],
    ['smtp://localhost:25/inbox', 'there is something after the host and port'],
    ['smtp://localhost:25?pool=true', 'there is something after the host and port'],
    ['smtp://ada@localhost', 'it needs both a user and a password, or neither'],
    ['smtp://:geheim@localhost', 'it needs both a user and a password, or neither'],
    ['smtp://ada:100%@localhost', 'a % in it is not followed by two hexadecimal digits'],
  ] as const) {
    assert.ok(refusal(url).includes(`": ${reason}`), `${url}: ${refusal(url)}`)
  }
})

test('a refusal shows the server, but never the password', () => {
  for (const [url, shown] of [
    ['smtp://localhost:25x', 'smtp://localhost***'],
    ['smtp://ada:geheim@localhost:0', 'smtp://***@localhost:0'],
    ['smtp://ada:ge@heim@localhost:0', 'smtp://***@localhost:0'],
    ['smtp://ada:ge/heim@localhost:25', 'smtp://***@localhost:25'],
    ['smtp://ada:geheim@localhost:25/geheim', 'smtp://***@localhost:25***'],
    ['smtp://ada:geheim', 'smtp://ada***'],
    ['smtp://ada:123456', 'smtp://ada***'],
    ['smtps:ada:geheim@localhost', '***@localhost'],
    ['ada:geheim@localhost', '***@localhost'],
    ['smtps:ada:geheim', 'smtps***'],
    ['smtp://ada:ge\nheim', 'smtp://ada***'],
  ] as const) {
    const message = refusal(url)

    assert.ok(message.startsWith(`Failed to use the SMTP URL "${shown}": `), message)
    assert.not.match(message, /geheim|123456|heim@/)
  }
})

test.run()
