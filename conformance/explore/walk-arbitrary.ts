import fc from 'fast-check'
import { peopleOf, withPerson } from './roles.js'
import type { Step } from './step.js'

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
          steps.map((other, place) => (place === index ? simpler : other)),
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
