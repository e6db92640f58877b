import type { IncomingMessage } from 'node:http'
import { bodyTooLarge, Refusal } from '../core/index.js'

const nothing = new Uint8Array()

/**
 * Reads the body of a request.
 *
 * @param limit in bytes
 * @throws Refusal where the body is longer; the rest of it is thrown away as it comes.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  const { 'content-length': declared, 'transfer-encoding': coding } = request.headers
  if (coding === undefined && (declared === undefined || declared === '0')) return Promise.resolve(nothing)
  if (Number(declared) > limit) {
    request.resume()
    return Promise.reject(bodyTooLarge(limit))
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= limit) chunks.push(chunk)
      else reject(bodyTooLarge(limit))
    })
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    request.on('close', () =>
      reject(new Refusal('bad_request', 'The request ended before its body was complete')),
    )
  })
}
