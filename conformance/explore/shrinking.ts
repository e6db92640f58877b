import fc from 'fast-check'
import { hash } from '../check/created.js'
import type { Step } from './step.js'
import { anyStep } from './steps.js'
import type { WalkResult } from './walk.js'

/*
 * `fc.commands` of fast-check is not used, for three reasons: it never drops the last command, while a difference may show
 * only in the final verification; it makes walks of any length, even empty ones; and to repeat what it has shrunk it needs
 * not only the path but also a record of what was executed. fast-check still generates and shrinks the steps.
 */

interface Context {
  readonly steps: readonly fc.Value<Step>[]
  /** The maximum number of steps to leave out at once. */
  readonly most: number
}

const isContext = (value: unknown): value is Context =>
  typeof value === 'object' && value !== null && 'steps' in value

/** Walks with a given number of steps. Shrinks to shorter walks and to simpler steps. */
export class WalkArbitrary extends fc.Arbitrary<readonly Step[]> {
  readonly #step: fc.Arbitrary<Step>
  readonly #length: number

  constructor(step: fc.Arbitrary<Step>, length: number) {
    super()
    this.#step = step
    this.#length = length
  }

  override generate(random: fc.Random): fc.Value<readonly Step[]> {
    const steps = Array.from({ length: this.#length }, () => this.#step.generate(random, undefined))
    return walkOf(steps, steps.length)
  }

  override canShrinkWithoutContext(_value: unknown): _value is readonly Step[] {
    return false
  }

  override shrink(_value: readonly Step[], context?: unknown): fc.Stream<fc.Value<readonly Step[]>> {
    return fc.stream(isContext(context) ? this.#shorter(context) : [][Symbol.iterator]())
  }

  *#shorter({ steps, most }: Context): Generator<fc.Value<readonly Step[]>> {
    const without = (from: number, to: number) => [...steps.slice(0, from), ...steps.slice(to)]
    for (let size = Math.min(most, steps.length); size >= 1; size = Math.floor(size / 2)) {
      // From the end: steps after the difference are never taken.
      for (let to = steps.length; to > 0; to -= size) yield walkOf(without(Math.max(0, to - size), to), size)
    }
    if (steps.length <= 10) {
      for (let first = 0; first < steps.length; first++) {
        for (let second = first + 2; second < steps.length; second++) {
          const others = steps.filter((_, index) => index !== first && index !== second)
          yield walkOf(others, 1)
        }
      }
    }
    for (const [index, step] of steps.entries()) {
      if (step.context === undefined) continue
      for (const simpler of this.#step.shrink(step.value, step.context)) {
        const changed = steps.map((other, schedule) => (schedule === index ? simpler : other))
        yield walkOf(changed, 1)
      }
    }
  }
}

const walkOf = (steps: readonly fc.Value<Step>[], most: number) =>
  new fc.Value<readonly Step[]>(
    steps.map(({ value }) => value),
    { steps, most } satisfies Context,
  )

/** The number of steps of a walk, including skipped ones. */
const walkLength = 150
/** The maximum number of shorter or simpler walks to try: in total, and in a row without success. */
const mostTries = { all: 2_000, inVain: 500 }

export interface Shrunk {
  /** The first result, and the last one with a difference. */
  readonly first: WalkResult
  readonly last: WalkResult
  readonly tries: number
  readonly isCut: boolean
  /** Whether even an empty walk shows a difference: the first one has left something behind. */
  readonly isLasting: boolean
  /** The fast-check path of the last one. */
  readonly path: string
}

export interface ShrinkOptions {
  readonly seed: number
  readonly index: number
  /** Takes only the walk at the end of this path. */
  readonly path?: string | undefined
  walk(steps: readonly Step[]): Promise<WalkResult>
  isEnded(): boolean
  /** Called before each shorter or simpler walk, with the number of steps of the shortest so far. */
  onTry?(tries: number, steps: number): void
}

/** Takes the walk with this number. If it shows a difference, searches for the shortest and simplest walk that does. */
export async function walkAndShrink({
  seed,
  index,
  path,
  walk,
  isEnded,
  onTry = () => {},
}: ShrinkOptions): Promise<Shrunk> {
  let first: WalkResult | undefined
  let last: WalkResult | undefined
  let tries = 0
  let inVain = 0
  let isCut = false
  let isLasting = false
  let fault: unknown
  const harmless = new Set<string>()

  const property = fc.asyncProperty(new WalkArbitrary(anyStep, walkLength), async steps => {
    if (first) {
      const isEnough = tries >= mostTries.all || inVain >= mostTries.inVain
      isCut ||= isEnough || isEnded() || isLasting || fault !== undefined
      const told = JSON.stringify(steps)
      if (isCut || harmless.has(told)) return true
      tries++
      inVain++
      onTry(tries, last?.taken.length ?? 0)
      const result = await walk(steps).catch(error => {
        fault = error
        return undefined
      })
      if (!result?.difference) harmless.add(told)
      // After that, other walks would show nothing about their own steps.
      else if (steps.length === 0 || result.isBefore) isLasting = true
      else {
        last = result
        inVain = 0
      }
      return isLasting || result?.difference === undefined
    }
    // An error of the first walk says nothing about the target.
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
