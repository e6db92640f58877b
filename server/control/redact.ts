import {
  booking,
  type Call,
  collaborator,
  collaboratorCreate,
  readBasic,
  resource,
  splitTarget,
  user,
} from '../core/index.js'
import { hasSecret, hidden, withoutSecrets } from './known-secrets.js'

/*
 * Removes secrets from requests before they are shown or stored: values that this process knows to be secret, the sender's
 * own password, and whatever a name calls a password, also in other spellings and with typos.
 */

/** Names that call their value a secret, also misspelt or in German. */
const secretName =
  /pas+(?:\b|_|w|ph|c|k)|psw|pwd|\bpw\b|new_?p|kenn?w|wort\b|secret|token|credential|authorization|api_?key/i

/** What may need a closer look; most targets don't. */
const suspicious = new RegExp(`activations|${secretName.source}`, 'i')

/** Who sent a call, and the secrets in it that its sender knows. */
export interface Sender {
  /** The address in the credentials, even if they are wrong, unless it may be a password in the wrong place. */
  as: string | undefined
  secrets: readonly string[]
  /** The target of the call without secrets. */
  target: string
}

let latest: { call: Call; sender: Sender } | undefined

/** Reads who sent a call; the log and the records ask one after the other. */
export function senderOf(call: Call): Sender {
  if (latest?.call === call) return latest.sender
  const { email, password } = claimed(call)
  const secrets = [...(password === undefined ? [] : [password]), ...passwordsInBody(call.body)]
  const isShown = email === undefined || (email.includes('@') && !hasSecret(email, secrets))
  const target = safeTarget(call.target, secrets)
  const sender = { as: isShown ? email : hidden, secrets, target }
  latest = { call, sender }
  return sender
}

interface Claim {
  email?: string
  password?: string
}

let last: { header: string | undefined; claim: Claim } = { header: undefined, claim: {} }

/** What the credentials of a call say; most calls come from the caller of the one before. */
function claimed(call: Call): Claim {
  const header = call.header('authorization')
  if (header !== last.header) last = { header, claim: claimOf(header) }
  return last.claim
}

function claimOf(header: string | undefined): Claim {
  try {
    return readBasic(header)
  } catch {
    return {}
  }
}

/** The values that a body calls passwords. */
function passwordsInBody(body: Uint8Array): string[] {
  if (body.length === 0 || body.length > mostSearched) return []
  const text = new TextDecoder().decode(body)
  try {
    return secretName.test(text) ? passwordsIn(JSON.parse(text)) : []
  } catch {
    return []
  }
}

function passwordsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) =>
    typeof each === 'string' ? (secretName.test(name) ? [each] : []) : passwordsIn(each),
  )
}

/** The target without secrets, however they are encoded. `own` are secrets that its sender knows. */
export function safeTarget(target: string, own: readonly string[] = []): string {
  const texts = readings(target)
  // The last one is decoded as far as it can be.
  const isSafe = !suspicious.test(texts.at(-1) as string) && !texts.some(text => hasSecret(text, own))
  if (isSafe) return target
  const { path, query } = splitTarget(target)
  const safe = safePath(path, own) + (query === '' ? target.slice(path.length) : `?${safeQuery(query, own)}`)
  // A secret may be spread over several parts.
  return readings(safe).some(text => hasSecret(text, own)) ? hidden : safe
}

