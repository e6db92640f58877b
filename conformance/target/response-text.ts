import { answerLimits, sizeText } from '../http/answer-limits.js'

/** The text of an answer, decompressed. Throws where it is longer than `size` bytes, 16 MB by default, and reads no more. */
export async function textWithin(answer: Response, size: number = answerLimits.size): Promise<string> {
  const chunks: Uint8Array[] = []
  let read = 0
  for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    read += chunk.length
    if (read > size) throw new Error(`the answer is longer than ${sizeText(size)}`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
