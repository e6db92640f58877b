import { type Parts, type Reply, reply } from '../core/index.js'

/** How many characters or bytes a part has. */
const size = 32_768

interface Described {
  /** @default 200 */
  status?: number
  headers?: Readonly<Record<string, string>>
}

/** A document in pieces: those that are the same for all callers are shared, not copied. */
export interface Pieces extends Described {
  pieces: readonly string[]
}

/** A document that is text in pieces, or bytes of any kind: a compressed text. */
export type Document = Pieces | (Described & { bytes: Uint8Array })

/**
 * The headers of a page that loads nothing from elsewhere, and sends nothing there.
 *
 * @param loads What it loads nevertheless: further directives of its Content-Security-Policy.
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

export const inWhole = ({ pieces, headers, status = 200 }: Pieces): Reply =>
  reply(status, pieces.join(''), headers)

/** Turns a long document into a reply that is sent in parts, each once the caller has received the one before. */
export function inParts(document: Document, limited: (parts: Parts) => Parts): Reply {
  const { headers, status = 200 } = document
  if ('bytes' in document) {
    const { bytes } = document
    const length = { ...headers, 'content-length': String(bytes.length) }
    return { ...reply(status, '', length), body: '', parts: limited(bytesInParts(bytes)) }
  }
  const { pieces } = document
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (length <= size) return inWhole(document)
  const { body: end, ...rest } = reply(status, '', headers)
  return { ...rest, body: '', parts: limited(textInParts([...pieces, end])) }
}

/** Texts with another one between each two. */
export const between = (texts: readonly string[], other: string): readonly string[] =>
  texts.flatMap((text, index) => (index === 0 ? text : [other, text]))

function bytesInParts(bytes: Uint8Array): Parts {
  let at = 0
  return {
    next() {
      const part = bytes.subarray(at, at + size)
      at += size
      return part.length === 0 ? undefined : part
    },
    close() {
      at = bytes.length
    },
  }
}

function textInParts(pieces: readonly string[]): Parts {
  let index = 0
  let at = 0
  return {
    next() {
      let part = ''
      for (let piece = pieces[index]; piece !== undefined && part.length < size; piece = pieces[index]) {
        const begin = at
        at += size - part.length
        // Both halves of a surrogate pair belong to one part.
        if (at < piece.length && /[\uD800-\uDBFF]/.test(piece[at - 1] ?? '')) at++
        part += piece.slice(begin, at)
        if (at < piece.length) break
        index++
        at = 0
      }
      return part === '' ? undefined : part
    },
    close() {
      index = pieces.length
    },
  }
}
