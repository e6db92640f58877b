import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { domainToASCII } from 'node:url'
import type { NodemailerError, Transporter } from 'nodemailer'
import type { Message } from './message.js'

/** When a delivery is retried and when it times out; all in milliseconds. */
export interface RetryOptions {
  /** The pauses after failed attempts: one more attempt than there are pauses. */
  pauses: readonly number[]
  /** Timeout for connecting and the greeting; later responses get twice as long. @default 10_000 */
  timeout?: number
  /** How long deliveries in progress may take when the service stops. @default 5_000 */
  grace?: number
}

/** Why a server did not accept a message. */
export interface Problem {
  reason: string
  /** Whether it is of no use to try again. */
  isPermanent: boolean
}

/** Delivers messages to the SMTP server of a URL; undefined without one. @throws {SmtpUrlError} if it is not valid */
export const openTransport = (smtp: string | undefined, retry: RetryOptions) =>
  smtp === undefined ? undefined : createSmtpTransport(parseSmtpUrl(smtp), retry)

function createSmtpTransport(server: SmtpServer, { pauses, timeout = 10_000, grace = 5_000 }: RetryOptions) {
  const closing = new AbortController()
  const closed = new AbortController()
  // Every mail in delivery adds a listener, and there may be many.
  setMaxListeners(0, closing.signal, closed.signal)
  let transport: Promise<Transporter> | undefined
  let underway: Promise<unknown> = Promise.resolve()

  async function tryOnce({ raw, envelope }: Message): Promise<void> {
    transport ??= connect(server, timeout)
    await (await transport).sendMail({ raw, envelope, signal: closed.signal })
  }

  /** Resolves to why the server did not accept the message, without the password; undefined if it did. */
  function attempt(message: Message): Promise<Problem | undefined> {
    const trying = tryOnce(message).then(
      () => undefined,
      error => ({ reason: reasonOf(error, server), isPermanent: error.permanent === true }),
    )
    underway = Promise.all([underway, trying])
    return trying
  }

  async function deliver(message: Message, problem: (reason: string) => void): Promise<boolean> {
    for (const pause of [...pauses, undefined]) {
      const found = await attempt(message)
      if (!found) return true
      problem(found.reason)
      if (pause === undefined || found.isPermanent) break
      const cut = await sleep(pause, false, { signal: closing.signal }).catch(() => true)
      if (cut) break
    }
    return false
  }

  return {
    attempt,
    /** Resolves to whether the server accepted the message; reports to `problem` why an attempt failed, without the password. */
    deliver(message: Message, problem: (reason: string) => void) {
      const delivery = deliver(message, problem)
      underway = Promise.all([underway, delivery])
      return delivery
    },
    /** Waits up to `grace` for attempts in progress; nothing is retried, and nothing is delivered afterwards. */
    async close() {
      closing.abort()
      const enough = setTimeout(() => closed.abort(), grace)
      await underway
      clearTimeout(enough)
      closed.abort()
      await transport?.then(opened => opened.close())
    },
  }
}

/** Mails share a few pooled connections: a burst must not use up the sockets that the API needs. */
async function connect({ host, port, secure, login }: SmtpServer, timeout: number): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    pool: true,
    maxConnections: 3,
    // This file does its own retries.
    maxRequeues: 0,
    idleTimeout: timeout,
    host,
    port,
    secure,
    ...(login && { auth: { user: login.user, pass: login.password } }),
    // `smtp://` falls back to no TLS. If no password is at stake, an untrusted certificate (typical of a relay on the
    // same host) is still better than that.
    tls: { rejectUnauthorized: secure || login !== undefined },
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    dnsTimeout: timeout,
    socketTimeout: 2 * timeout,
    socketCloseTimeout: 1_000,
  })
}

/** One line that says why. It quotes the server, which might echo the password. */
function reasonOf(error: NodemailerError, { login }: SmtpServer): string {
  if (error.code === 'EABORT') return 'the service stopped before the SMTP server accepted it'
  const secrets = login
    ? [
        login.password,
        ...['', `\0${login.user}\0`].map(lead => Buffer.from(lead + login.password).toString('base64')),
      ]
    : []
  return secrets
    .reduce((text, secret) => text.replaceAll(secret, '***'), error.message)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .slice(0, 300)
}

/** Where mails are delivered, and the login to use. */
interface SmtpServer {
  host: string
  port: number
  /** TLS from the first byte; otherwise STARTTLS if the server offers it. */
  secure: boolean
  login?: { user: string; password: string }
}

/**
 * Parses an `smtp://` (default port 587) or `smtps://` (default port 465) URL.
 *
 * @throws {SmtpUrlError} if the URL is not valid
 */
export function parseSmtpUrl(text: string): SmtpServer {
  const refuse = (reason: string): never => {
    throw new SmtpUrlError(text, reason)
  }
  const url = URL.canParse(text) ? new URL(text) : refuse('it is not a URL')
  if (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') {
    return refuse('it starts with neither smtp:// nor smtps://')
  }
  const secure = url.protocol === 'smtps:'
  const plain = (part: string): string => {
    try {
      return decodeURIComponent(part)
    } catch {
      return refuse('a % in it is not followed by two hexadecimal digits (write a % itself as %25)')
    }
  }
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : domainToASCII(plain(url.hostname))
  if (host === '') return refuse('it has no host')
  if (url.port === '0') return refuse('0 is not a port')
  if (!/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '') {
    return refuse(
      'there is something after the host and port (in a password, write / as %2F, ? as %3F and # as %23)',
    )
  }
  const user = plain(url.username)
  const password = plain(url.password)
  if ((user === '') !== (password === '')) return refuse('it needs both a user and a password, or neither')
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    ...(user === '' ? {} : { login: { user, password } }),
  }
}

/** An invalid SMTP URL. The message shows neither the user nor the password. */
export class SmtpUrlError extends Error {
  override readonly name = 'SmtpUrlError'

  constructor(url: string, reason: string) {
    super(
      `Failed to use the SMTP URL "${masked(url)}": ${reason}. ` +
        'Write it as smtp://HOST:PORT or smtps://USER:PASSWORD@HOST:PORT',
    )
  }
}

/** Shows only what is certainly a host and a port: in a malformed URL the password could be anywhere. */
function masked(url: string): string {
  const [, scheme = '', rest = ''] = /^(smtps?:\/\/)?(.*)$/is.exec(url) ?? []
  const credentials = rest.slice(0, rest.lastIndexOf('@') + 1)
  const server = rest.slice(credentials.length)
  const [host = ''] = /^[^:/?#]*(:\d{1,5})?(?=$|[/?#:])/.exec(server) ?? []
  return `${scheme}${credentials && '***@'}${host}${host === server ? '' : '***'}`
}
