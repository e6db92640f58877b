import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import hoodiecrow from 'hoodiecrow-imap'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { SMTPServer } from 'smtp-server'
import { atEnd, folder } from '../../testing/stage.js'

/*
 * Real mail servers for tests: an SMTP server that stores what it receives in a maildir and shows it as Mailpit and MailHog
 * do, and IMAP servers.
 */

interface Stored {
  readonly to: readonly string[]
  readonly raw: string
}

const portOf = (server: Pick<Server, 'address'>) => (server.address() as AddressInfo).port

/** Starts an SMTP server on a free port; `deliver` gets what it receives. */
async function startSmtp(deliver: (mail: Stored) => Promise<void> | void): Promise<number> {
  const smtp = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 500,
    async onData(stream, { envelope }, done) {
      const raw = Buffer.concat(await stream.toArray()).toString('latin1')
      await deliver({ to: envelope.rcptTo.map(({ address }) => address), raw })
      done()
    },
  })
  await new Promise<void>(resolve => smtp.listen(0, '127.0.0.1', resolve))
  atEnd(() => new Promise<void>(resolve => smtp.close(resolve)))
  return portOf(smtp.server)
}

/** A mail catcher: SMTP in, and out as a maildir and as the HTTP interfaces of Mailpit and MailHog. */
export async function startCatcher(deliver: (raw: string) => void = () => {}) {
  const stored: Stored[] = []
  const maildir = createMaildir()
  const port = await startSmtp(mail => {
    stored.push(mail)
    writeFileSync(join(maildir, 'new', `${Date.now()}.M${stored.length}.test`), mail.raw, 'latin1')
    deliver(mail.raw)
  })
  const http = createServer((request, response) => {
    const answer = catcherAnswer(new URL(request.url ?? '', 'http://catcher'), stored)
    response.statusCode = answer === undefined ? 404 : 200
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  atEnd(() => {
    http.closeAllConnections()
    http.close()
  })
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  return {
    url: `http://127.0.0.1:${portOf(http)}`,
    maildir,
    smtpPort: port,
    send: (mail: SendMailOptions) => transport.sendMail({ from: 'service@example.test', ...mail }),
  }
}

/** The text of a mail with one part, decoded from quoted-printable if needed. */
const textOf = (raw: string) =>
  raw
    .slice(raw.indexOf('\r\n\r\n') + 4)
    .replaceAll('=\r\n', '')
    .replaceAll('=3D', '=')

/** The responses of the two mail catchers, as their documentation shows them. */
function catcherAnswer({ pathname, searchParams }: URL, stored: readonly Stored[]): object | undefined {
  const newest = stored.map((mail, index) => ({ ...mail, id: `id/${index}` })).reverse()
  const query = searchParams.get('query') ?? ''
  const matching = (address: string) =>
    newest.filter(({ to }) => to.some(each => each.toLowerCase().includes(address)))
  const headerOf = (raw: string, name: string) => new RegExp(`^${name}: (.*)\r$`, 'm').exec(raw)?.[1] ?? ''
  if (pathname === '/api/v1/search') {
    const messages = matching(/^to:"(.*)"$/.exec(query)?.[1] ?? query).map(({ id, to, raw }) => ({
      ID: id,
      To: to.map(Address => ({ Name: '', Address })),
      Cc: null,
      Bcc: [],
      Subject: headerOf(raw, 'Subject'),
    }))
    return { total: stored.length, start: 0, messages }
  }
  if (pathname.startsWith('/api/v1/message/')) {
    const id = decodeURIComponent(pathname.slice('/api/v1/message/'.length))
    const { raw = '' } = newest.find(mail => mail.id === id) ?? {}
    return {
      ID: id,
      Subject: headerOf(raw, 'Subject'),
      Text: textOf(raw),
      HTML: '',
    }
  }
  if (pathname !== '/api/v2/search' || searchParams.get('kind') !== 'to') return undefined
  const items = matching(query).map(({ id, to, raw }) => ({ ID: id, Raw: { From: '', To: to, Data: raw } }))
  return { total: stored.length, count: items.length, start: 0, items }
}

function createMaildir(): string {
  const maildir = join(folder(), 'mail')
  for (const part of ['new', 'cur', 'tmp']) mkdirSync(join(maildir, part), { recursive: true, mode: 0o777 })
  for (const path of [dirname(maildir), maildir]) chmodSync(path, 0o777)
  for (const part of ['new', 'cur', 'tmp']) chmodSync(join(maildir, part), 0o777)
  return maildir
}

/** An IMAP server from npm, with a mail catcher that delivers to its INBOX. */
export async function startHoodiecrow() {
  const server = hoodiecrow({ storage: { INBOX: { messages: [] } } })
  const sockets = new Set<Socket>()
  server.server.on('connection', socket => sockets.add(socket))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => {
    for (const socket of sockets) socket.destroy()
    server.close(() => {})
  })
  const { send } = await startCatcher(raw => server.appendMessage('INBOX', [], new Date(), raw))
  const settings = { host: '127.0.0.1', port: portOf(server.server), user: 'testuser', password: 'testpass' }
  return { send, settings }
}

/** The program of Dovecot, if it is installed. */
const dovecotProgram = () =>
  spawnSync('sh', ['-c', 'command -v dovecot'], { encoding: 'utf8' }).stdout.trim() || undefined

/** Dovecot on the maildir of a mail catcher; undefined if it is not installed. */
export async function startDovecot() {
  const program = dovecotProgram()
  if (program === undefined) return undefined
  const { send, maildir } = await startCatcher()
  const base = dirname(maildir)
  const port = await freePort()
  const config = join(base, 'dovecot.conf')
  writeFileSync(config, dovecotConfig({ base, maildir, port, program }))
  const dovecot: ChildProcess = spawn(program, ['-F', '-c', config], { stdio: 'ignore' })
  atEnd(() => dovecot.kill())
  await sleep(1500)
  const settings = { host: '127.0.0.1', port, user: 'tests', password: 'secret' }
  return { send, settings }
}

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const port = portOf(server)
  await new Promise(resolve => server.close(resolve))
  return port
}

/** Dovecot drops root privileges; any other user keeps theirs. */
function dovecotConfig(of: { base: string; maildir: string; port: number; program: string }): string {
  const { username, uid } = userInfo()
  const [user, group, id] = uid === 0 ? ['nobody', 'nogroup', 65_534] : [username, username, uid]
  const libraries = join(dirname(realpathSync(of.program)), '../lib/dovecot')
  return `
base_dir = ${of.base}/base
state_dir = ${of.base}/state
libexec_dir = ${libraries}
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
log_path = ${of.base}/log
mail_location = maildir:${of.maildir}
default_internal_user = ${user}
default_internal_group = ${group}
default_login_user = ${user}
first_valid_uid = 1
import_environment = LD_LIBRARY_PATH
service imap-login {
  chroot =
  inet_listener imap {
    port = ${of.port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${id} gid=${id} home=${of.base}
}
`
}
