import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { editDistance } from '../edit-distance.js'
import { whyUnreadable } from '../unreadable-file.js'
import { httpUrl, mailboxShape } from './mailbox-settings.js'

const account = z.strictObject({
  email: z.string().min(1, { error: 'must be an e-mail address' }),
  password: z.string().min(1, { error: 'must be a password, or "$NAME" to read it from the environment' }),
  /** The environment variable that the password was read from, for scripts in reports. */
  passwordVariable: z.string().exactOptional(),
})

/** An account on the target: e-mail address and password. */
export type Account = z.infer<typeof account>

interface Accounts {
  readonly owner: Account
  readonly members: readonly Account[]
  readonly disposable: readonly Account[]
}

/** All accounts of a target. */
export const accountsOf = ({ owner, members, disposable }: Accounts) => [owner, ...members, ...disposable]

const baseUrl = httpUrl('http://localhost:4000')
  .refine(url => !URL.canParse(url) || !new URL(url).username, {
    error: 'must not contain credentials; give them as owner',
  })
  .refine(url => !/[?#]/.test(url), { error: 'must not have a query or a fragment' })
  .transform(url => url.replace(/\/+$/, ''))
  .refine(url => !url.endsWith('/v1'), { error: 'must not end with /v1, which the kit adds' })

const unique = (values: readonly string[]) => new Set(values).size === values.length

/** The content of a target file. */
const targetShape = z
  .strictObject({
    baseUrl,
    owner: account,
    schedules: z
      .array(z.string().min(1))
      .min(1, { error: 'must name at least one schedule of the owner' })
      .refine(unique, { error: 'must be different schedules' }),
    members: z.array(account).default([]),
    disposable: z.array(account).default([]),
    mailDomain: z
      .string()
      .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, { error: 'must be a domain, such as "example.test"' })
      .default('example.test'),
    mailbox: mailboxShape.optional(),
  })
  .refine(target => unique(accountsOf(target).map(({ email }) => email.toLowerCase())), {
    error: 'owner, members and disposable must be different accounts',
  })

/** A parsed target: the service to test, and the accounts and schedules that may be used for it. */
export type Target = z.infer<typeof targetShape>
/** A target as it is written in a target file. Only `baseUrl`, `owner` and `schedules` are required. */
export type TargetInput = z.input<typeof targetShape>

/** The target is not described correctly. The message says what to do. */
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
  const faults = parsed.error.issues.map(issue => {
    const place = issue.path.map(String).join('.')
    return `  ${place || 'the target'}: ${faultText(issue, place, value)}`
  })
  throw new TargetError(`Failed to use ${from} as a target:\n${faults.join('\n')}`)
}

/** How to give what a target can't do without. */
const required: Readonly<Record<string, string>> = {
  baseUrl: 'the URL of the service as an argument',
  owner: '--owner EMAIL:PASSWORD',
  schedules: '--schedule ID',
}

/** An issue in words for people who know nothing of schemas. */
function faultText(issue: z.core.$ZodIssue, place: string, value: unknown): string {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(key => `"${key}" is not a known field${nearestTo(key, value)}`).join('; ')
  }
  if (issue.code !== 'invalid_type') return issue.message
  const given = issue.path.reduce<unknown>((inner, name) => (inner as never)?.[name], value)
  if (given !== undefined) return `must be ${articled(issue.expected)}, but is ${JSON.stringify(given)}`
  const option = required[place]
  return option ? `is missing. Give ${option}, or "${place}" in the target file` : 'is missing'
}

const articled = (type: string) => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)

/** A missing member that differs from an unknown one by few letters. */
function nearestTo(key: string, value: unknown): string {
  const missing = Object.keys(targetShape.shape).filter(name => !Object.hasOwn(value as object, name))
  const near = missing.find(name => editDistance(key.toLowerCase(), name.toLowerCase()) <= 2)
  return near === undefined ? '' : `; did you mean "${near}"?`
}

/**
 * Replaces each text `"$NAME"` by the environment variable of that name; `"$$x"` becomes `"$x"`. Throws a `TargetError`
 * where a variable is not set. An object with a `password` also tells the name of its variable, as `passwordVariable`.
 *
 * @example
 * withEnvironment({ password: '$OWNER_PASSWORD' }, process.env)
 */
