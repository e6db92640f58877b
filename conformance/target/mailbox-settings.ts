import * as z from 'zod'
import { answerLimits } from '../http/answer-limits.js'

export const httpUrl = (example: string) =>
  z.string().refine(url => /^https?:\/\//i.test(url) && URL.canParse(url), {
    error: `must be an http or https address, such as "${example}"`,
  })

const mailServer = httpUrl('http://127.0.0.1:8025').optional()

const imap = z
  .strictObject({
    host: z.string({ error: 'must be the name of the IMAP server' }),
    port: z.int().min(1).max(65_535).default(993),
    /** TLS from the first byte; by default on port 993. */
    secure: z.boolean().optional(),
    user: z.string({ error: 'must be the name of the IMAP account' }),
    password: z.string({ error: 'must be a password, or "$NAME" to read it from the environment' }),
    folder: z.string().min(1).default('INBOX'),
  })
  .transform(settings => ({ ...settings, secure: settings.secure ?? settings.port === 993 }))

/** What is read of a mail server at most, which may be faulty or hostile like the target. */
export const mailLimits = {
  /** Milliseconds until all mails to an address are there. */
  time: 10_000,
  /** Mails to one address, the newest ones; each run uses its own addresses. */
  mails: 200,
  /** Bytes of a mail that are looked at. */
  size: 1_000_000,
  /** Bytes of an answer. */
  answer: answerLimits.size,
} as const

/** Where the e-mails of a target arrive, in a target file. */
export const mailboxShape = z
  .strictObject({
    mailpit: mailServer,
    mailhog: mailServer,
    imap: imap.optional(),
    maildir: z.string().min(1).optional(),
    command: z.string().min(1).optional(),
  })
  .refine(kinds => Object.values(kinds).filter(kind => kind !== undefined).length === 1, {
    error: 'must be one of { "mailpit": URL }, { "mailhog": URL }, { "imap": {...} }, { "maildir": FOLDER }',
  })

/** Where the e-mails of a target arrive: exactly one of the members is there. */
export type MailboxSettings = z.infer<typeof mailboxShape>
export type ImapSettings = z.infer<typeof imap>
