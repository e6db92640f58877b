import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type Call, type Parts, type Reply, reply } from '../core/index.js'

/** Content that is the same for many callers, who share its bytes. */
export interface Content {
  headers: Readonly<Record<string, string>>
  bytes: Uint8Array
  /** The gzip-compressed content, if there is one. */
  compressed?: Uint8Array
}

/** The size of a part in bytes. */
const partSize = 32_768

/** @param compressed The gzip-compressed text, if the build has created it */
export async function contentOf(
  text: string,
  headers: Readonly<Record<string, string>> = {},
  compressed?: Uint8Array,
): Promise<Content> {
  return {
    headers: {
      'cache-control': 'no-cache',
      // Weak, because it is the same for the plain and the compressed text.
      etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"`,
      vary: 'Accept-Encoding',
      ...headers,
    },
    bytes: Buffer.from(`${text}\n`),
    compressed: compressed ?? (await promisify(gzip)(text)),
  }
}

const accepts = (call: Call, coding: string) =>
  new RegExp(`\\b${coding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`, 'i').test(
    call.header('accept-encoding') ?? '',
  )

/**
 * The content, gzip-compressed if the caller accepts that, or 304 if the caller already has it. Long content is sent in
 * parts, each once the caller has received the previous one.
 */
export function replyWith(
  call: Call,
  { headers, bytes, compressed }: Content,
  limited: (parts: Parts) => Parts,
): Reply {
  const known =
    call
      .header('if-none-match')
      ?.split(',')
      .map(tag => tag.trim()) ?? []
  if (headers.etag !== undefined && (known.includes(headers.etag) || known.includes('*')))
    return reply(304, '', headers)
  if (compressed && call.inParts && accepts(call, 'gzip'))
    return inParts(compressed, { ...headers, 'content-encoding': 'gzip' }, limited)
  if (call.inParts && bytes.length > partSize) return inParts(bytes, headers, limited)
  return { ...reply(200, '', headers), body: new TextDecoder().decode(bytes) }
}

function inParts(bytes: Uint8Array, headers: Content['headers'], limited: (parts: Parts) => Parts): Reply {
  let at = 0
  const parts = limited({
    next() {
      const part = bytes.subarray(at, at + partSize)
      at += partSize
      return part.length === 0 ? undefined : part
    },
    close() {
      at = bytes.length
    },
  })
  return { ...reply(200, '', { ...headers, 'content-length': String(bytes.length) }), body: '', parts }
}

/**
 * The headers of a page that loads nothing from elsewhere and sends nothing there.
 *
 * @param loads Exceptions: further directives of its Content-Security-Policy.
 */
export const pageHeaders = (type: string, loads: readonly string[]) => ({
  'content-type': type,
  'content-security-policy': [
    "default-src 'none'",
    ...loads,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
})
