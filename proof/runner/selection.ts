import { createHash } from 'node:crypto'
import { rules } from '../../conformance/index.js'
import type { Fault } from '../faults/fault.js'

/** One rule of so many is looked at beside those that a fault speaks of. */
const oneOf = 5

const hashOf = (text: string) => createHash('sha256').update(text).digest().readUInt32BE()

/**
 * What is checked of a fault where not everything is: what it speaks of, and a sample of all the rest, to see that the
 * kit accuses it of nothing else. Another seed gives another sample.
 */
export function selectionOf({ id, breaks, touches }: Fault, seed: number): string[] {
  const sample = rules.filter(rule => hashOf(`${seed}/${id}/${rule.id}`) % oneOf === 0)
  return [...new Set([...Object.keys(breaks), ...touches, ...sample.map(rule => rule.id)])]
}
