import type { Parts, Reply } from '../core/index.js'

/** How many characters a part has. */
const size = 32_768

/** Turns a reply with a long body into one that is sent in parts, each once the caller has received the one before. */
export function inTextParts(reply: Reply, limited: (parts: Parts) => Parts): Reply {
  const { body } = reply
  return body.length <= size ? reply : { ...reply, body: '', parts: limited(partsOf(body)) }
}

function partsOf(text: string): Parts {
  let at = 0
  return {
    next() {
      if (at >= text.length) return undefined
      const begin = at
      at += size
      // Both halves of a surrogate pair belong to one part.
      if (/[\uD800-\uDBFF]/.test(text[at - 1] ?? '')) at++
      return text.slice(begin, at)
    },
    close() {
      at = text.length
    },
  }
}
