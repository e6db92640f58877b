import { exec } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { openImap } from './imap.js'
import { type ParsedMail, parseMail, textOfHtml } from './mail-source.js'
import type { MailboxSettings } from './mailbox-settings.js'
import { type ReceivedMail, UnreachableError } from './target.js'

/** The mails that a target sends, wherever they arrive. */
export type Mailbox = ReturnType<typeof mailboxOf>

type Read = (address: string) => Promise<readonly ParsedMail[]>

/**
 * Opens the mailbox of a target file: a Mailpit or MailHog server, an IMAP account, a maildir, or a command.
 *
 * @example
 * const mailbox = openMailbox({ mailpit: 'http://127.0.0.1:8025' })
 * await mailbox.read('ada@example.test')
 */
export function openMailbox(settings: MailboxSettings): Mailbox {
  const { mailpit, mailhog, imap, maildir, command } = settings
  if (imap !== undefined) {
    const { read, close } = openImap(imap)
    return mailboxOf(`the IMAP server ${imap.host}`, read, close)
  }
  if (mailpit !== undefined) return mailboxOf(`Mailpit at ${withoutPassword(mailpit)}`, readMailpit(mailpit))
  if (mailhog !== undefined) return mailboxOf(`MailHog at ${withoutPassword(mailhog)}`, readMailHog(mailhog))
  if (maildir !== undefined) return mailboxOf(`the maildir ${maildir}`, readMaildir(maildir))
  return mailboxOf(`the mailbox command`, readCommand(command ?? ''))
}

function mailboxOf(name: string, read: Read, close = async () => {}) {
  return {
    /** Returns every e-mail that was sent to an address, newest last. Throws an `UnreachableError` where that can't be told. */
    async read(address: string): Promise<readonly ReceivedMail[]> {
      const wanted = address.toLowerCase()
      const mails = await read(wanted).catch(error => {
        throw new UnreachableError(`Failed to read ${name}: ${messageOf(error)}`, { cause: error })
      })
      return mails
        .filter(({ to }) => to.includes(wanted))
        .map(({ subject, text }) => ({ to: address, subject, text }))
    },
    /** Closes connections. */
    close,
  }
}

function messageOf(error: unknown): string {
  if (error instanceof z.ZodError)
    return `its answer has another form than expected. ${z.prettifyError(error)}`
  const { message, cause } = error as Error
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}

/** Milliseconds to wait for a mail server. */
const timeout = 10_000

const withoutPassword = (url: string) => url.replace(/\/\/[^@/]*@/, '//')

/** Gets JSON. Credentials in the URL become Basic authentication. */
async function getJson(base: string, path: string): Promise<unknown> {
  const url = new URL(`${base.replace(/\/+$/, '')}${path}`)
  const { username, password } = url
  url.username = ''
  url.password = ''
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const headers =
    username === '' ? {} : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
  const answer = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(timeout) })
  if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}`)
  return answer.json()
}

const person = z.object({ Address: z.string() })
const people = z.array(person).nullish()
const mailpitList = z.object({
  messages: z.array(z.object({ ID: z.string(), To: people, Cc: people, Bcc: people, Subject: z.string() })),
})
const mailpitMail = z.object({ Text: z.string().default(''), HTML: z.string().default('') })

/** Mails of one address that are read at most; each run uses its own addresses. */
const most = 200

function readMailpit(url: string): Read {
  return async address => {
    const query = encodeURIComponent(`to:"${address}"`)
    const found = mailpitList.parse(await getJson(url, `/api/v1/search?query=${query}&limit=${most}`))
    const read = async ({ ID, To, Cc, Bcc, Subject: subject }: (typeof found.messages)[number]) => {
      const to = [To, Cc, Bcc].flatMap(list => list ?? []).map(({ Address }) => Address.toLowerCase())
      const { Text, HTML } = mailpitMail.parse(
        await getJson(url, `/api/v1/message/${encodeURIComponent(ID)}`),
      )
      return { to, subject, text: Text || textOfHtml(HTML) }
    }
    return Promise.all(found.messages.reverse().map(read))
  }
}

const mailhogList = z.object({
  items: z.array(z.object({ Raw: z.object({ To: z.array(z.string()), Data: z.string() }) })),
})

function readMailHog(url: string): Read {
  return async address => {
    const path = `/api/v2/search?kind=to&query=${encodeURIComponent(address)}&limit=${most}`
    const { items } = mailhogList.parse(await getJson(url, path))
    return items.reverse().map(({ Raw }) => ({
      // JSON has decoded the bytes as UTF-8 already.
      ...parseMail(Buffer.from(Raw.Data, 'utf8').toString('latin1')),
      to: Raw.To.map(to => to.toLowerCase()),
    }))
  }
}

function readMaildir(folder: string): Read {
  const known = new Map<string, { time: number; mail: ParsedMail }>()
  return async () => {
    const found: { time: number; mail: ParsedMail }[] = []
    for (const part of ['new', 'cur']) {
      for (const name of await readdir(join(folder, part))) {
        // The flags after the colon change when somebody reads the mail.
        const key = name.split(/:2,/)[0] ?? name
        const file = join(folder, part, name)
        const entry = known.get(key) ?? {
          time: (await stat(file)).mtimeMs,
          mail: parseMail(await readFile(file, 'latin1')),
        }
        known.set(key, entry)
        found.push(entry)
      }
    }
    return found.sort((a, b) => a.time - b.time).map(({ mail }) => mail)
  }
}

const printedMails = z.array(
  z.object({
    to: z.union([z.string(), z.array(z.string())]).optional(),
    subject: z.string().default(''),
    text: z.string().default(''),
  }),
)

/** A command that gets an address as its last argument, and prints `[{ "subject": ..., "text": ... }]`. */
function readCommand(command: string): Read {
  return async address => {
    if (!/^[\w.+@-]+$/.test(address)) throw new Error(`"${address}" can't be passed to a shell.`)
    const { stdout } = await promisify(exec)(`${command} ${address}`, {
      timeout,
      maxBuffer: 64 * 1024 * 1024,
    })
    const mails = printedMails.parse(JSON.parse(stdout))
    return mails.map(({ to = address, subject, text }) => ({
      to: [to].flat().map(each => each.toLowerCase()),
      subject,
      text,
    }))
  }
}
