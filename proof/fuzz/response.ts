import { type ErrorCode, statusOf } from '../../server/core/index.js'

/** A defect that the fuzzer found. */
export class Finding extends Error {
  override readonly name = 'Finding'
}

/** A response as received. */
export interface RawResponse {
  status: number
  /** The headers by lower-case name. */
  headers: ReadonlyMap<string, string>
  body: Buffer
}

const statusLine = /^HTTP\/1\.1 (\d{3}) [^\r\n]*$/
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): ?([^\r\n\0]*)$/
const quote = (text: string) => JSON.stringify(text.slice(0, 200))

/** Whether a response has the body that Content-Length announces: a response to HEAD has none. */
export type HasBody = 'yes' | 'no' | 'unknown'

/**
 * Parses the first response in the received data.
 *
 * @returns undefined while it is incomplete
 * @throws Finding if it is not HTTP
 */
export function parseResponse(
  received: Buffer,
  hasBody: HasBody,
): { response: RawResponse; length: number } | undefined {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) {
    if (!'HTTP/1.1 '.startsWith(received.toString('latin1', 0, 9)))
      throw new Finding('The response is not HTTP')
    return undefined
  }
  const [line = '', ...lines] = received.toString('latin1', 0, end).split('\r\n')
  const [, status] = statusLine.exec(line) ?? []
  if (status === undefined) throw new Finding(`The response begins with ${quote(line)}`)
  const headers = parseHeaders(lines)
  const response = { status: Number(status), headers, body: Buffer.alloc(0) }
  if (response.status < 200) return { response, length: end + 4 }

  const announced = headers.get('content-length')
  if (announced === undefined || !/^\d+$/.test(announced))
    throw new Finding(`The response has the content-length ${announced}`)
  if (headers.has('transfer-encoding')) throw new Finding('The response has both a length and chunks')
  const rest = received.subarray(end + 4)
  // The response to a request that could not be parsed has a body, even for HEAD. Only such a response has no Date.
  const isBodiless =
    (hasBody === 'no' && headers.has('date')) || (hasBody === 'unknown' && looksBodiless(rest))
  const length = isBodiless ? 0 : Number(announced)
  if (rest.length < length) return undefined
  return { response: { ...response, body: rest.subarray(0, length) }, length: end + 4 + length }
}

const looksBodiless = (rest: Buffer) => rest.length === 0 || rest.toString('latin1', 0, 9) === 'HTTP/1.1 '

function parseHeaders(lines: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>()
  for (const line of lines) {
    const [, name, value = ''] = headerLine.exec(line) ?? []
    if (name === undefined) throw new Finding(`The response has a header ${quote(line)}`)
    if (headers.has(name.toLowerCase())) throw new Finding(`The response has the header ${name} twice`)
    headers.set(name.toLowerCase(), value)
  }
  return headers
}

export interface Expectations {
  /** Whether it is a response to HEAD. */
  isBodiless: boolean
  allowsPage: boolean
  /** Whether failures may have been planned through the control interface. */
  hasPlannedFailures: boolean
}

/** @throws Finding if a response breaks a rule for all responses */
export function checkResponse(
  { status, headers, body }: RawResponse,
  { isBodiless, allowsPage, hasPlannedFailures }: Expectations,
): void {
  if (status >= 500 && !hasPlannedFailures) throw new Finding(`The response has the status ${status}`)
  if (headers.get('x-content-type-options') !== 'nosniff') throw new Finding('The response lacks nosniff')
  if (headers.get('cache-control') !== 'no-store') throw new Finding('The response lacks no-store')
  const type = headers.get('content-type')
  if (allowsPage && type === 'text/html; charset=utf-8') return
  if (type !== 'application/json; charset=utf-8') throw new Finding(`The response has the type ${type}`)
  if (isBodiless) return

  const { success, error } = parseJson(body)
  if (success !== (status >= 200 && status < 300))
    throw new Finding(`The response has the status ${status} and "success": ${success}`)
  if (success === true || hasPlannedFailures) return
  if (statusOf[error?.code as ErrorCode] !== status)
    throw new Finding(`The response has the status ${status} and the code ${error?.code}`)
  if (typeof error?.message !== 'string' || error.message === '')
    throw new Finding('The error has no message')
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function parseJson(body: Buffer): { success: unknown; error?: { code: string; message: string } } {
  try {
    return JSON.parse(utf8.decode(body))
  } catch (error) {
    throw new Finding(`The body is not JSON: ${(error as Error).message}`)
  }
}
