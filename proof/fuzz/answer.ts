/** What is wrong with what the service did, in words. */
export class Flaw extends Error {
  override readonly name = 'Flaw'
}

/** One answer as it came over the connection. */
export interface RawAnswer {
  status: number
  /** By their names in lower case. */
  headers: ReadonlyMap<string, string>
  body: Buffer
}

const statusLine = /^HTTP\/1\.1 (\d{3}) [^\r\n]*$/
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): ?([^\r\n\0]*)$/

/** How an answer is to be read: whether it is one to HEAD, which has no body whatever its length says. */
export type Bodied = 'yes' | 'no' | 'unknown'

/**
 * Reads the first answer in what came.
 *
 * @returns nothing where it is not complete
 * @throws Flaw where it is no HTTP
 */
export function readAnswer(
  received: Buffer,
  bodied: Bodied,
): { answer: RawAnswer; length: number } | undefined {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) {
    if (!'HTTP/1.1 '.startsWith(received.toString('latin1', 0, 9))) throw new Flaw('The answer is no HTTP')
    return undefined
  }
  const [line = '', ...lines] = received.toString('latin1', 0, end).split('\r\n')
  const status = Number(statusLine.exec(line)?.[1] ?? Number.NaN)
  if (Number.isNaN(status)) throw new Flaw(`The answer begins with ${JSON.stringify(line.slice(0, 200))}`)
  const headers = new Map<string, string>()
  for (const each of lines) {
    const [, name, value = ''] = headerLine.exec(each) ?? []
    if (name === undefined) throw new Flaw(`The answer has a header ${JSON.stringify(each.slice(0, 200))}`)
    if (headers.has(name.toLowerCase())) throw new Flaw(`The answer has the header ${name} twice`)
    headers.set(name.toLowerCase(), value)
  }
  if (status < 200) return { answer: { status, headers, body: Buffer.alloc(0) }, length: end + 4 }

  const told = headers.get('content-length')
  if (told === undefined || !/^\d+$/.test(told)) throw new Flaw(`The answer tells its length as ${told}`)
  if (headers.has('transfer-encoding')) throw new Flaw('The answer has a length, and chunks')
  const rest = received.subarray(end + 4)
  // What could not be read as a request is answered with a body, HEAD or not; only then is there no Date.
  const hasNone = (bodied === 'no' && headers.has('date')) || (bodied === 'unknown' && looksBodiless(rest))
  const length = hasNone ? 0 : Number(told)
  if (rest.length < length) return undefined
  return { answer: { status, headers, body: rest.subarray(0, length) }, length: end + 4 + length }
}

const looksBodiless = (rest: Buffer) => rest.length === 0 || rest.toString('latin1', 0, 9) === 'HTTP/1.1 '
