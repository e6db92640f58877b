import { assertDocumented } from '../../server/testing/documented/index.js'
import { type Case, secretPlaceholder } from './case.js'
import { type Connection, type Exchange, openConnection } from './connection.js'
import type { LeakDetector } from './leaks.js'
import { checkResponse, Finding, type RawResponse } from './response.js'
import type { FuzzedServer } from './server.js'

export interface SendOptions {
  server: FuzzedServer
  leaks: LeakDetector
  /** Counts a kind of case with the status of its response. */
  count(what: string): void
}

export interface SentCase {
  /** The connection, if the next case can reuse it. */
  connection?: Connection
  error?: unknown
  received: Uint8Array
}

/** Sends a case, over the open connection if possible, and checks the responses. */
export async function sendCase(
  sent: Case,
  open: Connection | undefined,
  options: SendOptions,
): Promise<SentCase> {
  const isReusable = sent.requests !== undefined && sent.secretOf === undefined
  let connection = open?.isOpen && isReusable ? open : undefined
  let received: Uint8Array = new Uint8Array()
  try {
    let exchange: Exchange
    for (;;) {
      const isReused = connection !== undefined
      connection ??= openConnection(options.server.port)
      exchange = await exchangeCase(sent, connection, options)
      // The server may close a reused connection before it reads anything: retry once, as any client does.
      if (!isReused || exchange.responses.length > 0 || !exchange.isClosed) break
      connection = undefined
    }
    received = exchange.received
    if (sent.ending !== 'disconnect') checkExchange(sent, exchange, options)
  } catch (error) {
    connection?.destroy()
    return { error, received }
  }
  if (sent.requests && connection.isOpen) return { connection, received }
  connection.destroy()
  return { received }
}

/** Sends the pieces of a case. The second one may need the secret of a link that the first one requests. */
async function exchangeCase(sent: Case, connection: Connection, options: SendOptions): Promise<Exchange> {
  const { pieces, secretOf, requests = [] } = sent
  const [first, second] = pieces
  if (secretOf === undefined || !first || !second) return connection.exchange(sent)
  const asked = await connection.exchange({ ...sent, pieces: [first], requests: requests.slice(0, 1) })
  const secret = await lastSecret(secretOf, options)
  const text = Buffer.from(second).toString('latin1').replace(secretPlaceholder, secret)
  // By now, the server may have closed the first connection.
  const another = openConnection(options.server.port)
  const followed = await another.exchange({
    ...sent,
    pieces: [Buffer.from(text, 'latin1')],
    requests: requests.slice(1),
  })
  another.destroy()
  return { ...followed, responses: [...asked.responses, ...followed.responses] }
}

/** The secret of the link in the last mail that mentions an address. */
async function lastSecret(address: string, { server, leaks }: SendOptions): Promise<string> {
  const mails = (await server.client.control('GET', '/outbox')) as { text: string; link?: string }[]
  const link = mails.findLast(({ text, link }) => link && text.includes(address))?.link
  const secret = link?.split('/').at(-1) ?? 'none'
  if (link) leaks.addSecret(secret)
  return secret
}

function checkExchange(sent: Case, { responses, isLate }: Exchange, { leaks, count }: SendOptions): void {
  const { requests, kind, maxResponses, allowsPage = false, mustFail } = sent
  const hasPlannedFailures = kind === 'control'
  for (const [index, response] of responses.entries()) {
    const { status, body } = response
    const isBodiless = body.length === 0 && (!requests || requests[index]?.method === 'HEAD')
    checkResponse(response, { isBodiless, allowsPage, hasPlannedFailures })
    leaks.check(body.toString(), 'The response')
    count(`${kind}: ${status}`)
    const { method = '', target, body: sent, repeats } = requests?.[index] ?? {}
    if (target !== undefined && !hasPlannedFailures) {
      const { headers } = response
      assertDocumented({
        method,
        target,
        sent,
        status,
        headers: Object.fromEntries(headers),
        body: `${body}`,
      })
    }
    if (repeats && !body.includes(repeats))
      throw new Finding(`Response ${index + 1} does not belong to ${repeats}`)
    if (mustFail && status < 400) throw new Finding(`It was accepted with ${status}`)
  }
  if (responses.length === 0) count(`${kind}: no response`)
  if (isLate) throw new Finding('There was neither a response in time, nor was the connection closed')
  if (requests && responses.length < requests.length && !isLast(responses.at(-1)) && !hasPlannedFailures)
    throw new Finding(
      `${requests.length} requests got ${responses.length} responses, then the connection was closed`,
    )
  if (maxResponses !== undefined && responses.length > maxResponses)
    throw new Finding(`It got ${responses.length} responses instead of at most ${maxResponses}`)
}

const isLast = (response: RawResponse | undefined) => response?.headers.get('connection') === 'close'
