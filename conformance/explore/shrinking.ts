import fc from 'fast-check'
import { hash } from '../runner/random.js'
import { peopleOf, type Step, withPerson } from './step.js'
import { anyStep } from './steps.js'
import type { WalkResult } from './walk.js'

/*
 * fast-check has `fc.commands` for models. It is not used, for three reasons: it never drops the last command, and a
 * difference may show in the last look alone; it makes walks of any length from none on; and to repeat what it has shrunk
 * it needs, beside the path, a record of what was executed. Steps are drawn and shrunk by fast-check all the same.
 */

interface Context {
  readonly steps: readonly fc.Value<Step>[]
  /** How many steps to leave out at once, at most. */
  readonly most: number
}

const isContext = (value: unknown): value is Context =>
  typeof value === 'object' && value !== null && 'steps' in value

/** Walks with a number of steps. A shorter walk is a simpler one, and so is one with simpler steps. */
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
      // From the end: what comes after the difference is never taken.
      for (let to = steps.length; to > 0; to -= size) yield walkOf(without(Math.max(0, to - size), to), size)
    }
    if (steps.length <= 10) {
      for (let first = 0; first < steps.length; first++) {
        for (let second = first + 2; second < steps.length; second++) {
          yield walkOf(
            steps.filter((_, index) => index !== first && index !== second),
            1,
          )
        }
      }
    }
    for (const [index, step] of steps.entries()) {
      if (step.context === undefined) continue
      for (const simpler of this.#step.shrink(step.value, step.context)) {
        yield walkOf(
          steps.map((other, schedule) => (schedule === index ? simpler : other)),
          1,
        )
      }
    }
    for (const renamed of withOtherPeople(steps)) yield walkOf(renamed, 1)
  }
}

/** The same story, of people who come first: who acts and who is meant have to change at once for that. */
function* withOtherPeople(steps: readonly fc.Value<Step>[]): Generator<fc.Value<Step>[]> {
  const used = new Set(steps.flatMap(({ value }) => peopleOf(value)))
  for (const from of [...used].sort()) {
    for (let to = 1; to < from; to++) {
      if (!used.has(to)) yield steps.map(({ value }) => new fc.Value(withPerson(value, from, to), undefined))
    }
  }
}

const walkOf = (steps: readonly fc.Value<Step>[], most: number) =>
  new fc.Value<readonly Step[]>(
    steps.map(({ value }) => value),
    { steps, most } satisfies Context,
  )

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
