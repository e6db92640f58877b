import fc from 'fast-check'
import { hash } from '../runner/random.js'
import type { Step } from './step.js'
import { anyStep } from './steps.js'
import type { WalkResult } from './walk.js'
import { WalkArbitrary } from './walk-arbitrary.js'

/** Steps of a walk; those that can not be taken are left out. */
const walkLength = 150
/** How many shorter or simpler walks are tried, at most. */
const mostTries = 2000

export interface Shrunk {
  /** The first result, and the last one that showed a difference. */
  readonly first: WalkResult
  readonly last: WalkResult
  readonly tries: number
  readonly isCut: boolean
  /** A walk of no steps shows a difference too: the first one has left something behind. */
  readonly isLasting: boolean
  /** `fast-check`'s path to the last one. */
  readonly path: string
}

export interface ShrinkOptions {
  readonly seed: number
  readonly index: number
  /** Takes just the walk at the end of this path. */
  readonly path?: string | undefined
  walk(steps: readonly Step[]): Promise<WalkResult>
  isEnded(): boolean
}

/** Takes the walk with a number; where it shows a difference, the shortest and simplest one that shows any is looked for. */
export async function walkAndShrink({ seed, index, path, walk, isEnded }: ShrinkOptions): Promise<Shrunk> {
  let first: WalkResult | undefined
  let last: WalkResult | undefined
  let tries = 0
  let isCut = false
  let isLasting = false
  let fault: unknown
  const harmless = new Set<string>()

  const property = fc.asyncProperty(new WalkArbitrary(anyStep, walkLength), async steps => {
    if (first) {
      isCut ||= tries >= mostTries || isEnded() || isLasting || fault !== undefined
      const told = JSON.stringify(steps)
      if (isCut || harmless.has(told)) return true
      tries++
      const result = await walk(steps).catch(error => {
        fault = error
        return undefined
      })
      if (!result?.difference) harmless.add(told)
      // Nothing that is tried after that says anything about its own steps.
      else if (steps.length === 0 || result.isBefore) isLasting = true
      else last = result
      return isLasting || result?.difference === undefined
    }
    // What breaks the first time says nothing of the target.
    first = await walk(steps).catch(error => {
      fault = error
      return { taken: [], trail: [] }
    })
    last = first
    return first.difference === undefined
  })

  const { counterexamplePath } = await fc.check(property, {
    seed: hash(`${seed}/${index}`),
    numRuns: 1,
    ...(path !== undefined && { path, endOnFailure: true }),
  })
  if (!first || !last) throw fault ?? new Error(`The walk ${seed}/${index}/${path} does not exist.`)
  if (fault !== undefined && !first.difference) throw fault
  return { first, last, tries, isCut, isLasting, path: counterexamplePath ?? '0' }
}
