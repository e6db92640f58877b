/** The limits of a response, wherever an untrusted service is read. */
export const answerLimits = {
  /** Maximum bytes of the body, decompressed. */
  size: 16_000_000,
  /** Maximum nesting of arrays and objects in its JSON; the interface has four levels. */
  depth: 100,
  /** Maximum number of values in its JSON. */
  values: 1_000_000,
} as const

/** The limits of reading from a mail server, which may be faulty or hostile like the target. */
export const mailLimits = {
  /** Milliseconds within which all mails to an address must be read. */
  time: 10_000,
  /** Maximum number of mails to one address, the newest ones; each run uses its own addresses. */
  mails: 200,
  /** Maximum bytes of a mail to examine. */
  size: 1_000_000,
  /** Maximum bytes of a response. */
  answer: answerLimits.size,
} as const

/** Bytes of a response per value that it may have, if more bytes than usual are allowed. */
const bytesOfValue = 16

const units = [
  ['GB', 1e9],
  ['MB', 1e6],
  ['kB', 1e3],
] as const

/** Formats a number of bytes in the largest unit that keeps it whole: `16 MB`. */
export function sizeText(bytes: number): string {
  const [unit, factor] = units.find(([, factor]) => bytes % factor === 0) ?? ['bytes', 1]
  return bytes === 1 ? '1 byte' : `${bytes / factor} ${unit}`
}

const [quote, backslash, comma] = [34, 92, 44]
const [openArray, closeArray, openObject, closeObject] = [91, 93, 123, 125]

/**
 * Returns a function that reads JSON text chunk by chunk and says why it exceeds a limit, such as `is nested more than 100
 * levels deep`; undefined as long as it does not. The text is not parsed first, because each level and value takes many
 * times its size in memory.
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

/** Explains why a JSON text exceeds a limit; undefined if it does not. */
export const jsonExcess = (json: string, size?: number): string | undefined =>
  createExcess(size)(Buffer.from(json))

/**
 * Yields the chunks of a body until a signal aborts, then throws its reason. Once the headers have arrived, fetch holds the
 * signal by a weak reference: after a garbage collection, a trickling body would be read forever.
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
 * Returns the text of a response, decompressed. Stops reading and throws once it is longer than `size` bytes (16 MB by
 * default) or the signal aborts.
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
