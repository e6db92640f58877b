import type { Detail } from './errors.js'

/** Formats a value for a message: JSON, cut to one short line. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  // JSON cannot represent these numbers.
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  // Only the beginning of a string is needed, and it may be as long as a body.
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, 200) : value) ?? String(value)
  const characters = [...text]
  return characters.length <= 60 ? text : `${characters.slice(0, 57).join('')}...`
}

/** Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1)
      }
      row.push(best)
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}

/** Returns the known name that a typo most likely means; undefined if none is close. `extra` adds to the distance of a name. */
export function nearest(
  typed: string,
  known: Iterable<string>,
  extra: (name: string) => number = () => 0,
): string | undefined {
  if (typed.length > 100) return undefined
  let found: string | undefined
  let best = Math.max(1, Math.floor(typed.length / 3)) + 1
  for (const name of known) {
    const far = distance(typed.toLowerCase(), name.toLowerCase()) + extra(name)
    if (far < best) {
      best = far
      found = name
    }
  }
  return found
}

/** The end of a message about an unknown name: the nearest known name, or all of them. */
export function suggest(typed: string, known: readonly string[]): string {
  const name = nearest(typed, known)
  if (name !== undefined) return `did you mean ${name}?`
  return known.length === 0 ? 'there are none' : `known: ${known.join(', ')}`
}

/** The maximum number of unknown names that a refusal explains: a body has room for thousands. */
const mostExplained = 20

/** The number of characters of an unknown name that a refusal repeats. */
const longest = 100

/**
 * The details about unknown names in an object at a path: what each of the first few could mean, and how many more there are.
 */
export function unknownNames(
  names: readonly string[],
  noun: string,
  { known, at = [] }: { known: readonly string[]; at?: readonly string[] },
): Detail[] {
  const details = names.slice(0, mostExplained).map(name => ({
    path: [...at, name === '' ? '""' : name.length > longest ? `${name.slice(0, longest)}...` : name].join(
      '.',
    ),
    message: `is not a known ${noun}; ${suggest(name, known)}`,
  }))
  const more = names.length - details.length
  const rest = { path: at.join('.'), message: `has ${more} more that are unknown` }
  return more > 0 ? [...details, rest] : details
}