/** A message without secrets; it may repeat parts of the target as they were sent. */
export function safeText(text: string, own: readonly string[]): string {
  const rest = withoutSecrets(text, own)
  if (!rest.includes('%')) return rest
  const hide = (run: string) => (readings(run).some(each => hasSecret(each, own)) ? hidden : run)
  return rest.replace(/[^\s"]+/g, run => (run.includes('%') ? hide(run) : run))
}

const linkIn = /(?:^|[/\\])activations[/\\]+[^/\\]/i

function safePath(path: string, own: readonly string[]): string {
  const segments = path.split('/')
  const shown: string[] = []
  let isLink = false
  for (const segment of segments) {
    const texts = segment === '' ? [''] : readings(segment)
    // All that follows may be the secret: readers could still use a link that only resembles one.
    if (isLink && segment !== '') return [...shown, hidden].join('/')
    if (texts.some(text => linkIn.test(text) || hasSecret(text, own))) shown.push(hidden)
    else shown.push(segment)
    isLink ||= texts.some(text => /(?:^|[/\\])activations$/i.test(text))
  }
  return shown.join('/')
}

function safeQuery(query: string, own: readonly string[]): string {
  const parameters = query.split('&').map(parameter => {
    const equals = parameter.indexOf('=')
    const name = equals < 0 ? parameter : parameter.slice(0, equals)
    const isSecret = (text: string) => linkIn.test(text) || hasSecret(text, own)
    if (readings(name).some(isSecret)) return hidden
    if (equals < 0) return parameter
    const hides = readings(name).some(text => secretName.test(text))
    return hides || readings(parameter.slice(equals + 1)).some(isSecret) ? `${name}=${hidden}` : parameter
  })
  return parameters.join('&')
}

/** Text as it was sent, and as it reads once it is decoded, three times at most. */
function readings(text: string): string[] {
  const all = [text]
  if (text.includes('+')) all.push(text.replaceAll('+', ' '))
  let last = all.at(-1) as string
  for (let round = 0; round < 3 && last.includes('%'); round++) {
    last = decoded(last)
    all.push(last)
  }
  return all
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
}

/** The members of the bodies that the service takes; the values of others may be misspelt passwords. */
const knownMembers = new Set(
  [resource, booking, collaborator, collaboratorCreate.schema, user].flatMap(({ shape }) =>
    Object.keys(shape),
  ),
)

/** The longest body, in characters or bytes, that is searched for passwords: a longer one would block the process. */
export const mostSearched = 65_536

/** The body as text without secrets, truncated to `limit` characters. `own` are secrets that its sender knows. */
export function safeBody(body: Uint8Array, limit: number, own: readonly string[] = []): string {
  const text = new TextDecoder().decode(body)
  // UTF-16 read as UTF-8 has a zero next to each letter, and is still readable.
  const letters = text.replaceAll('\0', '')
  const shown = letters.slice(0, mostSearched)
  // Without double quotes, names are not found as such.
  const speaksOfSecrets = secretName.test(shown) || /\\u/i.test(letters)
  const isSafe = !speaksOfSecrets && hasOnlyKnownMembers(shown) && !hasSecret(shown, own)
  return (isSafe ? text : redacted(text, letters, own)).slice(0, limit)
}

/** Whether text is an object whose members are all known, as far as its quotes tell. */
function hasOnlyKnownMembers(text: string): boolean {
  if (!/^\s*\{/.test(text)) return false
  for (const [, name = ''] of text.matchAll(/"([^"\\]*)"\s*:/g)) if (!knownMembers.has(name)) return false
  return true
}

function redacted(text: string, letters: string, own: readonly string[]): string {
  if (text.length > mostSearched) return `${hidden}: ${text.length} characters that may hold a password`
  try {
    const value = JSON.parse(text)
    if (typeof value === 'object') return JSON.stringify(withoutPasswords(value, own))
  } catch {
    // Not JSON, or nested too deeply.
  }
  // There is no way to tell where a password ends.
  return secretName.test(letters) || /\\u/i.test(letters) || hasSecret(letters, own)
    ? `${hidden}: ${text.length} characters that are not a JSON object`
    : text
}

/** Hides the values of unknown members, texts in lists, and secrets everywhere. */
function withoutPasswords(value: unknown, own: readonly string[]): unknown {
  if (typeof value === 'string') return withoutSecrets(value, own)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    return value.map(each => (typeof each === 'object' ? withoutPasswords(each, own) : hidden))
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const isShown = knownMembers.has(name) || (typeof each === 'object' && !secretName.test(name))
      return [withoutSecrets(name, own), isShown ? withoutPasswords(each, own) : hidden]
    }),
  )
}
