import type { APIRequestContext, Locator, Page } from 'playwright-core'

/*
 * As much of @playwright/test as recipes use, over playwright-core: the runner itself brings browsers of its own.
 */

interface Fixtures {
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

export const expect = (locator: Locator) => ({
  toBeVisible: () => locator.waitFor({ state: 'visible', timeout: 5_000 }),
  toContainText: (text: string) => locator.filter({ hasText: text }).waitFor({ timeout: 5_000 }),
})

export const defineConfig = <Config>(config: Config): Config => config
