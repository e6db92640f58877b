import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { endAll, file, thrownBy } from '../testing/stage.js'
import { type Mailbox, openMailbox } from './mailbox.js'
import { parseTarget } from './target.js'
import { startCatcher, startDovecot, startHoodiecrow } from './testing/mail-servers.js'

test.after(endAll)

const link =
  'https://service.example.test/activate?user=7&code=0123456789abcdef0123456789abcdef0123456789abcdef'
const plain = `Please activate it:\r\n${link}\r\n`

/** The settings as in a target file. */
const settingsOf = (mailbox: object) => {
  const owner = { email: 'o@example.test', password: 'x' }
  const target = parseTarget({ baseUrl: 'http://localhost:1', owner, schedules: ['a'], mailbox }, 'a test')
  if (!target.mailbox) throw new Error('It has no mailbox.')
  return target.mailbox
}
const open = (mailbox: object) => openMailbox(settingsOf(mailbox))

/** Mails to several people arrive; those to one are requested. */
async function findsMails(mailbox: Mailbox, send: (mail: object) => Promise<unknown>) {
  assert.equal(await mailbox.read('ada@example.test'), [])

  await send({ to: 'ada@example.test', subject: 'first', text: plain })
  await send({ to: 'bob@example.test', subject: 'of Bob', text: plain })
  await send({ to: 'not-ada@example.test', subject: 'of somebody else', text: plain })
  await send({ to: 'Ada <Ada@Example.test>', subject: 'second', text: plain })

  const mails = await mailbox.read('ada@example.test')
  assert.equal(
    mails.map(({ to, subject }) => [to, subject]),
    [
      ['ada@example.test', 'first'],
      ['ada@example.test', 'second'],
    ],
  )
  for (const { text } of mails) assert.match(text, link)
  await mailbox.close()
}

test('given Mailpit, when the mails to an address are requested, then others are left out and the newest is last', async () => {
  const { url, send } = await startCatcher()

  await findsMails(open({ mailpit: `${url}/` }), send)
})

test('given MailHog, when the mails to an address are requested, then others are left out and the newest is last', async () => {
  const { url, send } = await startCatcher()

  await findsMails(open({ mailhog: url }), send)
})

test('given a maildir, when mails arrive and are marked as read, then all are found', async () => {
  const { maildir, send } = await startCatcher()
  const mailbox = open({ maildir })
  await findsMails(mailbox, send)

  for (const name of readdirSync(join(maildir, 'new')))
    renameSync(join(maildir, 'new', name), join(maildir, 'cur', `${name}:2,S`))

  assert.is((await mailbox.read('ada@example.test')).length, 2)
})

test('given an IMAP server, when mails arrive after the connection was made, then they are found', async () => {
  const { settings, send } = await startHoodiecrow()

  await findsMails(open({ imap: settings }), send)
})

test('given Dovecot, when mails arrive after the connection was made, then they are found', async () => {
  const dovecot = await startDovecot()
  if (!dovecot) {
    process.stdout.write('(dovecot is not installed, and not tested) ')
    return
  }

  await findsMails(open({ imap: dovecot.settings }), dovecot.send)
})

test('given an IMAP server, when several addresses are requested at once, then each gets its own', async () => {
  const { settings, send } = await startHoodiecrow()
  for (const name of ['a', 'b', 'c']) await send({ to: `${name}@example.test`, subject: name, text: plain })
  const mailbox = open({ imap: settings })

  const found = await Promise.all(['a', 'b', 'c'].map(name => mailbox.read(`${name}@example.test`)))

  assert.equal(
    found.map(mails => mails.map(({ subject }) => subject)),
    [['a'], ['b'], ['c']],
  )
  await mailbox.close()
})

test('given a command, when it prints JSON, then these are the mails to the address', async () => {
  const script = file(
    'process.stdout.write(JSON.stringify([{ subject: "for " + process.argv[2], text: "hello" }, { to: "x@example.test" }]))',
    'mails.cjs',
  )
  const mailbox = open({ command: `"${process.execPath}" "${script}"` })

  assert.equal(await mailbox.read('ada@example.test'), [
    { to: 'ada@example.test', subject: 'for ada@example.test', text: 'hello' },
  ])
})

const broken: readonly (readonly [string, object, RegExp])[] = [
  [
    'a server that is not there',
    { mailpit: 'http://127.0.0.1:9' },
    /^Failed to read Mailpit at http:\/\/127/,
  ],
  ['a folder that is not there', { maildir: '/nowhere' }, /^Failed to read the maildir \/nowhere: ENOENT/],
  [
    'a command that fails',
    { command: 'sh -c "echo no mails >&2; exit 3"' },
    /the mailbox command: Command failed.*\n?.*no mails/s,
  ],
  ['a command that prints something else', { command: 'echo hello' }, /the mailbox command: .*JSON/],
  ['a command that prints other JSON', { command: 'echo {} #' }, /does not have the expected form/],
  [
    'nobody behind an IMAP port',
    { imap: { host: '127.0.0.1', port: 9, user: 'a', password: 'b' } },
    /^Failed to read the IMAP server 127\.0\.0\.1: .*ECONNREFUSED/,
  ],
]
for (const [what, settings, message] of broken) {
  test(`given ${what}, when mails are requested, then the message says what failed`, async () => {
    const error = await thrownBy(() => open(settings).read('ada@example.test'))

    assert.is(error?.name, 'UnreachableError')
    assert.match(error?.message ?? '', message)
  })
}

test('given a wrong password, when an IMAP server is asked, then the message says so', async () => {
  const { settings } = await startHoodiecrow()

  const error = await thrownBy(() => open({ imap: { ...settings, password: 'no' } }).read('a@example.test'))

  assert.match(
    error?.message ?? '',
    /^Failed to read the IMAP server 127\.0\.0\.1: .*(fail|password|credential)/i,
  )
})

const unfit: readonly (readonly [object, RegExp])[] = [
  [{}, /mailbox: must be one of \{ "mailpit": URL \}/],
  [{ mailpit: 'http://a.test', maildir: '/m' }, /mailbox: must be one of/],
  [{ mailpit: 'localhost' }, /mailbox.mailpit: must be an http or https address/],
  [{ imap: { host: 'a.test', user: 'a' } }, /mailbox.imap.password: is missing/],
  [{ pop3: 'a' }, /mailbox: .*pop3/],
]
for (const [settings, message] of unfit) {
  test(`given the mailbox ${JSON.stringify(settings)}, when the target is read, then it says what to write`, async () => {
    assert.match((await thrownBy(() => settingsOf(settings)))?.message ?? '', message)
  })
}

test.run()
