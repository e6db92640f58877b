import { readBasic } from '../access/credentials.js'
import { booking } from '../contract/booking.js'
import { collaborator, collaboratorCreate } from '../contract/collaborator.js'
import { resource } from '../contract/resource.js'
import { user } from '../contract/user.js'
import { type Call, splitTarget, unescaped, withoutSecret } from '../wire/call.js'

/*
 * Removes secrets from requests before they are logged or recorded: what follows the path of an activation link, the
 * sender's own password, control tokens, and whatever a name calls a password, also in other spellings and with typos.
 */

const hidden = '[redacted]'

/** Names that call their value a secret, also misspelt or in German. */
const secretName =
  /pas+(?:\b|_|w|ph|c|k)|psw|pwd|\bpw\b|new_?p|kenn?w|wort\b|secret|token|credential|authorization|api_?key/i

/** The control tokens of this process: its log is one, whatever servers run in it. */
const tokens = new Set<string>()

/** Keeps a token out of logs and records from now on. */
export const rememberToken = (token: string): void => void tokens.add(token)

/** Shorter secrets are parts of many words; they are only recognized where they stand alone. */
const shortest = 6

/** The text with each secret in it hidden. */
function withoutSecrets(text: string, own: readonly string[]): string {
  // What is hidden is not searched again: secrets that resemble the mark could make the text ever longer.
  let parts = [text]
  for (const secret of [...own, ...tokens]) {
    if (secret !== '' && secret === text) return hidden
    if (secret.length >= shortest && text.includes(secret)) parts = parts.flatMap(part => part.split(secret))
  }
  return parts.join(hidden)
}

/** Whether text contains a token, or one of the secrets that its sender knows. */
export const hasSecret = (text: string, own: readonly string[]): boolean => withoutSecrets(text, own) !== text

/** Who sent a call, and the secrets in it that its sender knows. */
export interface Sender {
  /** The address in the credentials, even if they are wrong, unless it may be a password in the wrong place. */
  as: string | undefined
  secrets: readonly string[]
  /** The target of the call without secrets. */
  target: string
}

/** Reads who sent a call. */
export function senderOf(call: Call): Sender {
  const { email, password } = claimOf(call.header('authorization'))
  const secrets = [...(password === undefined ? [] : [password]), ...passwordsInBody(call.body)]
  const isShown = email === undefined || (email.includes('@') && !hasSecret(email, secrets))
  return { as: isShown ? email : hidden, secrets, target: safeTarget(call.target, secrets) }
}

/** What credentials say, right or wrong. */
function claimOf(header: string | undefined): { email?: string; password?: string } {
  try {
    return readBasic(header)
  } catch {
    return {}
  }
}

/**
 * How many passwords of a body are looked for elsewhere: thousands, each in thousands of names and values, would block the process for
 * seconds.
 */
const mostPasswords = 20

/** The values that a body calls passwords, the first of them. */
function passwordsInBody(body: Uint8Array): string[] {
  if (body.length === 0 || body.length > mostSearched) return []
  const text = new TextDecoder().decode(body)
  const found = new Set<string>()
  try {
    if (secretName.test(text)) addPasswords(JSON.parse(text), found)
  } catch {
    // Not JSON, or nested too deeply.
  }
  return [...found]
}

function addPasswords(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, each] of Object.entries(value)) {
    if (found.size >= mostPasswords) return
    if (typeof each !== 'string') addPasswords(each, found)
    else if (secretName.test(name)) found.add(each)
  }
}

/** Text as it reads once it is decoded. */
const readable = (text: string) => unescaped(text.replaceAll('+', ' '))

const link = /activations?[/\\]/i

/** Whether a part of a target contains a secret, encoded or not. */
const isSecret = (part: string, own: readonly string[]) =>
  hasSecret(part, own) || hasSecret(readable(part), own)

/** The target without secrets, however they are encoded. `own` are secrets that its sender knows. */
export function safeTarget(target: string, own: readonly string[] = []): string {
  const text = readable(target)
  if (!secretName.test(text) && !link.test(text) && !isSecret(target, own)) return target
  const { path, query } = splitTarget(target)
  const segments = withoutSecret(path).split('/')
  const shown = segments.map(segment => (isSecret(segment, own) ? hidden : segment)).join('/')
  const safe = shown + (query === '' ? target.slice(path.length) : `?${safeQuery(query, own)}`)
  // A secret may be spread over several parts.
  return isSecret(safe, own) ? hidden : safe
}

function safeQuery(query: string, own: readonly string[]): string {
  const parameters = query.split('&').map(parameter => {
    const [name = '', ...values] = parameter.split('=')
    const value = values.join('=')
    if (isSecret(name, own)) return hidden
    const isHidden = secretName.test(readable(name)) || link.test(readable(value)) || isSecret(value, own)
    return isHidden && values.length > 0 ? `${name}=${hidden}` : parameter
  })
  return parameters.join('&')
}

/** A message without secrets; it may repeat parts of the target as they were sent. */
export const safeText = (text: string, own: readonly string[]): string =>
  withoutSecrets(text, own).replace(/[^\s"]+/g, part =>
    part.includes('%') && isSecret(part, own) ? hidden : part,
  )

/** Headers without secrets; of credentials, only the scheme is left. `own` are secrets that their sender knows. */
export function safeHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  own: readonly string[],
): Record<string, string> {
  const shown: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue
    const text = [value].flat().join(', ')
    if (!secretName.test(name) && name !== 'cookie') shown[name] = safeText(withoutSecret(text), own)
    else shown[name] = /^basic\b/i.test(text) ? `Basic ${hidden}` : hidden
  }
  return shown
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
  if (text.length > mostSearched) return `${hidden}: ${text.length} characters that may hold a password`
  return safeJson(text, own).slice(0, limit)
}

function safeJson(text: string, own: readonly string[]): string {
  // UTF-16 read as UTF-8 has a zero next to each letter, and is still readable.
  const letters = text.replaceAll('\0', '')
  const isSuspicious = secretName.test(letters) || /\\u/i.test(letters) || hasSecret(letters, own)
  try {
    const value = JSON.parse(text)
    if (typeof value === 'object') {
      const safe = JSON.stringify(withoutPasswords(value, own))
      return isSuspicious || safe !== JSON.stringify(value) ? safe : text
    }
  } catch {
    // Not JSON, or nested too deeply.
  }
  // There is no way to tell where a password ends.
  return isSuspicious ? `${hidden}: ${text.length} characters that are not a JSON object` : text
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
