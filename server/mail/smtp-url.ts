import { domainToASCII } from 'node:url'
import { SmtpUrlError } from './smtp-url-error.js'

/** Where mails are delivered, and as whom. */
export interface SmtpServer {
  host: string
  port: number
  /** TLS from the first byte; without it, as soon as the server offers it. */
  secure: boolean
  login?: { user: string; password: string }
}

/**
 * Reads `smtp://` and `smtps://` URLs; the ports of mail submission (587, 465) when it names none.
 *
 * @throws {SmtpUrlError} when the URL is no such thing, and says why
 */
export function parseSmtpUrl(text: string): SmtpServer {
  const refuse = (reason: string): never => {
    throw new SmtpUrlError(text, reason)
  }
  const url = URL.canParse(text) ? new URL(text) : refuse('it is not a URL')
  if (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') {
    return refuse('it starts with neither smtp:// nor smtps://')
  }
  const secure = url.protocol === 'smtps:'
  const plain = (part: string): string => {
    try {
      return decodeURIComponent(part)
    } catch {
      return refuse('a % in it is not followed by two hexadecimal digits (write a % itself as %25)')
    }
  }
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : domainToASCII(plain(url.hostname))
  if (host === '') return refuse('it names no host')
  if (url.port === '0') return refuse('there is no port 0')
  if (!/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '') {
    return refuse(
      'something follows the host and port (in a password, write / as %2F, ? as %3F and # as %23)',
    )
  }
  const user = plain(url.username)
  const password = plain(url.password)
  if ((user === '') !== (password === '')) return refuse('it takes a user and a password, or neither')
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    ...(user === '' ? {} : { login: { user, password } }),
  }
}