export function withEnvironment(value: unknown, env: Readonly<Record<string, string | undefined>>): unknown {
  if (typeof value === 'string') {
    if (value.startsWith('$$')) return value.slice(1)
    const name = variableIn(value)
    if (name === undefined) return value
    const text = env[name]
    if (text === undefined || text === '') {
      throw new TargetError(`The target uses the environment variable ${name}, which is not set.`)
    }
    return text
  }
  if (Array.isArray(value)) return value.map(item => withEnvironment(item, env))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, item]) => [name, withEnvironment(item, env)])
  const variable = 'password' in value ? variableIn(value.password) : undefined
  return Object.fromEntries([...members, ...(variable ? [['passwordVariable', variable]] : [])])
}

/** The name of the environment variable that a text stands for: `NAME` for `$NAME`. */
const variableIn = (text: unknown) =>
  typeof text === 'string' ? /^\$([A-Za-z_]\w*)$/.exec(text)?.[1] : undefined

/** JSON with `//` comments on separate lines, as `init` writes it. */
function parseCommented(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\s*\/\/.*$/gm, ''))
  } catch (error) {
    throw new TargetError(`Failed to read ${file}: it is not JSON. ${(error as Error).message}`)
  }
}

/**
 * Reads a target file and its environment variables. It does not check the content: command-line options may add to it.
 * Throws a `TargetError` where the file can't be read or is not a JSON object.
 */
export async function readTargetFile(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<object> {
  const text = await readFile(file, 'utf8').catch(error => {
    throw new TargetError(`Failed to read the target file ${file}: ${whyUnreadable(error)}`)
  })
  const value = withEnvironment(parseCommented(text, file), env)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TargetError(`Failed to read ${file}: it must be a JSON object.`)
  }
  return value
}

/** The target file that `schedkit conformance init` writes. */
export const targetExample = `{
  // URL of the service, without /v1. Plain http is allowed for this machine only, or with --insecure.
  "baseUrl": "http://127.0.0.1:4000",

  // The owner of the schedules. A value that starts with $ is the name of an environment variable.
  "owner": { "email": "owner@example.test", "password": "$OWNER_PASSWORD" },

  // Three schedules of the owner. Checks create and delete objects in the first two; with --allow guard and --allow wipe,
  // everything in the third one may be changed and deleted. With fewer schedules, checks that need more are skipped.
  "schedules": ["first", "second", "spare"],

  // Three registered users: the first one becomes editor of the first schedule, the second one viewer, the third one
  // gets no access (the stranger). Best if the stranger owns another schedule: that must give no rights in these.
  "members": [
    { "email": "editor@example.test", "password": "$MEMBER_PASSWORD" },
    { "email": "viewer@example.test", "password": "$MEMBER_PASSWORD" },
    { "email": "stranger@example.test", "password": "$MEMBER_PASSWORD" }
  ],

  // Accounts that may be changed, locked out and deleted, with --allow lock. A complete run uses up to four.
  // One with a request_rate_limit of 100 or lower is needed to test the rate limit.
  "disposable": [],

  // Domain of addresses without an account; with --allow mail, the target sends e-mails there.
  "mailDomain": "example.test"

  // Where these e-mails arrive. Without it, checks that read e-mails are skipped. One of:
  // "mailbox": { "mailpit": "http://127.0.0.1:8025" }
  // "mailbox": { "mailhog": "http://127.0.0.1:8025" }
  // "mailbox": { "imap": { "host": "imap.example.test", "user": "tests", "password": "$IMAP_PASSWORD" } }
  // "mailbox": { "maildir": "/var/mail/tests" }
  // Put a comma after mailDomain, and remove the slashes.
}
`

const loopback = /^(localhost|.*\.localhost|127(\.\d+){3}|\[?::1\]?)$/i

/** Whether a host is this machine. */
export const isLoopback = (host: string): boolean => loopback.test(host)

/** Throws a `TargetError` where credentials would be sent over plain http to another machine. */
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

/** A target made for one run, with how to remove it. A setup module returns it. */
export interface Provision {
  readonly target: TargetInput
  /**
   * Removes the target; called once after the run, whatever its outcome. The signal aborts where it takes too long: nobody
   * waits for it then.
   */
  teardown?(signal?: AbortSignal): Promise<void> | void
  /** File of the ledger that lists what was made for the run, for the option `ledger` of `certify` and `explore`. */
  readonly ledger?: string
  /** Returns every e-mail that was sent to an address, newest last. Without it, checks of e-mails are skipped. */
  mailbox?(address: string): Promise<readonly ReceivedMail[]>
}
