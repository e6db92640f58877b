import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { NodemailerError, Transporter } from 'nodemailer'
import type { Letter } from './letter.js'
import type { SmtpServer } from './smtp-url.js'

/** How long the courier waits for what; all in milliseconds. */
export interface Patience {
  /** The pauses after the first, second, ... try that failed; as many tries as pauses, and one more. */
  pauses: readonly number[]
  /** For a connection with its greeting; twice as long for any answer after that. */
  timeout: number
  /** For deliveries under way when the service stops. */
  grace: number
}

/** Brings letters to an SMTP server. */
export interface Courier {
  /** Whether the server took the letter in the end; `problem` hears why a try failed, without the password. */
  deliver(letter: Letter, problem: (reason: string) => void): Promise<boolean>
  /** Lets tries under way end, for a while; nothing is tried again, and afterwards nothing delivered. */
  close(): Promise<void>
}

export function createCourier(server: SmtpServer, { pauses, timeout, grace }: Patience): Courier {
  const closing = new AbortController()
  const closed = new AbortController()
  // Every mail under way listens, and there may be many.
  setMaxListeners(0, closing.signal, closed.signal)
  let transport: Promise<Transporter> | undefined
  let underway: Promise<unknown> = Promise.resolve()

  async function tryOnce({ message, envelope }: Letter): Promise<void> {
    transport ??= connect(server, timeout)
    await (await transport).sendMail({ raw: message, envelope, signal: closed.signal })
  }

  async function deliver(letter: Letter, problem: (reason: string) => void): Promise<boolean> {
    for (const pause of [...pauses, undefined]) {
      try {
        await tryOnce(letter)
        return true
      } catch (error) {
        problem(reasonOf(error as NodemailerError, server))
        if (pause === undefined || (error as NodemailerError).permanent) break
      }
      const cut = await sleep(pause, false, { signal: closing.signal }).catch(() => true)
      if (cut) break
    }
    return false
  }

  return {
    deliver(letter, problem) {
      const delivery = deliver(letter, problem)
      underway = Promise.all([underway, delivery])
      return delivery
    },
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

/** A few connections that mails share: a burst of mails must not use up the sockets the API needs. */
async function connect({ host, port, secure, login }: SmtpServer, timeout: number): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    pool: true,
    maxConnections: 3,
    // Trying again is this file's affair.
    maxRequeues: 0,
    idleTimeout: timeout,
    host,
    port,
    secure,
    ...(login && { auth: { user: login.user, pass: login.password } }),
    // `smtp://` goes without TLS where the server has none; where no password is at stake, a certificate nobody
    // vouches for (a relay on the same host has one, as a rule) is still better than that.
    tls: { rejectUnauthorized: secure || login !== undefined },
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    dnsTimeout: timeout,
    socketTimeout: 2 * timeout,
    socketCloseTimeout: 1_000,
  })
}

/** One line that says why; the server words it, and might repeat what it was told. */
function reasonOf(error: NodemailerError, { login }: SmtpServer): string {
  if (error.code === 'EABORT') return 'the service stopped before the SMTP server had taken it'
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
