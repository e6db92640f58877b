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
type Headers = Record<string, string>
/** Options that depend on the worker. */
interface Options {
  extraHTTPHeaders: (
    fixtures: object,
    use: (headers: Headers) => unknown,
    info: { parallelIndex: number },
  ) => Promise<void>
}
interface Test {
  (title: string, work: Work): void
  beforeEach(work: Work): void
  extend(options: Options): Test
}

const before: Work[] = []
const tests: { title: string; work: Work }[] = []
let options: Options | undefined

export const test: Test = Object.assign((title: string, work: Work) => void tests.push({ title, work }), {
  beforeEach: (work: Work) => void before.push(work),
  extend(given: Options) {
    options = given
    return test
  },
})

/** The headers that a worker sends with all requests. */
export async function headersOf(parallelIndex: number): Promise<Headers> {
  const headers: Headers = {}
  await options?.extraHTTPHeaders({}, given => Object.assign(headers, given), { parallelIndex })
  return headers
}

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
