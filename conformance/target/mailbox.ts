import { exec } from 'node:child_process'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { mailLimits, textWithin } from '../http/answer-limits.js'
import { urlOf, withoutCredentials } from '../http/paths.js'
import { parseBounded } from '../http/unreadable-file.js'
import { openImap } from './imap.js'
import { type ParsedMail, parseMail, textOfHtml } from './mail-source.js'
import { type MailboxSettings, type ReceivedMail, UnreachableError } from './target.js'

/** The mails that a target sends, wherever they arrive. */
export type Mailbox = ReturnType<typeof mailboxOf>

type Read = (address: string) => Promise<readonly ParsedMail[]>

/**
 * Opens the mailbox of a target file: a Mailpit or MailHog server, an IMAP account, a maildir, or a command. `time` is the
 * number of milliseconds to wait for it.
 *
 * @example
 * const mailbox = openMailbox({ mailpit: 'http://127.0.0.1:8025' })
 * await mailbox.read('ada@example.test')
 */
export function openMailbox(settings: MailboxSettings, time: number = mailLimits.time): Mailbox {
  const { mailpit, mailhog, imap, maildir, command } = settings
  if (imap !== undefined) {
    const { read, close } = openImap(imap, time)
    return mailboxOf(`the IMAP server ${imap.host}`, read, close)
  }
  if (mailpit !== undefined)
    return mailboxOf(`Mailpit at ${withoutCredentials(mailpit)}`, readMailpit(mailpit, time))
  if (mailhog !== undefined)
    return mailboxOf(`MailHog at ${withoutCredentials(mailhog)}`, readMailHog(mailhog, time))
  if (maildir !== undefined) return mailboxOf(`the maildir ${maildir}`, readMaildir(maildir))
  return mailboxOf(`the mailbox command`, readCommand(command ?? '', time))
}

function mailboxOf(name: string, read: Read, close = async () => {}) {
  return {
    /** Returns every e-mail that was sent to an address, newest last. Throws an `UnreachableError` if they can't be read. */
    async read(address: string): Promise<readonly ReceivedMail[]> {
      const wanted = address.toLowerCase()
      const mails = await read(wanted).catch(error => {
        throw new UnreachableError(`Failed to read ${name}: ${messageOf(error)}`, { cause: error })
      })
      return mails
        .filter(({ to }) => to.includes(wanted))
        .slice(-mailLimits.mails)
        .map(({ subject, text }) => ({ to: address, subject, text: text.slice(0, mailLimits.size) }))
    },
    /** Closes the connections. */
    close,
  }
}

function messageOf(error: unknown): string {
  if (error instanceof z.ZodError)
    return `its answer does not have the expected form. ${z.prettifyError(error)}`
  const { message, cause } = error as Error
  return (cause instanceof Error ? `${message}: ${cause.message}` : message).slice(0, 500)
}

/** Gets JSON. Credentials in the URL become Basic authentication. */
async function getJson(base: string, path: string, signal: AbortSignal, query = ''): Promise<unknown> {
  const { username, password, origin, pathname } = new URL(base)
  const url = urlOf(`${origin}${pathname}`, { path, query })
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const headers =
    username === '' ? {} : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
  const answer = await fetch(url, { headers, redirect: 'error', signal })
  if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}`)
  return parseBounded(await textWithin(answer, signal))
}

const person = z.object({ Address: z.string() })
const people = z.array(person).nullish()
const mailpitList = z.object({
  messages: z.array(z.object({ ID: z.string(), To: people, Cc: people, Bcc: people, Subject: z.string() })),
})
const mailpitMail = z.object({ Text: z.string().default(''), HTML: z.string().default('') })

function readMailpit(url: string, time: number): Read {
  return async address => {
    const signal = AbortSignal.timeout(time)
    const query = `query=${encodeURIComponent(`to:"${address}"`)}&limit=${mailLimits.mails}`
    const { messages } = mailpitList.parse(await getJson(url, '/api/v1/search', signal, query))
    const mails: ParsedMail[] = []
    for (const { ID, To, Cc, Bcc, Subject: subject } of messages.slice(0, mailLimits.mails).reverse()) {
      const to = [To, Cc, Bcc].flatMap(list => list ?? []).map(({ Address }) => Address.toLowerCase())
      if (!to.includes(address)) continue
      const { Text, HTML } = mailpitMail.parse(
        await getJson(url, `/api/v1/message/${encodeURIComponent(ID)}`, signal),
      )
      mails.push({ to, subject, text: (Text || textOfHtml(HTML)).slice(0, mailLimits.size) })
    }
    return mails
  }
}

const mailhogList = z.object({
  items: z.array(z.object({ Raw: z.object({ To: z.array(z.string()), Data: z.string() }) })),
})

function readMailHog(url: string, time: number): Read {
  return async address => {
    const query = `kind=to&query=${encodeURIComponent(address)}&limit=${mailLimits.mails}`
    const answer = await getJson(url, '/api/v2/search', AbortSignal.timeout(time), query)
    const { items } = mailhogList.parse(answer)
    return items
      .slice(0, mailLimits.mails)
      .reverse()
      .map(({ Raw }) => ({
        // JSON has decoded the bytes as UTF-8 already.
        ...parseMail(Buffer.from(Raw.Data.slice(0, mailLimits.size), 'utf8').toString('latin1')),
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
        const entry = known.get(key) ?? (await mailIn(file))
        if (!entry) continue
        known.set(key, entry)
        found.push(entry)
      }
    }
    return found.sort((a, b) => a.time - b.time).map(({ mail }) => mail)
  }
}

/** The beginning of a mail, which has its links; undefined if the file is not a mail, such as a pipe that never ends. */
async function mailIn(file: string): Promise<{ time: number; mail: ParsedMail } | undefined> {
  if (!(await stat(file)).isFile()) return undefined
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(mailLimits.size), 0, mailLimits.size, 0)
    const { mtimeMs } = await handle.stat()
    return { time: mtimeMs, mail: parseMail(buffer.toString('latin1', 0, bytesRead)) }
  } finally {
    await handle.close()
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
function readCommand(command: string, time: number): Read {
  return async address => {
    if (!/^[\w.+@-]+$/.test(address)) throw new Error(`"${address}" can't be passed to a shell.`)
    const { stdout } = await promisify(exec)(`${command} ${address}`, {
      timeout: time,
      maxBuffer: 64 * 1024 * 1024,
    })
    const mails = printedMails.parse(parseBounded(stdout))
    return mails.map(({ to = address, subject, text }) => ({
      to: [to].flat().map(each => each.toLowerCase()),
      subject,
      text,
    }))
  }
}
