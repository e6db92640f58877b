/** What an answer may be at most, wherever a service that is not trusted is read. */
export const answerLimits = {
  /** Bytes of the body, decompressed. */
  size: 16_000_000,
  /** Levels of arrays and objects in its JSON; the interface has four. */
  depth: 100,
  /** Values in its JSON. */
  values: 1_000_000,
} as const

/** Bytes of a response for each value that it may have, where more than usual are allowed. */
const bytesOfValue = 16

const units = [
  ['GB', 1e9],
  ['MB', 1e6],
  ['kB', 1e3],
] as const

/** A number of bytes in the largest unit that leaves it whole: `16 MB`. */
export function sizeText(bytes: number): string {
  const [unit, factor] = units.find(([, factor]) => bytes % factor === 0) ?? ['bytes', 1]
  return bytes === 1 ? '1 byte' : `${bytes / factor} ${unit}`
}

const [quote, backslash, comma] = [34, 92, 44]
const [openArray, closeArray, openObject, closeObject] = [91, 93, 123, 125]

/**
 * Why a JSON text is too much, such as `is nested more than 100 levels deep`; undefined if it is not. Found before it is parsed,
 * because every level and every value takes many times the memory of its text.
 */
export function jsonExcess(json: string, size: number = answerLimits.size): string | undefined {
  const { depth } = answerLimits
  const values = Math.max(answerLimits.values, size / bytesOfValue)
  let level = 0
  let count = 1
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index)
    if (code === quote) {
      // Most of a text is in strings: their ends are found faster than by reading them.
      do index = json.indexOf('"', index + 1)
      while (index > 0 && isEscaped(json, index))
      if (index < 0) return undefined
    } else if (code === comma) {
      if (++count > values) return `has more than ${values} values`
    } else if (code === openObject || code === openArray) {
      if (++level > depth) return `is nested more than ${depth} levels deep`
    } else if (code === closeObject || code === closeArray) level--
  }
  return undefined
}

/** Whether an odd number of backslashes is before a character. */
function isEscaped(json: string, index: number): boolean {
  let first = index
  while (json.charCodeAt(first - 1) === backslash) first--
  return (index - first) % 2 === 1
}

/**
 * The parts of a body, until a signal aborts. Throws its reason then. Once the headers have arrived, fetch holds the signal by a
 * weak reference: after a garbage collection, a body that trickles would be read forever.
 */
export async function* bodyParts(answer: Response, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = answer.body?.getReader()
  if (!reader) return
  const stop = () => void reader.cancel(signal.reason).catch(() => {})
  signal.addEventListener('abort', stop)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) return
      yield value
    }
  } finally {
    signal.removeEventListener('abort', stop)
    await reader.cancel().catch(() => {})
  }
}

/** The text of an answer, decompressed. Throws where it is longer than 16 MB, or the signal aborts, and reads no more. */
export async function textWithin(answer: Response, signal: AbortSignal): Promise<string> {
  const { size } = answerLimits
  const chunks: Uint8Array[] = []
  let read = 0
  for await (const chunk of bodyParts(answer, signal)) {
    read += chunk.length
    if (read > size) throw new Error(`the answer is longer than ${sizeText(size)}`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
