import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { provisionByControl } from '../session/control.js'
import { atEnd, endAll, thrownBy } from '../testing/stage.js'
import { parseMail } from './mail-source.js'
import { openMailbox } from './mailbox.js'

/*
 * Mail servers, and a control interface, that try to stop, fill or mislead the kit.
 */

test.after(endAll)

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Milliseconds until an unresponsive server is given up, and until one that answers too much must have been. */
const patience = { short: 1000, long: 60_000 }

/** An HTTP server that records its requests. */
async function startHttp(answer: (url: string, socket: Socket) => string | Buffer | undefined, headers = {}) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    const body = answer(request.url ?? '', request.socket)
    if (body === undefined) return
    response.writeHead('location' in headers ? 302 : 200, headers).end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

const mail = (ID: string, address = 'ada@example.test') => ({ ID, To: [{ Address: address }], Subject: 's' })
const listOf = (messages: readonly object[]) => JSON.stringify({ messages })

/** Writes without end, as fast as it is read. */
function pour(socket: Socket, head: string, chunk: string): void {
  const write = () => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on('error', () => {})
  socket.on('drain', write)
  socket.write(head)
  write()
}
const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n'

const answers: readonly (readonly [
  what: string,
  answer: Parameters<typeof startHttp>[0],
  headers: object,
  RegExp,
])[] = [
  [
    'an answer without an end',
    (_, socket) => void pour(socket, head, ' '.repeat(65_536)),
    {},
    /longer than 16 MB/,
  ],
  ['an answer that never comes', () => undefined, {}, /aborted due to timeout/],
  [
    'an answer that trickles',
    (_, socket) => {
      socket.write(head)
      const timer = setInterval(() => {
        // Anything kept only by weak references is gone long before the end.
        collectGarbage()
        socket.write(' ')
      }, 50)
      socket.on('close', () => clearInterval(timer)).on('error', () => {})
      return undefined
    },
    {},
    /aborted due to timeout/,
  ],
  [
    'a small answer that becomes a large one',
    () => gzipSync(Buffer.alloc(64_000_000, ' ')),
    { 'content-encoding': 'gzip' },
    /longer than 16 MB/,
  ],
  ['JSON nested deeply', () => '['.repeat(1_000_000), {}, /nested more than 100 levels deep/],
  [
    'an id of two dots',
    url => (url.includes('search') ? listOf([mail('..')]) : '{}'),
    {},
    /is not a path below/,
  ],
]
for (const [what, answer, headers, message] of answers) {
  test(`given Mailpit with ${what}, when mails are requested, then that ends with a message`, async () => {
    const { url } = await startHttp(answer, headers)

    const time = /timeout/.test(message.source) ? patience.short : patience.long
    const error = await thrownBy(() => openMailbox({ mailpit: url }, time).read('ada@example.test'))

    assert.is(error?.name, 'UnreachableError')
    assert.match(error?.message ?? '', message)
    assert.ok((error?.message ?? '').length < 1000)
  })
}

test('given Mailpit with very many mails, when mails are requested, then only some to the address are read', async () => {
  const all = Array.from({ length: 5000 }, (_, index) =>
    mail(`${index}`, index % 2 ? 'bob@example.test' : undefined),
  )
  const { url, requests } = await startHttp(url =>
    url.includes('search') ? listOf(all) : JSON.stringify({ Text: 'x'.repeat(1_000_001) }),
  )

  const mails = await openMailbox({ mailpit: url }, patience.long).read('ada@example.test')

  assert.ok(requests.length <= 201, `${requests.length} requests`)
  assert.ok(mails.every(({ text }) => text.length <= 1_000_000))
})

test('given Mailpit that redirects to another host, when mails are requested, then nothing is sent there', async () => {
  const other = await startHttp(() => listOf([]))
  const { url } = await startHttp(() => '', { location: `${other.url}/api/v1/search` })
  const withPassword = url.replace('//', '//user:secret@')

  const error = await thrownBy(() =>
    openMailbox({ mailpit: withPassword }, patience.long).read('ada@example.test'),
  )

  assert.is(error?.name, 'UnreachableError')
  assert.equal(other.requests, [])
  assert.not.match(error?.message ?? '', 'secret')
})

/** An IMAP server that answers each command as specified; `%` is the tag. The greeting is the response to no command. */
async function startImap(answer: (command: string, socket: Socket) => string | undefined) {
  const server = createTcpServer(socket => {
    socket.on('error', () => {})
    const say = (tag: string, command: string) => {
      const text = answer(command, socket)
      if (text !== undefined) socket.write(text.replaceAll('%', tag))
    }
    say('*', '')
    let rest = ''
    socket.setEncoding('latin1').on('data', data => {
      const lines = (rest + data).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const [, tag = '', command = ''] = /^(\S+) (.*)$/.exec(line) ?? []
        say(tag, command.toUpperCase())
      }
    })
  })
  const sockets = new Set<Socket>()
  server.on('connection', socket => sockets.add(socket))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { host: '127.0.0.1', port, secure: false, user: 'a', password: 'b', folder: 'INBOX' }
}

