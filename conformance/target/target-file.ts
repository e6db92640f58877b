import { parseBounded, readText, whyUnreadable } from '../http/unreadable-file.js'
import { TargetError } from './target.js'

/**
 * Replaces each text `"$NAME"` by the environment variable of that name; `"$$x"` becomes `"$x"`. Throws a `TargetError` if
 * a variable is not set. An object with a `password` also gets the name of its variable, as `passwordVariable`.
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
  // Scripts that repeat requests name the variables of accounts.
  const variable = 'password' in value && 'email' in value ? variableIn(value.password) : undefined
  return Object.fromEntries([...members, ...(variable ? [['passwordVariable', variable]] : [])])
}

/** The name of the environment variable that a text stands for: `NAME` for `$NAME`. */
const variableIn = (text: unknown) =>
  typeof text === 'string' ? /^\$([A-Za-z_]\w*)$/.exec(text)?.[1] : undefined

/** JSON with `//` comments on separate lines, as `init` writes it. */
function parseCommented(text: string, file: string): unknown {
  try {
    return parseBounded(text.replace(/^\s*\/\/.*$/gm, ''))
  } catch (error) {
    throw new TargetError(`Failed to read ${file}: it is not JSON. ${(error as Error).message}`)
  }
}

/**
 * Reads a target file and its environment variables. It does not validate the content: command-line options may add to it.
 * Throws a `TargetError` if the file can't be read or is not a JSON object.
 */
export async function readTargetFile(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<object> {
  const text = await readText(file).catch(error => {
    throw new TargetError(`Failed to read the target file ${file}: ${whyUnreadable(error)}`)
  })
  const value = withEnvironment(parseCommented(text, file), env)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TargetError(`Failed to read ${file}: it must be a JSON object.`)
  }
  refuseCommand(value, file)
  return value
}

/** Throws a `TargetError` if a text that others may have written names a command to run on this machine. */
export function refuseCommand({ mailbox }: { mailbox?: unknown }, from: string): void {
  if (typeof mailbox !== 'object' || mailbox === null || !('command' in mailbox)) return
  throw new TargetError(
    `${from} names a mailbox command. Give it as --mailbox-command: what runs on this machine is up to the command line.`,
  )
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
  // "disposable": [{ "email": "throwaway-1@example.test", "password": "$MEMBER_PASSWORD" }] and so on.
  "disposable": [],

  // More owners, each with schedules of their own, who run checks at the same time: for a service with a rate limit.
  "owners": [],

  // Domain of addresses without an account; with --allow mail, the target sends e-mails there.
  "mailDomain": "example.test"

  // Where these e-mails arrive. Without it, checks that read e-mails are skipped. One of:
  // "mailbox": { "mailpit": "http://127.0.0.1:8025" }
  // "mailbox": { "mailhog": "http://127.0.0.1:8025" }
  // "mailbox": { "imap": { "host": "imap.example.test", "user": "tests", "password": "$IMAP_PASSWORD" } }
  // "mailbox": { "maildir": "/var/mail/tests" }

  // How to reach the service, all optional: through a gateway or a proxy, with a private certificate authority.
  // "network": { "headers": { "X-Api-Key": "$GATEWAY_KEY" }, "ca": "ca.pem", "proxy": "http://proxy.example.test:3128" }
  // Put a comma after mailDomain, and remove the slashes.
}
`
