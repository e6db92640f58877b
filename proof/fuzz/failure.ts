import { Flaw } from './answer.js'
import type { Case } from './case.js'

/** What went wrong, and what it takes to see it again. */
export interface Failure {
  seed: number
  /** The number of the case, or of the last one before it was noticed. */
  number: number
  what: string
  sent?: Case
  received?: Uint8Array
}

export function failureOf({ error, ...failure }: Omit<Failure, 'what'> & { error: unknown }): Failure {
  const what = error instanceof Flaw ? error.message : String((error as Error)?.stack ?? error)
  return { ...failure, what }
}

const mostShown = 6_000

/** A failure with the bytes that were sent and that came, and the command that sends them again. */
export function toldFailure({ seed, number, what, sent, received }: Failure): string {
  const lines = [`FAILED  seed ${seed}, number ${number}${sent ? `, ${sent.kind}` : ''}: ${what}`]
  if (sent) lines.push('--- sent', ...sent.pieces.map(escaped))
  if (received) lines.push('--- came', escaped(received))
  lines.push(`--- again: npm run fuzz -- --seed ${seed} --only ${number}`)
  return lines.join('\n')
}

/** Bytes as a line of printable characters, in C's escapes. */
export function escaped(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1')
  const shown = text.length <= mostShown ? text : text.slice(0, mostShown)
  const rest = text.length <= mostShown ? '' : `... (${text.length} bytes)`
  const inC = (character: string) =>
    ({ '\r': '\\r', '\n': '\\n', '\t': '\\t', '\\': '\\\\' })[character] ??
    `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
  return shown.replace(/[^\x20-\x5b\x5d-\x7e]/g, inC).replaceAll('\\r\\n', '\\r\\n\n  ') + rest
}
