import { createReadStream } from 'node:fs'
import { answerLimits, jsonExcess, sizeText } from './answer-limits.js'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist. Check the path.',
  ENOTDIR: 'part of its path is not a directory. Check the path.',
  EISDIR: 'it is a directory. Name a file in it.',
  EACCES: 'it may not be read. Give the user that runs this permission to read it.',
}

/** Explains why a file can't be read, and what to do. */
export const whyUnreadable = ({ code = '', message }: NodeJS.ErrnoException): string =>
  reasons[code] ?? message

/**
 * Reads a text file of at most `size` bytes, 16 MB by default, and no more of anything else, such as a device that never
 * ends. Throws an error for `whyUnreadable`.
 */
export async function readText(file: string, size: number = answerLimits.size): Promise<string> {
  const chunks: Buffer[] = []
  let read = 0
  for await (const chunk of createReadStream(file, { end: size }) as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    read += chunk.length
  }
  if (read > size) throw new Error(`it is longer than ${sizeText(size)}.`)
  return Buffer.concat(chunks).toString('utf8')
}

/** Parses JSON from an untrusted source. Throws a `SyntaxError` if it is not JSON, or is nested too deeply. */
export function parseBounded(json: string): unknown {
  const excess = jsonExcess(json, json.length)
  if (excess !== undefined) throw new SyntaxError(`It ${excess}.`)
  return JSON.parse(json)
}