/** The usual responses of an IMAP server. */
function usual(command: string): string {
  if (command === '') return '* OK [CAPABILITY IMAP4rev1] hello\r\n'
  if (command.startsWith('CAPABILITY')) return '* CAPABILITY IMAP4rev1\r\n% OK\r\n'
  if (/^(?:EXAMINE|SELECT)/.test(command))
    return '* FLAGS ()\r\n* 1 EXISTS\r\n* OK [UIDVALIDITY 1]\r\n* OK [UIDNEXT 9]\r\n% OK [READ-ONLY]\r\n'
  if (command.startsWith('LIST')) return '* LIST () "/" "INBOX"\r\n% OK\r\n'
  if (command.startsWith('UID SEARCH')) return '* SEARCH 1\r\n% OK\r\n'
  return '% OK\r\n'
}

const imapServers: readonly (readonly [what: string, answer: Parameters<typeof startImap>[0]])[] = [
  ['says nothing', () => undefined],
  [
    'greets without an end',
    (command, socket) => (command === '' ? void pour(socket, '* OK ', 'x'.repeat(65_536)) : ''),
  ],
  [
    'refuses with control characters and a long text',
    command =>
      command.startsWith('LOGIN') || command.startsWith('AUTH')
        ? `% NO \u001b[31m${'x'.repeat(50_000)}\r\n`
        : usual(command),
  ],
  [
    'finds mails without an end',
    (command, socket) =>
      command.startsWith('UID SEARCH')
        ? void pour(socket, '', `* SEARCH ${'1234567 '.repeat(5000)}\r\n`)
        : usual(command),
  ],
  [
    'announces a mail of terabytes',
    command =>
      command.startsWith('UID FETCH') ? '* 1 FETCH (UID 1 BODY[] {9999999999999}\r\nx' : usual(command),
  ],
  [
    'sends mails without an end',
    (command, socket) =>
      command.startsWith('UID FETCH')
        ? void pour(socket, '', `* 1 FETCH (UID 1 BODY[] {60000}\r\n${'x'.repeat(60_000)})\r\n`)
        : usual(command),
  ],
  ['answers no search', command => (command.startsWith('UID SEARCH') ? undefined : usual(command))],
]
for (const [what, answer] of imapServers) {
  test(`given an IMAP server that ${what}, when mails are requested, then that terminates and memory stays bounded`, async () => {
    const mailbox = openMailbox({ imap: await startImap(answer) }, patience.short)
    const before = process.memoryUsage().rss

    const error = await thrownBy(() => mailbox.read('ada@example.test'))
    await mailbox.close()

    if (what !== 'sends mails without an end') {
      assert.is(error?.name, 'UnreachableError')
      assert.ok((error?.message ?? '').length < 1000, error?.message.slice(0, 1000))
    }
    const grown = (process.memoryUsage().rss - before) / 1e6
    assert.ok(grown < 400, `${Math.round(grown)} MB more`)
  })
}

const long = 300_000
const sources: readonly (readonly [what: string, source: string])[] = [
  ['a recipient without an end', `To: ${'a'.repeat(long)}\n\n`],
  ['recipients without an end', `To: ${'a@'.repeat(long)}\n\n`],
  ['the same header again and again', 'To: a@b.test\n'.repeat(long / 10)],
  ['blanks in quoted-printable', `Content-Transfer-Encoding: quoted-printable\n\n${' '.repeat(long)}x`],
  [
    'equals signs in quoted-printable',
    `Content-Transfer-Encoding: quoted-printable\n\n${'= '.repeat(long)}x`,
  ],
  ['words in a subject', `Subject: ${'=?a'.repeat(long)}\n\n`],
  ['blanks between words in a subject', `Subject: ${`=?a?q?x?=${' '.repeat(1000)}`.repeat(long / 1000)}\n\n`],
  ['parts in parts', 'Content-Type: multipart/mixed; boundary=a\n\n--a\n'.repeat(long / 50)],
  ['many parts', `Content-Type: multipart/mixed; boundary=a\n\n${'--a\n\n'.repeat(long / 5)}`],
  ['parts without a boundary', `Content-Type: multipart/mixed; boundary=""\n\n${'-'.repeat(long)}`],
  ['a long type', `Content-Type: text/plain${'; '.repeat(long)}\n\n`],
]
for (const [what, source] of sources) {
  test(`given a mail with ${what}, when it is parsed, then the time is proportional to its length`, () => {
    const begin = process.cpuUsage().user

    parseMail(source)

    const took = (process.cpuUsage().user - begin) / 1000
    assert.ok(took < 1500, `it took ${Math.round(took)} ms`)
  })
}

for (const [what, answer, message] of [
  ['no JSON', () => 'hello', /the answer is not a JSON object: hello/],
  [
    'an answer without an end',
    (_: string, socket: Socket) => void pour(socket, head, ' '.repeat(65_536)),
    /longer than 16 MB/,
  ],
] as const) {
  test(`given a control interface with ${what}, when a target is created, then that ends with a message`, async () => {
    const { url } = await startHttp(answer)

    const error = await thrownBy(() => provisionByControl({ url, token: 'secret' }))

    assert.is(error?.name, 'UnreachableError')
    assert.match(error?.message ?? '', message)
  })
}

test.run()
