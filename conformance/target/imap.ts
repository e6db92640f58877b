import type { ImapFlow } from 'imapflow'
import { mailLimits } from '../http/answer-limits.js'
import { type ParsedMail, parseMail } from './mail-source.js'
import { type ImapSettings, isLoopback, UnreachableError } from './target.js'

/**
 * An IMAP account that receives the mails of a target. It connects on the first read, and again after a lost connection.
 * `time` is the number of milliseconds within which all mails to an address must be read.
 */
export function openImap(settings: ImapSettings, time: number) {
  let client: ImapFlow | undefined
  let connecting: Promise<ImapFlow> | undefined
  const forget = () => {
    connecting = undefined
  }
  const connected = () => {
    connecting ??= createClient(settings, time).then(created => {
      client = created
      created.on('error', forget)
      created.on('close', forget)
      return connect(created)
    })
    return connecting
  }
  const read = async (address: string): Promise<ParsedMail[]> => {
    const client = await connected().catch(error => {
      forget()
      throw error
    })
    const lock = await client.getMailboxLock(settings.folder, { readOnly: true })
    try {
      // Some servers report new mails only when asked.
      await client.noop()
      const mails: ParsedMail[] = []
      const found = await client.search({ or: [{ to: address }, { cc: address }] }, { uid: true })
      if (!found || found.length === 0) return mails
      const newest = found.slice(-mailLimits.mails)
      for await (const { source } of client.fetch(newest, { source: true }, { uid: true })) {
        if (source) mails.push(parseMail(source.toString('latin1', 0, mailLimits.size)))
        if (mails.length === mailLimits.mails) break
      }
      return mails
    } finally {
      lock.release()
    }
  }
  /** Gives up on a server that does not respond, or does not finish. */
  const inTime = async <T>(work: Promise<T>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        client?.close()
        forget()
        reject(new Error(`no complete answer within ${time} ms`))
      }, time)
    })
    return Promise.race([work, late]).finally(() => clearTimeout(timer))
  }
  // In sequence: a connection has one folder open and answers one command at a time.
  let last: Promise<unknown> = Promise.resolve()
  return {
    read(address: string): Promise<ParsedMail[]> {
      const next = last.catch(() => {}).then(() => inTime(read(address)))
      last = next
      return next
    },
    async close() {
      const open = connecting
      if (open) await inTime(open.then(each => each.logout())).catch(() => {})
      client?.close()
    },
  }
}

async function createClient(
  { host, port, secure, user, password }: ImapSettings,
  time: number,
): Promise<ImapFlow> {
  // An optional peer dependency: only reading mails by IMAP needs it.
  const { ImapFlow } = await import('imapflow').catch(error => {
    throw new UnreachableError('the package imapflow is not installed. Run: npm install imapflow', {
      cause: error,
    })
  })
  const isHere = isLoopback(host)
  return new ImapFlow({
    host,
    port,
    secure,
    auth: { user, pass: password },
    logger: false,
    connectionTimeout: time,
    greetingTimeout: time,
    maxLineLength: mailLimits.size,
    maxLiteralSize: mailLimits.answer,
    maxResponseSize: 2 * mailLimits.answer,
    // A password leaves this machine only encrypted; a server on it may have a self-signed certificate.
    ...(!secure && !isHere && { doSTARTTLS: true }),
    tls: { rejectUnauthorized: !isHere },
  })
}

async function connect(client: ImapFlow): Promise<ImapFlow> {
  await client.connect().catch(error => {
    client.close()
    throw new Error(error.responseText ?? error.message, { cause: error })
  })
  return client
}
