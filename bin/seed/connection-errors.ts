import { oneLine } from '../../conformance/http/clean.js'
import { ApiError } from '../../server/client/index.js'

/** Why a service could not be reached and what to do, by error code. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there. Check the URL and its port, and that the service runs',
  ECONNRESET: 'it closed the connection. Check that the URL is that of the API, and whether it needs https',
  ENOTFOUND: 'there is no host of this name. Check the URL',
  EAI_AGAIN: 'the name of the host could not be looked up. Check the network',
  EHOSTUNREACH: 'there is no way to the host. Check the network',
  ENETUNREACH: 'there is no way to the host. Check the network',
  ETIMEDOUT: 'the host does not answer. Check the network and the URL',
  UND_ERR_CONNECT_TIMEOUT: 'the host does not answer. Check the network and the URL',
  UND_ERR_SOCKET:
    'it closed the connection. Check that the URL is that of the API, and whether it needs https',
  HPE_INVALID_CONSTANT: 'it does not speak HTTP. Check the port, and whether the URL needs https',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS. Check the port, or write http instead of https',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of its answer are too large. Check that the URL is that of the API',
  EPROTO: 'it does not speak TLS. Check the port, or write http instead of https',
  CERT_HAS_EXPIRED: 'its certificate has expired. Renew it',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host. Use the name that it is for',
}

/** Error codes for certificates of an authority that Node.js does not know. */
const unknownAuthority =
  /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(?:_LOCALLY)?))$/

/** Converts the error of a failed request to one that says what to do; returns other errors unchanged. */
export function connectionError(error: unknown, url: string, email: string): unknown {
  if (error instanceof ApiError) return describeRefusal(error, url, email)
  const { name, cause } = error as Error
  const found = `Failed to reach ${url}`
  if (name === 'TimeoutError') return new Error(`${found}: it did not answer in time. Try again later.`)
  if (name !== 'TypeError' || !(cause instanceof Error)) return error
  const { code = '' } = cause as NodeJS.ErrnoException
  const why = unknownAuthority.test(code)
    ? 'the authority of its certificate is not known. Name the certificate of the authority: NODE_EXTRA_CA_CERTS=ca.pem'
    : (reasons[code] ?? textFrom(cause.message))
  return new Error(`${found}: ${why}.`)
}

const longest = 300

/** Formats a text of the service for the terminal: one line of limited length, without control characters. */
export function textFrom(text: string): string {
  const line = oneLine(text.slice(0, 10 * longest))
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}

function describeRefusal(error: ApiError, url: string, email: string): Error {
  const { status, code, operation } = error
  const message = textFrom(error.message)
  if (status === 401) {
    return new Error(
      `Failed to log in as ${email}: ${message}. Check the address and the password of --owner.`,
    )
  }
  if (status === 429) {
    return new Error(
      `Failed to ${operation} as ${email}: ${message}. The service asks to wait too long; try again later.`,
    )
  }
  if (code === undefined && status < 400) {
    return new Error(
      `Failed to read ${url}: it answers, but not as this API does. Check the URL; /v1 is not part of it.`,
    )
  }
  // Every account can read its own user.
  const advice =
    status === 404 && operation === 'readMe' ? ' Is it the URL of the API? /v1 is not part of it.' : ''
  const why = code === undefined ? '' : `: ${message}`
  return new Error(`Failed to ${operation} as ${email}: ${url} answered ${status}${why}.${advice}`)
}
