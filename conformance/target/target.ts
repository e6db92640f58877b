import * as z from 'zod'
import { editDistance } from '../catalogue/edit-distance.js'
import { isDotSegment } from '../http/paths.js'
import { networkShape } from './network-settings.js'

const httpUrl = (example: string) =>
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

/** Where the e-mails of a target arrive, in a target file. */
const mailboxShape = z
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

/** Where the e-mails of a target arrive: exactly one of the members is present. */
export type MailboxSettings = z.infer<typeof mailboxShape>
export type ImapSettings = z.infer<typeof imap>

/** A text without line breaks, which stays on one line of a script or a message. */
const line = (what: string) =>
  z.string().regex(/^[^\x00-\x1f\x7f-\x9f\u2028\u2029]+$/, { error: `must be ${what}` })

const account = z.strictObject({
  email: line('an e-mail address'),
  password: z.string().min(1, { error: 'must be a password, or "$NAME" to read it from the environment' }),
  /** The environment variable that the password was read from, for scripts in reports. */
  passwordVariable: z
    .string()
    .regex(/^[A-Za-z_]\w*$/, { error: 'must be the name of a variable' })
    .exactOptional(),
})

/** An account on the target: e-mail address and password. */
export type Account = z.infer<typeof account>

interface Accounts {
  readonly owner: Account
  readonly owners?: readonly Account[]
  readonly members: readonly Account[]
  readonly disposable: readonly Account[]
}

/** All accounts of a target. */
export const accountsOf = ({ owner, owners = [], members, disposable }: Accounts) => [
  owner,
  ...owners,
  ...members,
  ...disposable,
]

const baseUrl = httpUrl('http://localhost:4000')
  .refine(url => !/[\s\\{}\x00-\x1f]/.test(url), { error: 'must not have blanks, braces or backslashes' })
  .refine(url => !URL.canParse(url) || !new URL(url).username, {
    error: 'must not contain credentials; give them as owner',
  })
  .refine(url => !/[?#]/.test(url), { error: 'must not have a query or a fragment' })
  .transform(url => url.replace(/\/+$/, ''))
  .refine(url => !url.endsWith('/v1'), { error: 'must not end with /v1, which the kit adds' })

const unique = (values: readonly string[]) => new Set(values).size === values.length

const schedules = z
  .array(
    line('the id of a schedule').refine(id => !isDotSegment(id), {
      error: 'must be the id of a schedule',
    }),
  )
  .min(1, { error: 'must name at least one schedule of the owner' })
  .refine(unique, { error: 'must be different schedules' })

/** The content of a target file. */
export const targetShape = z
  .strictObject({
    /** The JSON schema, for editors. */
    $schema: z.string().optional(),
    baseUrl,
    owner: account,
    schedules,
    /** More owners, each with schedules of their own: they run checks at the same time, each within the limit of their account. */
    owners: z.array(account.extend({ schedules })).default([]),
    members: z.array(account).default([]),
    disposable: z.array(account).default([]),
    mailDomain: z
      .string()
      .regex(/^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/, { error: 'must be a domain, such as "example.test"' })
      .default('example.test'),
    mailbox: mailboxShape.optional(),
    network: networkShape.optional(),
  })
  .refine(target => unique(accountsOf(target).map(({ email }) => email.toLowerCase())), {
    error: 'owner, owners, members and disposable must be different accounts',
  })
  .refine(({ schedules, owners }) => unique([schedules, ...owners.map(each => each.schedules)].flat()), {
    error: 'each owner must have schedules of their own',
  })

/** A parsed target: the service to test, and the accounts and schedules that may be used for it. */
export type Target = z.infer<typeof targetShape>
/** A target as it is written in a target file. Only `baseUrl`, `owner` and `schedules` are required. */
export type TargetInput = z.input<typeof targetShape>

/** An additional owner, who runs checks in schedules of their own. */
export type AdditionalOwner = Target['owners'][number]

/** The target as one of its additional owners sees it: without the members and the mailbox, which the first owner uses. */
export const targetOf = (
  { mailbox: _, ...target }: Target,
  { schedules, ...owner }: AdditionalOwner,
): Target => ({ ...target, owner, schedules, owners: [], members: [], disposable: [] })

/** The target is described incorrectly. The message says what to do. */
export class TargetError extends Error {
  override readonly name = 'TargetError'
}

/** The target can't be reached, or does not let its accounts in. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
}

/**
 * Parses a target. Throws a `TargetError` that lists every fault; `from` names the source in its message, such as a file.
 *
 * @example
 * const target = parseTarget({ baseUrl: 'http://localhost:4000', owner, schedules: ['lab'] }, 'the options')
 */
export function parseTarget(value: unknown, from: string): Target {
  const parsed = targetShape.safeParse(value)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.slice(0, 20).map(issue => {
    const place = issue.path.map(String).join('.')
    return `  ${place || 'the target'}: ${faultText(issue, place, value)}`.slice(0, 300)
  })
  throw new TargetError(`Failed to use ${from} as a target:\n${faults.join('\n')}`)
}

/** How to provide what a target must have. */
const required: Readonly<Record<string, string>> = {
  baseUrl: 'the URL of the service as an argument',
  owner: '--owner EMAIL:PASSWORD',
  schedules: '--schedule ID',
}

/** Describes an issue for people who know nothing about schemas. */
function faultText(issue: z.core.$ZodIssue, place: string, value: unknown): string {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .slice(0, 5)
      .map(key => `"${key}" is not a known field${nearestTo(key, value)}`)
      .join('; ')
  }
  if (issue.code !== 'invalid_type') return issue.message
  const given = issue.path.reduce<unknown>((inner, name) => (inner as never)?.[name], value)
  // The value may be a password, or contain one.
  if (given !== undefined) return `must be ${articled(issue.expected)}, but is ${articled(typeOf(given))}`
  const option = required[place]
  return option ? `is missing. Give ${option}, or "${place}" in the target file` : 'is missing'
}

const typeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

const articled = (type: string) =>
  type === 'null' ? type : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`

/** Suggests a missing member that differs from an unknown one by a few letters. */
function nearestTo(key: string, value: unknown): string {
  if (key.length > 40) return ''
  const missing = Object.keys(targetShape.shape).filter(name => !Object.hasOwn(value as object, name))
  const near = missing.find(name => editDistance(key.toLowerCase(), name.toLowerCase()) <= 2)
  return near === undefined ? '' : `; did you mean "${near}"?`
}

const loopback = /^(localhost|.*\.localhost|127(\.\d+){3}|\[?::1\]?)$/i

/** Whether a host is this machine. */
export const isLoopback = (host: string): boolean => loopback.test(host)

/** Throws a `TargetError` if credentials would be sent over plain http to another machine. */
export function refusePlainHttp(url: string): void {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:' || isLoopback(hostname)) return
  throw new TargetError(
    `${url} is plain http to another machine: passwords would be sent unencrypted. Use https, or --insecure to allow it.`,
  )
}

/** An e-mail that the target sent. */
export interface ReceivedMail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** A target created for one run, with a function that removes it. A setup module returns it. */
export interface Provision {
  readonly target: TargetInput
  /**
   * Removes the target; called once after the run, whatever its outcome. The signal aborts if it takes too long: nobody
   * waits for it then.
   */
  teardown?(signal?: AbortSignal): Promise<void> | void
  /** File of the ledger that lists what was created for the run, for the option `ledger` of `certify` and `explore`. */
  readonly ledger?: string
  /** Returns every e-mail that was sent to an address, newest last. Without it, checks of e-mails are skipped. */
  mailbox?(address: string): Promise<readonly ReceivedMail[]>
}
