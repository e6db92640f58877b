/** What an answer may be at most, wherever a service that is not trusted is read. */
export const answerLimits = {
  /** Bytes of the body, decompressed. */
  size: 16_000_000,
  /** Levels of arrays and objects in its JSON; the interface has four. */
  depth: 100,
  /** Values in its JSON. */
  values: 1_000_000,
} as const

/** What is read of a mail server at most, which may be faulty or hostile like the target. */
export const mailLimits = {
  /** Milliseconds until all mails to an address are there. */
  time: 10_000,
  /** Mails to one address, the newest ones; each run uses its own addresses. */
  mails: 200,
  /** Bytes of a mail that are looked at. */
  size: 1_000_000,
  /** Bytes of an answer. */
  answer: answerLimits.size,
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
 * Returns a function that reads a JSON text part by part and says why it is too much, such as `is nested more than 100 levels deep`;
 * undefined as long as it is not. The text is not parsed before, because each level and value takes many times its memory.
 */
export function createExcess(size: number = answerLimits.size): (part: Uint8Array) => string | undefined {
  const { depth } = answerLimits
  const values = Math.max(answerLimits.values, size / bytesOfValue)
  let level = 0
  let count = 1
  let isText = false
  let isEscaped = false
  return part => {
    for (const code of part) {
      if (isText) {
        if (isEscaped) isEscaped = false
        else if (code === backslash) isEscaped = true
        else if (code === quote) isText = false
      } else if (code === quote) isText = true
      else if (code === comma) {
        if (++count > values) return `has more than ${values} values`
      } else if (code === openObject || code === openArray) {
        if (++level > depth) return `is nested more than ${depth} levels deep`
      } else if (code === closeObject || code === closeArray) level--
    }
    return undefined
  }
}

/** Why a JSON text is too much; undefined if it is not. */
export const jsonExcess = (json: string, size?: number): string | undefined =>
  createExcess(size)(Buffer.from(json))

/**
 * The parts of a body, until a signal aborts. Throws its reason then. Once the headers have arrived, fetch holds the signal by a
 * weak reference: after a garbage collection, a body that trickles would be read forever.
 */
async function* bodyParts(answer: Response, signal: AbortSignal): AsyncGenerator<Uint8Array> {
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

/**
 * The text of an answer, decompressed. Throws, and stops reading, once it is longer than `size` bytes (16 MB by default) or the
 * signal aborts.
 */
export async function textWithin(
  answer: Response,
  signal: AbortSignal,
  {
    size = answerLimits.size as number,
    tooLong = () => new Error(`the answer is longer than ${sizeText(size)}`),
  } = {},
): Promise<string> {
  const chunks: Uint8Array[] = []
  let read = 0
  for await (const chunk of bodyParts(answer, signal)) {
    read += chunk.length
    if (read > size) throw tooLong()
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}
