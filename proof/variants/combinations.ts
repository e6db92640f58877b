import { randomNumbers } from '../../server/core/random.js'
import { all } from '../server/parts.js'
import type { Variant } from './variant.js'

/** Combines several variants. */
export function combined(variants: readonly Variant[]): Variant {
  return {
    id: variants.map(({ id }) => id).join(' + '),
    title: variants.map(({ title }) => title).join(', and '),
    warns: variants.flatMap(({ warns }) => warns),
    skips: variants.flatMap(({ skips }) => skips),
    excludes: variants.flatMap(({ excludes }) => excludes),
    manner: variants.find(({ manner }) => manner)?.manner,
    alter: all(...variants.map(({ alter }) => alter)),
  }
}

/** The variant, or the combination of several, with this id. Throws if there is none. */
export function variantWith(variants: readonly Variant[], id: string): Variant {
  const parts = id.split(' + ').map(part => {
    const one = variants.find(each => each.id === part)
    if (!one) throw new Error(`There is no ${part} among ${variants.length} variants.`)
    return one
  })
  return parts.length === 1 ? (parts[0] as Variant) : combined(parts)
}

const clash = (one: Variant, other: Variant) =>
  one.id === other.id ||
  one.excludes.includes(other.id) ||
  other.excludes.includes(one.id) ||
  (one.manner !== undefined && other.manner !== undefined)

/** As many compatible variants as possible, earlier ones first. */
function compatible(variants: readonly Variant[], most: number): Variant[] {
  const chosen: Variant[] = []
  for (const candidate of variants) {
    if (chosen.length < most && !chosen.some(other => clash(candidate, other))) chosen.push(candidate)
  }
  return chosen
}

/** The maximum per combination: each variant rewrites the text of every answer. */
const most = 25

/**
 * Combinations of variants: as many compatible ones as possible, from the first and from the last on, then random combinations of
 * 2 to 8. The same seed gives the same combinations; each is in the order of `variants`.
 */
export function combinations(variants: readonly Variant[], count: number, seed: number): Variant[] {
  const random = randomNumbers(seed)
  const inOrder = (chosen: readonly Variant[]) => combined(variants.filter(each => chosen.includes(each)))
  const whole = [variants, [...variants].reverse()].map(each => inOrder(compatible(each, most)))
  const others = Array.from({ length: Math.max(0, count - whole.length) }, () => {
    const shuffled = variants
      .map(each => ({ each, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ each }) => each)
    return inOrder(compatible(shuffled, 2 + Math.floor(random() * 7)))
  })
  return [...whole, ...others].slice(0, count)
}

/** Partitions the variants into compatible combinations of up to `most`, each from all over the list. */
export function partition(variants: readonly Variant[], most: number): Variant[] {
  const groups: Variant[][] = Array.from({ length: Math.ceil(variants.length / most) }, () => [])
  for (const [index, variant] of variants.entries()) {
    const next = groups.map((_, at) => groups[(index + at) % groups.length] as Variant[])
    const free = next.find(group => group.length < most && !group.some(other => clash(variant, other)))
    if (free) free.push(variant)
    else groups.push([variant])
  }
  return groups.map(group => (group.length === 1 ? (group[0] as Variant) : combined(group)))
}
