import { readBasic } from '../access/credentials.js'
import { booking } from '../contract/booking.js'
import { collaborator, collaboratorCreate } from '../contract/collaborator.js'
import { resource } from '../contract/resource.js'
import { user } from '../contract/user.js'
import { type Call, splitTarget, unescaped, withoutSecret } from '../wire/call.js'

/*
 * Removes secrets from requests before they are logged or recorded: the secret of an activation link, the sender's own
 * password, control tokens, and any value whose name suggests a password, including other spellings and typos.
 */

const hidden = '[redacted]'

/** Names that mark their value as a secret, including misspellings and German. */
const secretName =
  /pas+(?:\b|_|w|ph|c|k)|psw|pwd|\bpw\b|new_?p|kenn?w|wort\b|secret|token|credential|authorization|api_?key/i

/** The control tokens of this process, which has one log for all its servers. */
const tokens = new Set<string>()

/** Keeps a token out of logs and records from now on. */
export const rememberToken = (token: string): void => void tokens.add(token)

/** Shorter secrets are part of many words, so they are only recognized as whole words. */
const shortest = 6

/** Returns the text with each secret hidden. */
function withoutSecrets(text: string, own: readonly string[]): string {
  // Hidden parts are not searched again: secrets that resemble the mark could make the text ever longer.
  let parts = [text]
  for (const secret of [...own, ...tokens]) {
    if (secret !== '' && secret === text) return hidden
    if (secret.length >= shortest && text.includes(secret)) parts = parts.flatMap(part => part.split(secret))
  }
  return parts.join(hidden)
}

/** Whether a text contains a token, or one of its sender's own secrets. */
export const hasSecret = (text: string, own: readonly string[]): boolean => withoutSecrets(text, own) !== text

/** The sender of a call, and the secrets in it that the sender knows. */
export interface Sender {
  /** The address in the credentials, even if they are wrong, unless it may be a misplaced password. */
  as: string | undefined
  secrets: readonly string[]
  /** The target of the call without secrets. */
  target: string
}

/** Determines the sender of a call. */
export function senderOf(call: Call): Sender {
  const { email, password } = claimOf(call.header('authorization'))
  const secrets = [...(password === undefined ? [] : [password]), ...passwordsInBody(call.body)]
  const isShown = email === undefined || (email.includes('@') && !hasSecret(email, secrets))
  return { as: isShown ? email : hidden, secrets, target: safeTarget(call.target, secrets) }
}

/** Returns what the credentials claim, right or wrong. */
function claimOf(header: string | undefined): { email?: string; password?: string } {
  try {
    return readBasic(header)
  } catch {
    return {}
  }
}

/**
 * The maximum number of passwords in a body that are searched for elsewhere: thousands, each in thousands of names and
 * values, would block the process for seconds.
 */
const mostPasswords = 20

/** The values that a body names as passwords, up to the maximum. */
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

/** Returns decoded text. */
const readable = (text: string) => unescaped(text.replaceAll('+', ' '))

const link = /activations?[/\\]/i

/** Whether a part of a target contains a secret, encoded or not. */
const isSecret = (part: string, own: readonly string[]) =>
  hasSecret(part, own) || hasSecret(readable(part), own)

/** Returns the target without secrets, however they are encoded. `own` are secrets that its sender knows. */
export function safeTarget(target: string, own: readonly string[] = []): string {
  const text = readable(target)
  if (!secretName.test(text) && !link.test(text) && !isSecret(target, own)) return target
  const { path, query } = splitTarget(target)
  const segments = withoutSecret(path).split('/')
  const shown = segments.map(segment => (isSecret(segment, own) ? hidden : segment)).join('/')
  const safe = shown + (query === '' ? target.slice(path.length) : `?${safeQuery(query, own)}`)
  // A secret may span several parts.
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

/** Returns a message without secrets; it may quote parts of the target as sent. */
export const safeText = (text: string, own: readonly string[]): string =>
  withoutSecrets(text, own).replace(/[^\s"]+/g, part =>
    part.includes('%') && isSecret(part, own) ? hidden : part,
  )

/** Returns headers without secrets; for credentials, only the scheme is kept. `own` are secrets that their sender knows. */
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

/** The fields that request bodies may have; values of other fields may be passwords under a misspelt name. */
const knownMembers = new Set(
  [resource, booking, collaborator, collaboratorCreate.schema, user].flatMap(({ shape }) =>
    Object.keys(shape),
  ),
)

/**
 * The maximum length of a body, in characters or bytes, that is searched for passwords: a longer one would block the process.
 */
export const mostSearched = 65_536

/** Returns the body as text without secrets, truncated to `limit` characters. `own` are secrets that its sender knows. */
export function safeBody(body: Uint8Array, limit: number, own: readonly string[] = []): string {
  const text = new TextDecoder().decode(body)
  if (text.length > mostSearched) return `${hidden}: ${text.length} characters that may hold a password`
  return safeJson(text, own).slice(0, limit)
}

function safeJson(text: string, own: readonly string[]): string {
  // UTF-16 read as UTF-8 has a zero byte next to each letter, and is still readable.
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
  // The end of a password cannot be determined.
  return isSuspicious ? `${hidden}: ${text.length} characters that are not a JSON object` : text
}

/** Hides the values of unknown fields, strings in arrays, and secrets everywhere. */
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
