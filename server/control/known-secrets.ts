import { forgetOldest } from '../core/index.js'

/*
 * The values that this process knows to be secret. They are kept for the whole process, because its log is one, whatever
 * servers run in it.
 */

export const hidden = '[redacted]'

/** Shorter values are parts of many words; they are only recognized where they stand alone. */
const shortest = 6
/** How many secrets of links are remembered; the oldest is forgotten first. */
const mostLinks = 1_000

const tokens = new Set<string>()
const links = new Set<string>()
/** The secret of a link: 24 bytes in Base64 for URLs. Longer runs may contain one. */
const linkSecret = /[\w-]{32,}/g
const linkLength = 32

/** Keeps a token out of logs and records from now on. */
export const rememberToken = (token: string): void => void tokens.add(token)

/** Keeps the secret at the end of a link out of logs and records from now on. */
export function rememberLink(link: string): void {
  links.add(link.slice(link.lastIndexOf('/') + 1))
  forgetOldest(links, mostLinks)
}

/** Whether text contains a secret: a token, that of a link, or one of `own`, which its sender knows. */
export function hasSecret(text: string, own: readonly string[]): boolean {
  for (const secret of own) if (contains(text, secret)) return true
  for (const token of tokens) if (contains(text, token)) return true
  return links.size > 0 && text.length >= linkLength && (text.match(linkSecret)?.some(hasLink) ?? false)
}

const contains = (text: string, secret: string): boolean =>
  secret.length >= shortest ? text.includes(secret) : secret !== '' && text === secret

function hasLink(run: string): boolean {
  for (let begin = 0; begin + linkLength <= run.length; begin++) {
    if (links.has(run.slice(begin, begin + linkLength))) return true
  }
  return false
}

/** The text with each secret in it hidden. */
export function withoutSecrets(text: string, own: readonly string[]): string {
  if (!hasSecret(text, own)) return text
  let rest = text
  for (const secret of [...own, ...tokens]) {
    if (secret.length >= shortest) rest = rest.replaceAll(secret, hidden)
    else if (rest === secret) rest = hidden
  }
  return rest.replace(linkSecret, run => (hasLink(run) ? hidden : run))
}
