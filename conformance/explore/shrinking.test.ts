import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { WalkArbitrary, walkAndShrink } from './shrinking.js'
import type { Step } from './step.js'
import type { WalkResult } from './walk.js'

const anyStep: fc.Arbitrary<Step> = fc
  .record({ who: fc.nat({ max: 5 }), slot: fc.nat({ max: 9 }) })
  .map(data => ({ name: data.slot % 2 ? 'odd' : 'even', data }))
const slotOf = ({ data }: Step) => (data as { slot: number }).slot

/** Fails once three odd slots have come after a slot above 6. */
const isWrong = (steps: readonly Step[]) => {
  const first = steps.findIndex(step => slotOf(step) > 6)
  return first >= 0 && steps.slice(first + 1).filter(step => slotOf(step) % 2 === 1).length >= 3
}

const search = (more: fc.Parameters<[readonly Step[]]> = {}) =>
  fc.check(
    fc.property(new WalkArbitrary(anyStep, 60), steps => !isWrong(steps)),
    { seed: 7, numRuns: 1, ...more },
  ) as fc.RunDetails<[readonly Step[]]>

test('given a walk that fails, when it is shrunk, then only what is needed is left, by the owner', () => {
  const { counterexample } = search()

  const [steps = []] = counterexample ?? []
  assert.is(steps.length, 4)
  assert.is(slotOf(steps[0] as Step), 7)
  assert.ok(steps.every(({ data }) => (data as { who: number }).who === 0))
})

test('given the path of a shrunk walk, when it is repeated, then it is the same walk at once', () => {
  const found = search()
  const again = search({ path: found.counterexamplePath ?? '', endOnFailure: true })

  assert.equal(again.counterexample, found.counterexample)
  assert.is(again.numShrinks, 0)
})

test('a walk has as many steps as requested, and the same ones for the same seed', () => {
  const [one] = fc.sample(new WalkArbitrary(anyStep, 60), { seed: 3, numRuns: 1 })
  const [two] = fc.sample(new WalkArbitrary(anyStep, 60), { seed: 3, numRuns: 1 })

  assert.is(one?.length, 60)
  assert.equal(one, two)
})

test('given a difference that no other walk shows, when it is shrunk, then the search is given up, and reports its progress', async () => {
  const told: number[] = []
  let isFirst = true
  const { last, tries, isCut } = await walkAndShrink({
    ...{ seed: 1, index: 0, isEnded: () => false },
    async walk(steps) {
      const taken = steps.map(step => ({ step, exchanges: [] }))
      const result = { taken, trail: [], ...(isFirst && { difference: {} }) } as unknown as WalkResult
      isFirst = false
      return result
    },
    onTry: tries => told.push(tries),
  })

  assert.is(isCut, true)
  assert.ok(last.difference)
  assert.is(tries, 500)
  assert.is(told.at(-1), 500)
})

test.run()
