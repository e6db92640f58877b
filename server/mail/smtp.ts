import { setMaxListeners } from 'node:events'
import { domainToASCII } from 'node:url'
import type { NodemailerError, Transporter } from 'nodemailer'
import { isLoopback } from '../core/index.js'
import type { Message } from './message.js'

/** Timeouts of an attempt, in milliseconds. */
export interface TransportOptions {
  /** Timeout for connecting and the greeting. @default 10_000 */
  timeout?: number
  /**
   * Timeout for later responses. A message that a server accepts after it is sent again, so the default is what RFC 5321 requires
   * (section 4.5.3.2.6). @default 600_000
   */
  patience?: number
  /** The time for deliveries in progress when the service stops. @default 5_000 */
  grace?: number
}

/** Why a server did not accept a message. */
export interface Problem {
  reason: string
  /** Whether a retry is useless. */
  isPermanent: boolean
}

/** Delivers messages to the SMTP server of a URL. @throws {SmtpUrlError} if it is not valid */
export function openTransport(smtp: string, options: TransportOptions) {
  const { timeout = 10_000, patience = 600_000, grace = 5_000 } = options
  const server = parseSmtpUrl(smtp)
  const closed = new AbortController()
  // Every mail being delivered adds a listener, and there may be many.
  setMaxListeners(0, closed.signal)
  let transport: Promise<Transporter> | undefined

  async function tryOnce({ raw, envelope }: Message): Promise<void> {
    transport ??= connect(server, timeout, patience)
    await (await transport).sendMail({ raw, envelope, signal: closed.signal })
  }

  return {
    /** Resolves to the reason why the server did not accept the message, without the password; undefined if it did. */
    attempt: (message: Message): Promise<Problem | undefined> =>
      tryOnce(message).then(
        () => undefined,
        error => ({ reason: reasonOf(error, server), isPermanent: error.permanent === true }),
      ),
    /** Waits for `deliveries`, whose attempts fail after `grace`; nothing is delivered afterwards. */
    async close(deliveries: Promise<void> | undefined) {
      const enough = setTimeout(() => closed.abort(), grace)
      await deliveries
      clearTimeout(enough)
      closed.abort()
      await transport?.then(opened => opened.close())
    },
  }
}

/** Mails share a few pooled connections: a burst must not use up the sockets that the API needs. */
async function connect(
  { host, port, secure, login }: SmtpServer,
  timeout: number,
  patience: number,
): Promise<Transporter> {
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
    // The password is only sent over TLS, except within this machine: an attacker in between could hide that the server
    // offers STARTTLS.
    requireTLS: login !== undefined && host !== 'localhost' && !isLoopback(host),
    // Otherwise, `smtp://` would fall back to no TLS. If no password is at stake, an untrusted certificate (typical of a
    // relay on the same host) is still better.
    tls: { rejectUnauthorized: secure || login !== undefined },
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    dnsTimeout: timeout,
    socketTimeout: patience,
    socketCloseTimeout: 1_000,
  })
}

/** The reason on one line. It quotes the server, which might echo the password. */
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

/** The SMTP server, and the login to use. */
interface SmtpServer {
  host: string
  port: number
  /**
   * TLS from the first byte; otherwise STARTTLS if the server offers it, and always if a password is sent to another machine.
   */
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

/** Shows only what is certainly a host and a port: in a malformed URL, the password could be anywhere. */
function masked(url: string): string {
  const [, scheme = '', rest = ''] = /^(smtps?:\/\/)?(.*)$/is.exec(url) ?? []
  const credentials = rest.slice(0, rest.lastIndexOf('@') + 1)
  const server = rest.slice(credentials.length)
  const [host = ''] = /^[^:/?#]*(:\d{1,5})?(?=$|[/?#:])/.exec(server) ?? []
  return `${scheme}${credentials && '***@'}${host}${host === server ? '' : '***'}`
}
