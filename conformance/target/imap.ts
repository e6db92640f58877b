import type { ImapFlow } from 'imapflow'
import { type ParsedMail, parseMail } from './mail-source.js'
import type { ImapSettings } from './mailbox-settings.js'
import { isLoopback, UnreachableError } from './target.js'

/** An IMAP account that gets the mails of a target. It connects when it is first read, and again after a lost connection. */
export function openImap(settings: ImapSettings) {
  let connecting: Promise<ImapFlow> | undefined
  const connected = () => {
    connecting ??= connect(settings, () => {
      connecting = undefined
    })
    return connecting
  }
  // One after the other: a connection has one folder open and answers one command at a time.
  let last: Promise<unknown> = Promise.resolve()
  const read = async (address: string): Promise<ParsedMail[]> => {
    const client = await connected().catch(error => {
      connecting = undefined
      throw error
    })
    const lock = await client.getMailboxLock(settings.folder, { readOnly: true })
    try {
      // Some servers tell of new mails only when they are asked.
      await client.noop()
      const mails: ParsedMail[] = []
      const found = await client.search({ or: [{ to: address }, { cc: address }] }, { uid: true })
      if (!found || found.length === 0) return mails
      for await (const { source } of client.fetch(found, { source: true }, { uid: true }))
        if (source) mails.push(parseMail(source.toString('latin1')))
      return mails
    } finally {
      lock.release()
    }
  }
  return {
    read(address: string): Promise<ParsedMail[]> {
      const next = last.catch(() => {}).then(() => read(address))
      last = next
      return next
    },
    async close() {
      const client = await connecting?.catch(() => undefined)
      await client?.logout().catch(() => client.close())
    },
  }
}

async function connect(
  { host, port, secure, user, password }: ImapSettings,
  onClose: () => void,
): Promise<ImapFlow> {
  // An optional peer dependency: only who reads mails by IMAP needs it.
  const { ImapFlow } = await import('imapflow').catch(error => {
    throw new UnreachableError('the package imapflow is not installed. Run: npm install imapflow', {
      cause: error,
    })
  })
  const isHere = isLoopback(host)
  const client = new ImapFlow({
    host,
    port,
    secure,
    auth: { user, pass: password },
    logger: false,
    // A password leaves this machine only encrypted; a server on it may have a certificate of its own making.
    ...(!secure && !isHere && { doSTARTTLS: true }),
    tls: { rejectUnauthorized: !isHere },
  })
  client.on('error', onClose)
  client.on('close', onClose)
  await client.connect().catch(error => {
    client.close()
    throw new Error(error.responseText ?? error.message, { cause: error })
  })
  return client
}
