import type { BrowserContext, Locator, Page } from 'playwright-core'
import * as assert from 'uvu/assert'

/*
 * The part of @playwright/test that recipes use, on playwright-core: the runner itself would install its own browsers.
 */

interface Fixtures {
  context: BrowserContext
  page: Page
}
type Work = (fixtures: Fixtures) => unknown
interface Worker {
  parallelIndex: number
}
/** Fixtures of a file, by their names. */
type OwnFixtures = Record<
  string,
  (fixtures: Fixtures, use: (value: unknown) => Promise<void>, info: Worker) => Promise<void>
>
interface Test {
  (title: string, work: Work): void
  extend(fixtures: OwnFixtures): Test
}

const tests: { title: string; work: Work }[] = []
let own: OwnFixtures = {}

export const test: Test = Object.assign((title: string, work: Work) => void tests.push({ title, work }), {
  extend(given: OwnFixtures) {
    own = given
    return test
  },
})

/** Runs all tests that a file declared, and returns their titles. */
export async function runTests(fixtures: Fixtures, worker: Worker): Promise<string[]> {
  for (const { work } of tests) {
    // Each fixture wraps the following ones, and the last one wraps the test.
    const run = Object.entries(own).reduceRight<Work>(
      (inner, [name, prepare]) =>
        all =>
          prepare(all, async value => void (await inner({ ...all, [name]: value })), worker),
      work,
    )
    await run(fixtures)
  }
  return tests.map(({ title }) => title)
}

const expectLocator = (locator: Locator) => ({
  toBeVisible: () => locator.waitFor({ state: 'visible', timeout: 5_000 }),
  toContainText: (text: string) => locator.filter({ hasText: text }).waitFor({ timeout: 5_000 }),
})
const expectValue = (value: unknown) => ({ toEqual: (wanted: unknown) => assert.equal(value, wanted) })

export const expect = (value: Locator | unknown[]) =>
  Array.isArray(value) ? expectValue(value) : expectLocator(value)

export const defineConfig = <Config>(config: Config): Config => config
