import type { APIRequestContext, BrowserContext, Locator, Page } from 'playwright-core'
import * as assert from 'uvu/assert'

/*
 * As much of @playwright/test as recipes use, over playwright-core: the runner itself brings browsers of its own.
 */

interface Fixtures {
  context: BrowserContext
  page: Page
  request: APIRequestContext
}
type Work = (fixtures: Fixtures) => unknown

const before: Work[] = []
const tests: { title: string; work: Work }[] = []

export const test: { (title: string, work: Work): void; beforeEach(work: Work): void } = Object.assign(
  (title: string, work: Work) => void tests.push({ title, work }),
  { beforeEach: (work: Work) => void before.push(work) },
)

/** Runs all that a file declared, and gives the titles. */
export async function runTests(fixtures: Fixtures): Promise<string[]> {
  for (const { work } of tests) {
    for (const prepare of before) await prepare(fixtures)
    await work(fixtures)
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
