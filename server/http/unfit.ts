import type { IncomingMessage } from 'node:http'
import { Refusal } from '../core/index.js'
import { isHost } from './forwarded.js'

/** HTTP/1.1 demands the Host header; links are made from it, so it has to look like a host. */
export function wrongHost({ headers, httpVersion }: IncomingMessage): Refusal | undefined {
  if (headers.host === undefined && httpVersion === '1.0') return undefined
  if (isHost(headers.host)) return undefined
  return new Refusal(
    'bad_request',
    'The Host header is missing or is no host and port, such as localhost:4000',
  )
}

/** A URL of more characters than are taken. */
export function longUrl({ url = '' }: IncomingMessage, most: number): Refusal | undefined {
  if (url.length <= most) return undefined
  return new Refusal('url_too_long', `The URL has ${url.length} characters; at most ${most} are taken`)
}
