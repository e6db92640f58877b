import { suggest } from '../../core/index.js'
import { DataError } from '../errors.js'

/** The location of a database, from its URL. */
export interface DatabaseAddress {
  /** The name used in messages: without password and options. */
  name: string
  /** URLs for `pg`, one per host, in the order in which they are tried. */
  urls: readonly [string, ...string[]]
  /** Whether the login is bound to the encrypted connection, if the database offers that; `pg` reads no such option in a URL. */
  bindsChannel: boolean
}

/** User, password, hosts, database and options; a special character that is not encoded makes the URL invalid. */
const form =
  /^postgres(?:ql)?:\/\/(?:([^:@/?#\s]*)(?::([^@/?#\s]*))?@)?([^@/?#\s]*)(?:\/([^@:/?#\s]*))?(?:\?([^@#\s]*))?$/i

/** A name, an address, or the encoded folder of a socket; then optionally a port. */
const hostForm = /^(?:[\w.-]*|\[[\da-f:.]+\]|%2F[\w.%-]*)(?::\d{1,5})?$/i

const ownOptions = ['target_session_attrs', 'host', 'port', 'channel_binding']

/** The options that `pg` reads in a URL; it ignores all others. */
const driverOptions = [
  ...['user', 'password', 'application_name', 'fallback_application_name', 'client_encoding', 'options'],
  ...['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation', 'uselibpqcompat'],
  ...['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'query_timeout'],
  'replication',
]

/**
 * Parses `postgres://USER:PASSWORD@HOST:PORT,HOST:PORT/DATABASE?OPTIONS`. The options may include `host`, `port` and
 * `target_session_attrs`, as in libpq, and those of `pg`.
 *
 * @throws {Error} that quotes nothing of it except the name of an unknown option: anything else may be part of an unencoded
 * password
 */
export function parseAddress(url: string): DatabaseAddress {
  const [isForm, user = '', password, authority = '', database = '', query = ''] = form.exec(url) ?? []
  const options = new URLSearchParams(query)
  const ports = (options.get('port') ?? '').split(',')
  const hosts = options.has('host')
    ? (options.get('host') ?? '').split(',').map((host, index) => {
        const port = ports[index] ?? ports[0]
        return `${encodeURIComponent(host)}${port ? `:${port}` : ''}`
      })
    : authority.split(',').map((host, index) => {
        const port = ports[index] ?? ports[0]
        return port && !/:\d+$/.test(host) ? `${host}:${port}` : host
      })
  const isEncoded = [user, password ?? '', database].every(isDecodable)
  if (isForm === undefined || !isEncoded || !hosts.every(host => hostForm.test(host))) {
    throw new Error(
      'Failed to use the database: its URL is not of the form postgres://USER:PASSWORD@HOST:PORT/DATABASE. Percent-encode special characters of the password: @ is %40, / is %2F, : is %3A, ? is %3F, # is %23, % is %25.',
    )
  }
  checkNames([...options.keys()])
  checkTarget(options.get('target_session_attrs'))
  checkBinding(options)
  const bindsChannel = /^(prefer|require)$/.test(options.get('channel_binding') ?? '')
  for (const name of ownOptions) options.delete(name)
  // They have the same meaning here, and `pg` would print a warning.
  if (!options.has('uselibpqcompat') && /^(prefer|require|verify-ca)$/.test(options.get('sslmode') ?? ''))
    options.set('sslmode', 'verify-full')
  const credentials = `${user}${password === undefined ? '' : `:${password}`}`
  const rest = `/${database}${options.size > 0 ? `?${options}` : ''}`
  const urls = hosts.map(host => `postgres://${credentials === '' ? '' : `${credentials}@`}${host}${rest}`)
  return {
    name: `postgres://${user === '' ? '' : `${user}@`}${hosts}${database === '' ? '' : `/${database}`}`,
    urls: urls as [string, ...string[]],
    bindsChannel,
  }
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** The server's own options instead of some libpq parameters. */
const ownOptionOf: Readonly<Record<string, string>> = {
  connect_timeout: 'use --connection-timeout of the server',
}

/** Unknown options are refused, because an ignored one might be meant to require encryption. */
function checkNames(names: readonly string[]): void {
  const known = [...ownOptions, ...driverOptions]
  const name = names.find(name => !known.includes(name))
  if (name === undefined) return
  // It may be the rest of a password that contains an &.
  const isSecret = names.slice(0, names.indexOf(name)).includes('password')
  const problem = isSecret
    ? 'an unknown parameter after the password. Percent-encode an & of the password: %26.'
    : `the parameter "${name.slice(0, 40)}", which has no effect here; ${ownOptionOf[name] ?? suggest(name, known)}`
  throw new Error(`Failed to use the database: its URL has ${problem}`)
}

/** A connection that cannot write is never used, whatever the URL says, because serving a request writes counts, for example. */
function checkTarget(target: string | null): void {
  if (target === null || /^(any|read-write|primary)$/.test(target)) return
  throw new Error(
    `Failed to use the database: target_session_attrs is "${target.slice(0, 20)}", but a server has to write. Use read-write, primary or any, which mean the same here.`,
  )
}

/**
 * Channel binding requires TLS. Providers put `channel_binding=require` into their URLs, but `pg` logs in without it if the server
 * does not offer it: only a verified certificate then protects the login from an attacker in between.
 */
function checkBinding(options: URLSearchParams): void {
  const binding = options.get('channel_binding') ?? 'prefer'
  if (!/^(disable|prefer|require)$/.test(binding))
    throw new Error(
      `Failed to use the database: channel_binding is "${binding.slice(0, 20)}". Use require, prefer or disable.`,
    )
  const asksForTls = ['sslmode', 'ssl', 'sslrootcert', 'sslcert', 'sslnegotiation'].some(name =>
    options.has(name),
  )
  if (binding === 'require' && (!asksForTls || /^(?:disable|no-verify)$/.test(options.get('sslmode') ?? '')))
    throw new Error(
      'Failed to use the database: channel_binding is "require", but the connection is not encrypted, or the certificate of the server is not verified. Use sslmode=verify-full, or leave channel_binding out.',
    )
}

/** The name of a database in messages: without password and options. */
export const nameOf = (url: string): string => parseAddress(url).name

/** Creates an error that says why a database cannot be used, and what to do. */
export const databaseError = (url: string, reason: string, advice: string, cause?: unknown): DataError =>
  new DataError(nameOf(url), reason, advice, { cause })

/** Advice on startup errors, by code or message. */
const advices: [error: RegExp, advice: string][] = [
  [
    /SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/,
    'Put sslrootcert=FILE into its URL, with the certificate of the authority that vouches for it.',
  ],
  [
    /client password must be a string|no password supplied/,
    'Put the password into its URL, or set PGPASSWORD.',
  ],
  [/^(28000|28P01) |SASL authentication failed/, 'Check the user and the password in its URL.'],
  [/does not support SSL/, 'Turn TLS on in the database, or use sslmode=disable, without encryption.'],
  [/no such file or directory, open/, 'Check the files that its URL names.'],
  [/^3D000 /, 'Create it, or check its URL.'],
  [
    /^(42501|3F000) /,
    'A server needs the tables that schedkit data migrate creates, and SELECT, INSERT, UPDATE and DELETE on them; data migrate, import and copy, and a reset, need their owner: see Roles in server/storage/README.md.',
  ],
  [/^(25006|0A000) |recovery/, 'Name the primary in its URL, or several hosts: HOST:PORT,HOST:PORT.'],
  [/^53100 /, 'Make room on the disk of the database.'],
  [/^(53300|53200) /, 'Allow more connections, or have --database-connections ask for fewer.'],
]

/** Turns an error of the database or its connection into one that names the database; returns others unchanged. */
export function explainDatabaseError(error: unknown, url: string, usual: string): unknown {
  const { message, severity, code = '' } = error as Error & { severity?: string; code?: string }
  const isOfDatabase =
    severity !== undefined || /^Connection terminated|^timeout expired|recovery$/.test(message)
  if (!isOfDatabase) return error
  return databaseError(url, reasonOf(message), adviceFor(error, code, usual), error)
}

/** Explains a failed connection to the user who started the program. */
export function explainConnectionError(error: unknown, url: string): DataError {
  const { message, code = '' } = error as Error & { code?: string }
  return databaseError(
    url,
    reasonOf(message || code),
    adviceFor(error, code, 'Start the database, or check its URL.'),
    error,
  )
}

/** Removes the names of driver functions. */
function reasonOf(message: string): string {
  if (/client password must be a string/.test(message)) return 'it asks for a password, and there is none'
  if (/^timeout expired|due to connection timeout/.test(message)) return 'it does not answer'
  return message
}

function adviceFor(error: unknown, code: string, usual: string): string {
  const about = `${code} ${(error as Error).message}`
  return advices.find(([pattern]) => pattern.test(about))?.[1] ?? usual
}
