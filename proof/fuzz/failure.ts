import type { Case } from './case.js'

/** A failure, with everything needed to reproduce it. */
export interface Failure {
  seed: number
  /** The number of the case, or of the last case before the failure was noticed. */
  number: number
  what: string
  sent?: Case
  received?: Uint8Array
}

const maxShown = 6_000

/** Describes a failure, with the bytes sent and received and the command that repeats it. */
export function failureText({ seed, number, what, sent, received }: Failure): string {
  const lines = [`FAILED  seed ${seed}, number ${number}${sent ? `, ${sent.kind}` : ''}: ${what}`]
  if (sent) lines.push('--- sent', ...sent.pieces.map(escapeBytes))
  if (received) lines.push('--- received', escapeBytes(received))
  lines.push(`--- repeat: npm run fuzz -- --seed ${seed} --only ${number}`)
  return lines.join('\n')
}

const escapes: Record<string, string> = { '\r': '\\r', '\n': '\\n', '\t': '\\t', '\\': '\\\\' }

/** Formats bytes as printable characters with C escapes. */
export function escapeBytes(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1')
  const rest = text.length <= maxShown ? '' : `... (${text.length} bytes)`
  const escapeOf = (character: string) =>
    escapes[character] ?? `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
  const shown = text.slice(0, maxShown).replace(/[^\x20-\x5b\x5d-\x7e]/g, escapeOf)
  return shown.replaceAll('\\r\\n', '\\r\\n\n  ') + rest
}
